"""What each source and step does to partitions and rows."""

from __future__ import annotations

from collections.abc import Callable
from textwrap import dedent

import pytest

from daft_lint.pipelines.reading import read
from daft_lint.plan.pipeline import OperatorKind, Pipeline
from daft_lint.plan.quantity import OriginKind

SOURCES = {
    'from_pydict({"a": [1, 2, 3]})': "1p 3r",
    'from_pydict({"a": ["x"] * 1000})': "1p 1000r",
    'from_pydict({"a": 1000 * ["x"]})': "1p 1000r",
    'from_pydict({"a": [f"{i}" for i in range(1000)]})': "1p 1000r",
    'from_pydict({"a": [i for i in range(10) for j in range(5)]})': "1p ?r",
    'from_pydict({"a": [i for i in range(10) if i % 2]})': "1p ?r",
    'from_pydict({"a": list(range(7))})': "1p 7r",
    'from_pydict({"a": [*range(7)]})': "1p 7r",
    'from_pydict({"a": load(), "b": [1, 2]})': "1p 2r",
    'from_pydict({"a": load()})': "1p ?r",
    'from_pydict({"a": np.random.rand(1000).tolist()})': "1p 1000r",
    'from_pydict({"a": np.random.rand(1000, 3).tolist()})': "1p ?r",
    'from_pydict({"a": np.random.choice(1000).tolist()})': "1p ?r",
    "from_pydict(dict(a=[1, 2]))": "1p 2r",
    "from_pydict(load())": "1p ?r",
    "from_pydict(data=load())": "1p ?r",
    'from_pylist([{"a": 1}] * 30)': "1p 30r",
    'from_pylist([{"a": i} for i in range(30)])': "1p 30r",
    "from_pylist(rows)": "1p ?r",
    "from_pandas(frame)": "1p ?r",
    "from_arrow(table)": "1p ?r",
    "from_arrow([a, b])": "2p ?r",
    "range(10)": "1p 10r",
    "range(2, 10)": "1p 8r",
    "range(2, 10, 3)": "1p 3r",
    "range(10, partitions=4)": "4p 10r",
    "range(0, 10, 1, 4)": "4p 10r",
    "range(n)": "1p ?r",
    "range(10, partitions=n)": "?p 10r",
    'from_glob_path("s3://a/*.png")': "1p ?r",
    'from_glob_path(["a/*", "b/*"])': "1p ?r",
    'read_blob("s3://a/*.png")': "1p ?r",
    'read_parquet("a/*.parquet")': "?p ?r",
    'read_parquet("a/part.parquet")': "1p ?r",
    'read_parquet("a/folder")': "?p ?r",
    'read_parquet(["a.parquet", "b.parquet"])': "2p ?r",
    'read_parquet([f"s3://a/{i}.parquet" for i in range(8)])': "8p ?r",
    'read_parquet(["a.parquet", "b/*.parquet"])': "2..p ?r",
    'read_parquet(["a.parquet", other])': "2..p ?r",
    'datasets.common_crawl("CC-MAIN-2024-10", num_files=3)': "3p ?r",
    'datasets.common_crawl("CC-MAIN-2024-10")': "?p ?r",
    'read_csv("a.csv")': "1p ?r",
    'read_json("a.jsonl")': "1p ?r",
    "read_parquet(path)": "?p ?r",
    'read_lance("x")': "?p ?r",
    'read_deltalake("x")': "?p ?r",
    "read_iceberg(table)": "?p ?r",
    'read_hudi("x")': "?p ?r",
    'read_huggingface("x")': "?p ?r",
    'read_sql("select 1", url)': "1p ?r",
    'read_sql("select 1", url, partition_col="id")': "?p ?r",
    'read_sql("select 1", url, partition_col="id", num_partitions=8)': "8p ?r",
    'read_webdataset("shard.tar")': "1p ?r",
    'read_webdataset("shards/*.tar")': "?p ?r",
    "read_video_frames(path, 3, 3)": "?p ?r",
    'read_of_tomorrow("x")': "?p ?r",
    "from_ray_dataset(ds)": "?p ?r",
    "from_dask_dataframe(ddf)": "?p ?r",
    'sql("select 1")': "?p ?r",
    'Catalog.from_pydict({"t": other}).read_table("t")': "?p ?r",
    'Catalog.from_iceberg(other).get_table("a.t").read()': "?p ?r",
    'current_session().read_table("t")': "?p ?r",
    'Session().sql("select 1")': "?p ?r",
    'Table.from_df("t", other).read()': "?p ?r",
    'io.read_parquet("a.parquet")': "1p ?r",
    "datasets.droid.raw()": "?p ?r",
    'datasets.lerobot.read("lerobot/pusht")': "?p ?r",
}


@pytest.mark.parametrize("source", SOURCES)
def test_a_source_has_the_partitions_and_rows_its_arguments_tell(
    source: str, outline: Callable[[str], list[str]]
) -> None:
    (line,) = outline(f"import os\nimport numpy as np\nimport daft\ndaft.{source}.collect()")
    assert line.partition(" > ")[0].partition(" ")[2] == SOURCES[source]


def test_the_reader_of_another_package_is_read_as_dafts(
    outline: Callable[[str], list[str]],
) -> None:
    of_daft = outline('import daft\ndaft.read_paimon("d.t").collect()')
    assert outline('from pypaimon.daft import read_paimon\nread_paimon("d.t").collect()') == of_daft


STEPS = {
    "repartition(4)": (OperatorKind.RANDOM_REPARTITION, "repartition(4)"),
    'repartition(4, "id")': (OperatorKind.HASH_REPARTITION, "repartition(4)"),
    'repartition(None, "id")': (OperatorKind.HASH_REPARTITION, "repartition"),
    "repartition(4, *keys)": (OperatorKind.HASH_REPARTITION, "repartition(4)"),
    "repartition(num=4)": (OperatorKind.RANDOM_REPARTITION, "repartition(4)"),
    "repartition(n)": (OperatorKind.RANDOM_REPARTITION, "repartition(?)"),
    "repartition()": (OperatorKind.RANDOM_REPARTITION, "repartition"),
    "into_partitions(3)": (OperatorKind.INTO_PARTITIONS, "into_partitions(3)"),
    "into_partitions(n)": (OperatorKind.INTO_PARTITIONS, "into_partitions(?)"),
    "into_batches(64)": (OperatorKind.INTO_BATCHES, "into_batches(64)"),
    "into_batches(batch_size=64)": (OperatorKind.INTO_BATCHES, "into_batches(64)"),
    "limit(5)": (OperatorKind.LIMIT, "limit(5)"),
    "sample(0.5)": (OperatorKind.SAMPLE, "sample(0.5)"),
    "sample(1.5)": (OperatorKind.SAMPLE, "sample(1)"),
    "sample(size=5)": (OperatorKind.OPAQUE, "sample(5)"),
    'where("id > 3")': (OperatorKind.FILTER, "where"),
    'filter(daft.col("id") > 3)': (OperatorKind.FILTER, "filter"),
    'drop_null("id")': (OperatorKind.FILTER, "drop_null"),
    'explode("id")': (OperatorKind.EXPLODE, "explode(?)"),
    'sort("id")': (OperatorKind.SORT, "sort"),
    "distinct()": (OperatorKind.DISTINCT, "distinct"),
    'drop_duplicates("id")': (OperatorKind.DISTINCT, "drop_duplicates"),
    'sum("id")': (OperatorKind.AGGREGATE, "sum(1)"),
    'agg(daft.col("id").sum())': (OperatorKind.AGGREGATE, "agg(1)"),
    'groupby("id").count()': (OperatorKind.AGGREGATE, "count"),
    'groupby("id").map_groups(x)': (OperatorKind.AGGREGATE, "map_groups"),
    'pivot("a", "b", "c", "sum")': (OperatorKind.AGGREGATE, "pivot"),
    'select("id")': (OperatorKind.PROJECT, "select"),
    'exclude("id")': (OperatorKind.PROJECT, "exclude"),
    'with_column_renamed("id", "x")': (OperatorKind.PROJECT, "with_column_renamed"),
    "offset(3)": (OperatorKind.OPAQUE, "offset(3)"),
    "intersect(other)": (OperatorKind.OPAQUE, "intersect"),
    "summarize()": (OperatorKind.OPAQUE, "summarize"),
    'unpivot("id")': (OperatorKind.OPAQUE, "unpivot"),
    "concat(other)": (OperatorKind.OPAQUE, "concat"),
    "concat(daft.range(3))": (OperatorKind.CONCAT, "concat<range>"),
    'join(other, on="id")': (OperatorKind.JOIN, "join"),
}


@pytest.mark.parametrize("step", STEPS)
def test_a_step_is_what_its_method_does(step: str, outline: Callable[[str], list[str]]) -> None:
    program = f"import daft\ndaft.range(9).{step}.collect()"
    kind, text = STEPS[step]
    (pipeline,) = read(program, "job.py").pipelines
    assert [operator.kind for operator in pipeline.plan.operators] == [kind]
    assert outline(program) == [f"range 1p 9r > {text} > collect"]


def test_a_union_is_a_concat_without_doubles(outline: Callable[[str], list[str]]) -> None:
    """800 rows and the same 800 filled 12 partitions, 8 and 4 of them before, with 800 rows."""
    program = "import daft\ndaft.range(9).union(daft.range(3)).collect()"
    assert outline(program) == ["range 1p 9r > union<range> > union > collect"]
    (pipeline,) = read(program, "job.py").pipelines
    kinds = [operator.kind for operator in pipeline.plan.operators]
    assert kinds == [OperatorKind.CONCAT, OperatorKind.DISTINCT]


COLUMNS = {
    'with_column("x", daft.col("a") + daft.col("b"))': ({"a", "b"}, {"x"}, None),
    'with_column("x", df["a"])': ({"a"}, {"x"}, None),
    'with_column("x", unseen)': (None, {"x"}, None),
    'with_column(name, df["a"])': ({"a"}, None, None),
    'with_columns({"x": df["a"], "y": daft.lit(1)})': ({"a"}, {"x", "y"}, None),
    'with_columns({"x": df["a"], **more})': (None, None, None),
    'with_column("x", df["a"].cast(daft.DataType.int64()))': ({"a"}, {"x"}, None),
    'with_column("x", df["a"].fill_null(unseen))': (None, {"x"}, None),
    'with_column("x", df["a"].if_else(df["b"], df["c"]))': ({"a", "b", "c"}, {"x"}, None),
    'with_column("x", daft.functions.concat([df["a"], df["b"]]))': ({"a", "b"}, {"x"}, None),
    'with_column("x", df["a"][df["b"]])': ({"a", "b"}, {"x"}, None),
    'select("a", df["b"].alias("c"))': ({"b"}, {"c"}, {"a", "c"}),
    'select(*["a", "b"])': (set(), set(), {"a", "b"}),
    "select(*names)": (None, None, None),
    'select(daft.col("*"))': (None, None, None),
    'select(df["a"].max(), df["b"].count().alias("n"))': ({"a", "b"}, None, {"a", "n"}),
    'select(df["a"].list.max())': ({"a"}, {"a"}, {"a"}),
    'select("a", df["b"].max().over(window))': (None, {"b"}, {"a", "b"}),
    'exclude("a", *["b"])': (set(), set(), None),
    'with_column_renamed("a", "b")': (None, None, None),
    'distinct("a", df["b"])': ({"a", "b"}, None, None),
    "distinct()": (None, None, None),
    "distinct(*names)": (None, None, None),
    'join(other, on="a")': ({"a"}, None, None),
    'join(other, left_on=["a", "b"], right_on=[df["c"], df["d"]])': (
        {"a", "b", "c", "d"},
        None,
        None,
    ),
    "join(other, on=names)": (None, None, None),
    'join(other, on="a", how=unseen)': (None, None, None),
    'join_asof(other, on="a")': (None, None, None),
    'where(df["a"] > 3)': ({"a"}, set(), None),
    'where("a > 3")': (None, set(), None),
    'explode("a")': ({"a"}, {"a"}, None),
    'explode("a", *names)': (None, None, None),
    'repartition(3, "a", df["b"])': ({"a", "b"}, set(), None),
    'sort(["a", "b"])': ({"a", "b"}, set(), None),
    'groupby("a").sum("b")': ({"a", "b"}, None, {"a", "b"}),
    'groupby(["a", df["b"]]).agg([df["c"].sum().alias("d")])': (
        {"a", "b", "c"},
        None,
        {"a", "b", "d"},
    ),
    'groupby(df["a"] + 1).stddev("b", ddof=0)': ({"a", "b"}, None, None),
    'groupby("a").any_value("b", df["c"])': ({"a", "b", "c"}, None, {"a", "b", "c"}),
    'groupby("a").map_groups(unseen(df["b"]))': (None, None, None),
    'groupby("a").count()': (None, None, None),
    'groupby("a").sum("*")': (None, None, None),
    'groupby("a").sum(*names)': (None, None, None),
    'groupby(*names).sum("a")': (None, None, None),
    'groupby(name).sum("a")': (None, None, None),
    'agg(df["a"].sum(), df["b"].max())': ({"a", "b"}, None, {"a", "b"}),
    "agg([df[name].sum() for name in names])": (None, None, None),
    "agg(unseen)": (None, None, None),
    'count_distinct("a")': ({"a"}, None, {"a"}),
    'count("a")': ({"a"}, None, {"a"}),
    "count()": (None, None, None),
    "sum()": (None, None, None),
    'pivot(["a"], "b", value_col="c", agg_fn="sum")': ({"a", "b", "c"}, None, None),
}


@pytest.mark.parametrize("step", COLUMNS)
def test_the_columns_of_a_step_are_known_or_unknown_never_guessed(step: str) -> None:
    program = f"import daft\ndf = daft.read_parquet(path)\ndf.{step}.collect()"
    (pipeline,) = read(program, "job.py").pipelines
    (operator,) = pipeline.plan.operators
    assert (operator.reads, operator.writes, operator.keeps) == COLUMNS[step]


@pytest.mark.parametrize(
    ("step", "drops"),
    [
        ('exclude("a", *["b"])', {"a", "b"}),
        ("exclude(*names)", None),
        ('exclude("a", name)', None),
        ('select("a")', set()),
        ("select(*names)", None),
        ("select(unseen)", None),
        ('distinct("a")', set()),
        ("distinct(*names)", None),
        ("offset(3)", set()),
        ("intersect(other)", set()),
        ('unpivot("a")', None),
        ("unheard_of()", None),
    ],
)
def test_the_columns_that_a_step_drops_are_known_or_unknown(
    step: str, drops: set[str] | None
) -> None:
    program = f"import daft\ndf = daft.read_parquet(path)\ndf.{step}.collect()"
    (pipeline,) = read(program, "job.py").pipelines
    assert pipeline.plan.operators[0].drops == drops


@pytest.mark.parametrize(
    ("step", "renames"),
    [
        ('with_column_renamed("a", "b")', (("a", "b"),)),
        ('with_columns_renamed({"a": "b", "c": "d"})', (("a", "b"), ("c", "d"))),
        ('with_columns_renamed({"a": name})', None),
        ("with_columns_renamed(names)", None),
        ('with_column_renamed(name, "b")', None),
        ('exclude("a")', ()),
    ],
)
def test_the_names_of_columns_are_known_or_unknown(
    step: str, renames: tuple[tuple[str, str], ...] | None
) -> None:
    program = f"import daft\ndf = daft.read_parquet(path)\ndf.{step}.collect()"
    (pipeline,) = read(program, "job.py").pipelines
    assert pipeline.plan.operators[0].renames == renames


def test_groups_by_one_column_or_another_may_read_any() -> None:
    program = """
    import daft
    df = daft.read_parquet(path)
    groups = df.groupby("a") if short else df.groupby("b")
    groups.sum("c").collect()
    """
    (pipeline,) = read(dedent(program), "job.py").pipelines
    assert pipeline.plan.operators[-1].reads is None


def test_a_udf_on_groups_reads_its_arguments() -> None:
    program = """
    import daft

    @daft.func.batch(return_dtype=daft.DataType.int64())
    def longest(texts):
        return texts

    df = daft.read_parquet(path)
    df.groupby("a").map_groups(longest(df["b"])).collect()
    """
    (pipeline,) = read(dedent(program), "job.py").pipelines
    assert pipeline.plan.operators[-1].reads == {"a", "b"}


@pytest.mark.parametrize(
    "expression",
    [
        'col("u").download()',
        'col("b").image.decode()',
        'decode_image(col("b"))',
        'col("u").url.download()',
    ],
)
def test_rows_grow_heavy_where_bytes_are_fetched_or_decoded(expression: str) -> None:
    program = (
        "import daft\nfrom daft import col\nfrom daft.functions import decode_image\n"
        f'daft.read_parquet(path).with_column("x", {expression}).collect()'
    )
    assert only(read(program, "job.py").pipelines).plan.operators[0].heavy


def test_a_long_table_is_as_long_as_it_is_written() -> None:
    values = ", ".join("1" for _ in range(3000))
    program = f"import daft\ndaft.from_pydict({{'a': [{values}]}}).collect()"
    source = only(read(program, "job.py").pipelines).plan.source
    assert source.rows.value == 3000


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("a.parquet", OriginKind.GUESS),
        ("a.csv", OriginKind.ASSUMPTION),
        ("https://a.org/b.parquet", OriginKind.ASSUMPTION),
        ("hf://datasets/a/b/c.parquet", OriginKind.ASSUMPTION),
        ("s3://b/c.json.gz", OriginKind.ASSUMPTION),
        ("s3://a/train-00001-of-00008.parquet", OriginKind.ASSUMPTION),
        ("s3://a/part-00000-4f2.snappy.parquet", OriginKind.ASSUMPTION),
    ],
)
def test_a_single_file_is_as_sure_as_its_name(path: str, kind: OriginKind) -> None:
    pipeline = only(read(f'import daft\ndaft.read_csv("{path}").collect()', "job.py").pipelines)
    assert [origin.kind for origin in pipeline.plan.source.partitions.origins] == [kind]


@pytest.mark.parametrize(
    ("call", "files"),
    [
        ('read_parquet(f"{folder}/train-00000-of-00072.parquet")', "1"),
        ('read_csv([f"{folder}/a.csv", f"{folder}/b.csv"])', "2"),
        ('read_csv(f"{folder}/*.csv")', "unknown"),
        ('read_csv(f"{folder}/{name}.csv")', "unknown"),
        ('read_csv(f"s3://b/*/{name}/a.csv")', "unknown"),
        ('read_video_frames(["https://www.youtube.com/watch?v=e"], 288, 288)', "1"),
        ('read_video_frames(["https://youtu.be/e", "https://youtu.be/f"], 288, 288)', "2"),
        ('read_video_frames("https://example.org/watch?v=e", 288, 288)', "unknown"),
    ],
)
def test_files_whose_folder_is_unknown_and_videos_of_youtube_are_counted(
    call: str, files: str
) -> None:
    """`read_video_frames` makes a task for each video of YouTube (Daft 0.7.26)."""
    code = f"import daft\ndef run(folder, name):\n    daft.{call}.collect()"
    partitions = only(read(code, "job.py").pipelines).plan.source.partitions
    assert (str(partitions) if partitions.known else "unknown") == files


PATHS = {
    '"s3://a/*.png"': "s3://a/*.png",
    'f"{bucket}/*.png"': "*/*.png",
    'f"part-{1000000}.csv"': "part-1000000.csv",
    'f"{{x}}-{1:03d}"': "{x}-*",
    'ROOT + "/x"': "s3://root/x",
    'os.path.join(ROOT, name, "x")': "s3://root/*/x",
    'Path(ROOT) / "x"': "s3://root/x",
    'str(Path(ROOT) / "x")': "s3://root/x",
    '"s3://" "a/x"': "s3://a/x",
    '["s3://a/x"]': "s3://a/x",
    "path": None,
    r'"a\d"': r"a\d",
    r'r"a\d"': r"a\d",
}


@pytest.mark.parametrize("path", PATHS)
def test_a_path_is_reported_as_far_as_it_is_known(path: str) -> None:
    program = (
        'import os\nfrom pathlib import Path\nimport daft\nROOT = "s3://root"\n'
        f"daft.read_parquet({path}).collect()"
    )
    assert only(read(program, "job.py").pipelines).plan.source.path == PATHS[path]


def only(pipelines: tuple[Pipeline, ...]) -> Pipeline:
    (pipeline,) = pipelines
    return pipeline


def test_daft_may_be_what_a_test_is_skipped_without(outline: Callable[[str], list[str]]) -> None:
    program = """
        import pytest
        daft = pytest.importorskip("daft")
        daft.range(9).into_partitions(4).collect()
    """
    assert outline(program) == ["range 1p 9r > into_partitions(4) > collect"]
