"""The fifteen shapes of real code that must be read right, or passed over in silence."""

from __future__ import annotations

from collections.abc import Callable

import pytest

CASES = {
    "1 an instance in self, made by a factory with defaults": (
        """
        def make(model=None, device=None):
            return Tag() if model is None else Tag()
        class Job:
            def __init__(self):
                self.enrich = make()
            def run(self, df):
                return df.with_column("t", self.enrich(df["id"]))
        Job().run(daft.range(9)).collect()
        """,
        ["range 1p 9r > with_column[Tag 4 actors, batch 64] > collect"],
    ),
    "2 functional forms": (
        """
        class Raw:
            def __init__(self, model): ...
            def __call__(self, x: str) -> str: return x
        def run(pool: int):
            W = daft.cls(Raw, max_concurrency=pool)
            daft.range(9).with_column("t", W("m")(col("id"))).collect()
        run(6)
        """,
        ["range 1p 9r > with_column[Raw 6 actors] > collect"],
    ),
    "3 the call site overrides the decorator": (
        """
        @daft.udf(return_dtype=daft.DataType.string(), concurrency=2)
        class Old:
            def __call__(self, x): return x
        Wide = Old.with_init_args(1).with_concurrency(8).override_options(batch_size=16)
        daft.range(9).with_column("t", Wide(col("id"))).collect()
        """,
        ["range 1p 9r > with_column[Old 8 actors, batch 16] > collect"],
    ),
    "4 constants annotated, computed and imported": (
        """
        from settings import K
        GPUS: int = 4
        B = 256
        @daft.cls(max_concurrency=GPUS * (1 + 1))
        class A:
            @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=B // 8 // 2)
            def run(self, x): return x
            @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=B // K)
            def other(self, x): return x
        a = A()
        daft.range(9).select(a.run(col("id")), a.other(col("id"))).collect()
        """,
        ["range 1p 9r > select[A.run 8 actors, batch 16][A.other 8 actors, batch ?] > collect"],
    ),
    "5 row counts that change": (
        """
        df = daft.range(9).where(col("id") > 3).explode("id").limit(2)
        df.with_column("t", tag(col("id"))).collect()
        """,
        [
            "range 1p 9r > where > explode(?) > limit(2) > "
            "with_column[Tag 4 actors, batch 64] > collect"
        ],
    ),
    "6 look-alikes": (
        """
        from daft.functions import prompt
        spark.read.table("x").repartition(4)
        tag("eager")
        daft.range(9).with_column("t", prompt(col("id"), concurrency=4, batch_size=8)).collect()
        """,
        ["range 1p 9r > with_column[prompt 4 coroutines] > collect"],
    ),
    "7 a name defined twice": (
        """
        daft.range(9).with_column("t", tag(col("id"))).collect()
        @daft.cls(max_concurrency=9)
        class Tag:
            def __call__(self, x: str) -> str: return x
        daft.range(9).with_column("t", Tag()(col("id"))).collect()
        """,
        [
            "range 1p 9r > with_column[Tag 4 actors, batch 64] > collect",
            "range 1p 9r > with_column[Tag 9 actors] > collect",
        ],
    ),
    "9 a repartition in one branch, and one without a count": (
        """
        df = daft.range(9)
        if many:
            df = df.repartition(8)
        df = df.repartition(None, "id")
        df.with_column("t", tag(col("id"))).collect()
        """,
        [
            "range 1p 9r > maybe repartition(8) > repartition > "
            "with_column[Tag 4 actors, batch 64] > collect"
        ],
    ),
    "10 a UDF of another package": (
        """
        from helpers import enrich, Model
        df = enrich(daft.range(9))
        df.with_column("t", Model()(col("id"))).collect()
        daft.range(9).with_column("t", Model()(col("id"))).collect()
        """,
        ["range 1p 9r > with_column > collect"],
    ),
    "11 placeholders": (
        """
        df = daft.read_parquet(...)
        df = df.with_column("t", tag(...))
        ...
        df.write_parquet(...)
        """,
        ["read_parquet ?p ?r > with_column[Tag 4 actors, batch 64] > write_parquet"],
    ),
    "12 several UDFs, nested and in a condition": (
        """
        df = daft.range(9).with_columns({"a": tag(col("id")), "b": tag(tag(col("id")))})
        df.where(tag(col("a")) == "x").collect()
        """,
        [
            "range 1p 9r > with_columns[Tag 4 actors, batch 64][Tag 4 actors, batch 64]"
            "[Tag 4 actors, batch 64] > where[Tag 4 actors, batch 64] > collect"
        ],
    ),
    "14 a vendor's wrapper": (
        """
        from vendor import las_udf
        udf = las_udf(Tag, num_gpus=1, batch_size=8, concurrency=4)
        daft.range(9).with_column("t", udf(col("id"))).collect()
        """,
        ["range 1p 9r > with_column > collect"],
    ),
    "15 ten coroutines are no actors, a class with its own loop has actors": (
        """
        @daft.cls(max_concurrency=10)
        class Fetch:
            async def get(self, x: str) -> str: return x
            def wait(self, x: str) -> str: return x
        f = Fetch()
        daft.range(9).select(f.get(col("id")), f.wait(col("id"))).collect()
        """,
        ["range 1p 9r > select[Fetch.get 10 coroutines][Fetch.wait 10 actors] > collect"],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_hard_case(name: str, outline_after: Callable[[str], list[str]]) -> None:
    program, pipelines = CASES[name]
    assert outline_after(program) == pipelines
