"""How frames are followed from source to action."""

from __future__ import annotations

from collections.abc import Callable

import pytest

TAGGED = "with_column[Tag 4 actors, batch 64]"

SHAPES = {
    "reassignment": (
        """
        df = daft.range(9)
        df = df.into_partitions(2)
        df = df.with_column("t", tag(col("id")))
        df.collect()
        """,
        [f"range 1p 9r > into_partitions(2) > {TAGGED} > collect"],
    ),
    "a chain": (
        """
        (
            daft.range(9)
            .into_batches(3)
            .with_column("t", tag(col("id")))
            .write_parquet("out")
        )
        """,
        [f"range 1p 9r > into_batches(3) > {TAGGED} > write_parquet"],
    ),
    "nobody runs it": (
        'df = daft.range(9).with_column("t", tag(col("id")))',
        [f"range 1p 9r > {TAGGED}"],
    ),
    "a frame as parameter and result": (
        """
        def load(rows=9):
            return daft.range(rows)
        def tagged(df):
            return df.with_column("t", tag(df["id"]))
        tagged(load()).collect()
        """,
        [f"range 1p 9r > {TAGGED} > collect"],
    ),
    "pipe and transform": (
        """
        def tagged(df, name):
            return df.with_column(name, tag(df["id"]))
        daft.range(9).transform(tagged, "t").pipe(lambda df: df.limit(3)).collect()
        """,
        [f"range 1p 9r > {TAGGED} > limit(3) > collect"],
    ),
    "selection by subscript": (
        'daft.range(9)[["id"]].into_partitions(2).collect()',
        ["range 1p 9r > select > into_partitions(2) > collect"],
    ),
    "frames of a dict, a tuple and an unpacking": (
        """
        a, b = daft.range(1), daft.range(2)
        both = {"a": a, "b": b}
        both["b"].into_partitions(2).collect()
        (a, b)[0].into_partitions(3).collect()
        """,
        [
            "range 1p 2r > into_partitions(2) > collect",
            "range 1p 1r > into_partitions(3) > collect",
        ],
    ),
    "concatenation": (
        """
        df = daft.range(1).concat(daft.range(2))
        daft.concat([df, daft.range(3)]).collect()
        """,
        ["range 1p 1r > concat<range> > concat<range> > collect"],
    ),
    "a join": (
        'daft.range(1).join(daft.range(2).into_partitions(2), on="id").collect()',
        ["range 1p 1r > join<range> > collect"],
    ),
    "an aggregation of groups": (
        'daft.range(9).groupby("id").agg(col("id").sum()).collect()',
        ["range 1p 9r > agg > collect"],
    ),
    "a method Daft may have or not": (
        "daft.range(9).some_method(3).into_partitions(2).collect()",
        ["range 1p 9r > some_method > into_partitions(2) > collect"],
    ),
    "steps after a collect in place": (
        """
        df = daft.range(9).with_column("t", tag(col("id")))
        df.collect()
        df.into_partitions(2).show()
        """,
        [
            f"range 1p 9r > {TAGGED} > collect",
            f"range 1p 9r > {TAGGED} > collect > into_partitions(2) > show",
        ],
    ),
    "steps after show, which keeps nothing": (
        """
        df = daft.range(9)
        df.show()
        df.into_partitions(2).show()
        """,
        ["range 1p 9r > show", "range 1p 9r > into_partitions(2) > show"],
    ),
    "rows pulled to the driver": (
        """
        df = daft.range(9)
        df.to_pydict()
        df.count_rows()
        len(df)
        """,
        [
            "range 1p 9r > to_pydict",
            "range 1p 9r > to_pydict > count_rows",
            "range 1p 9r > to_pydict > __len__",
        ],
    ),
    "a loop over rows or partitions": (
        """
        df = daft.range(9)
        for part in df.into_partitions(2).iter_partitions():
            pass
        for row in df:
            pass
        """,
        ["range 1p 9r > into_partitions(2) > iter_partitions", "range 1p 9r > __iter__"],
    ),
    "an action in a condition, an assertion or a call": (
        """
        df = daft.range(9)
        assert df.count_rows() == 9
        if df.limit(1).count_rows():
            print(df.limit(2).to_pylist())
        """,
        [
            "range 1p 9r > count_rows",
            "range 1p 9r > limit(1) > count_rows",
            "range 1p 9r > limit(2) > to_pylist",
        ],
    ),
    "async functions": (
        """
        import asyncio
        async def load():
            return daft.range(9)
        async def main():
            df = await load()
            return df.into_partitions(2).collect()
        asyncio.run(main())
        """,
        ["range 1p 9r > into_partitions(2) > collect"],
    ),
    "an attribute of what a call gives": (
        """
        class Chain:
            def __init__(self, df):
                self.df = df
            def add(self):
                self.df = self.df.into_partitions(2)
                return self
        Chain(daft.range(9)).add().df.collect()
        """,
        ["range 1p 9r > maybe other methods > maybe into_partitions(2) > collect"],
    ),
    "what a write gives is another frame": (
        'daft.range(9).write_parquet("out").into_partitions(2).collect()',
        [
            "range 1p 9r > write_parquet",
            "files of write_parquet ?p ?r > into_partitions(2) > collect",
        ],
    ),
    "columns that can't be told": (
        """
        df = daft.range(9)
        df.select(*names, tag(col("id"))).collect()
        df.select(tag(*[col(name) for name in names])).collect()
        df.with_columns(made()).collect()
        """,
        [
            "range 1p 9r > select[Tag 4 actors, batch 64] > collect",
            "range 1p 9r > select[Tag 4 actors, batch 64] > collect",
            "range 1p 9r > with_columns > collect",
        ],
    ),
    "a frame by its annotation": (
        """
        from typing import Optional
        from daft import DataFrame
        def a(df: daft.DataFrame): df.limit(1).collect()
        def b(df: "DataFrame"): df.limit(2).collect()
        def c(df: Optional[DataFrame] = None): df.limit(3).collect()
        def d(df: "daft.DataFrame | None"): df.limit(4).collect()
        """,
        [f"parameter `df` of `{f}` ?p ?r > limit({n}) > collect" for n, f in enumerate("abcd", 1)],
    ),
}


@pytest.mark.parametrize("name", SHAPES)
def test_a_frame_is_followed_through(name: str, outline_after: Callable[[str], list[str]]) -> None:
    program, pipelines = SHAPES[name]
    assert outline_after(program) == pipelines


LOOK_ALIKES = {
    "spark": """
        from pyspark.sql import SparkSession
        from pyspark.sql.functions import col
        df = SparkSession.builder.getOrCreate().read.parquet("x")
        df.repartition(4).withColumn("x", tag(col("y"))).collect()
        """,
    "ray data": """
        import ray
        ds = ray.data.read_parquet("x").repartition(4)
        ds.map_batches(tag, batch_size=3, concurrency=4).write_parquet("y")
        """,
    "pandas": """
        import pandas as pd
        pd.DataFrame({"a": [[1]]}).explode("a").sample(1)
        """,
    "polars": """
        import polars as pl
        pl.scan_parquet("x").limit(3).collect()
        """,
    "a Ray dataset made from a frame": """
        def run(df: daft.DataFrame):
            df.to_ray_dataset().repartition(4).map_batches(tag)
        """,
    "the result of something unseen": "load().repartition(4).collect()",
    "a parameter without annotation": """
        def run(df):
            df.repartition(4).collect()
        """,
    "a parameter of another DataFrame": """
        from pyspark.sql import DataFrame
        def run(df: DataFrame):
            df.repartition(4).collect()
        """,
    "an object of the file with methods of the same names": """
        class Frame:
            def repartition(self, n): return self
            def collect(self): return self
        Frame().repartition(4).collect()
        """,
    "a generator of frames": """
        def parts():
            yield daft.range(3)
        parts().repartition(4).collect()
        """,
    "what isn't a source of Daft": """
        daft.DataType.from_arrow_type(x).repartition(4)
        daft.Series.from_pylist([1]).repartition(4)
        daft.Catalog.from_pydict({}).repartition(4)
        daft.io.S3Config.from_env().repartition(4)
        """,
}


@pytest.mark.parametrize("name", LOOK_ALIKES)
def test_what_is_not_proven_to_be_a_daft_frame_is_passed_over(
    name: str, outline_after: Callable[[str], list[str]]
) -> None:
    steps = [line for line in outline_after(LOOK_ALIKES[name]) if "repartition" in line]
    assert steps == []
    assert not any("map_batches" in line for line in outline_after(LOOK_ALIKES[name]))


IMPORTS = {
    "an alias": "import daft as d\nd.range(3).collect()",
    "names": "from daft import range as r\nr(3).collect()",
    "a star": "from daft import *\nrange(3).collect()",
    "in a function": "def main():\n    import daft\n    daft.range(3).collect()",
    "a fallback to None": (
        "try:\n    import daft\nexcept ImportError:\n    daft = None\ndaft.range(3).collect()"
    ),
    "for type checkers and at run time": (
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import daft\n"
        "else:\n    import daft\ndaft.range(3).collect()"
    ),
    "a submodule": "from daft.io import read_parquet\nimport daft\ndaft.range(3).collect()",
}


@pytest.mark.parametrize("name", IMPORTS)
def test_daft_is_known_however_it_is_imported(
    name: str, outline: Callable[[str], list[str]]
) -> None:
    assert outline(IMPORTS[name]) == ["range 1p 3r > collect"]


def test_a_local_module_of_the_same_name_is_not_daft(outline: Callable[[str], list[str]]) -> None:
    assert outline("from . import daft\ndaft.range(3).collect()") == []
    assert outline("from mylib import daft\ndaft.range(3).collect()") == []


@pytest.mark.parametrize(("doublings", "known"), [(6, True), (12, False)])
def test_a_frame_that_holds_the_same_steps_too_often_is_unknown(
    doublings: int, known: bool, outline: Callable[[str], list[str]]
) -> None:
    rounds = "df = df.concat(df)\n" * doublings
    program = f"import daft\ndf = daft.range(9)\n{rounds}df.into_partitions(4).collect()"
    assert any("into_partitions(4)" in line for line in outline(program)) is known


def test_a_frame_may_be_long_where_each_step_is_another(
    outline: Callable[[str], list[str]],
) -> None:
    rounds = "df = df.concat(daft.range(9).where('x').distinct())\n" * 300
    program = f"import daft\ndf = daft.range(9)\n{rounds}df.into_partitions(4).collect()"
    assert any("into_partitions(4)" in line for line in outline(program))
