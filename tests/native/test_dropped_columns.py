"""What becomes of a UDF whose column is dropped: the model says no more than Daft does.

It runs on the native runner in this process: no Ray.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from sampling import one_in

from daft_lint.pipelines.reading import read
from daft_lint.scheduling.optimiser.rewriting import optimise

daft = pytest.importorskip("daft")
os.environ.setdefault("DAFT_RUNNER", "native")
pytestmark = pytest.mark.filterwarnings("ignore")

PROGRAM = """\
import daft
from daft import col, lit
from daft.functions import unnest

FIELDS = daft.DataType.struct({"t": daft.DataType.int64(), "u": daft.DataType.int64()})

@daft.func.batch(return_dtype=daft.DataType.int64())
def work(numbers):
    return numbers

@daft.func(return_dtype=FIELDS)
def fields(numbers):
    return numbers and {"t": 1, "u": 2}

@daft.func(return_dtype=FIELDS, unnest=True)
def unnested(numbers):
    return numbers and {"t": 1, "u": 2}

other = daft.from_pydict({"id": [1, 2], "b": [3, 4]})
df = daft.from_pydict({"id": [1, 2], "a": [3, 4]})
raw, df = df, df.with_column("y", work(col("id")))
held = raw.with_column("r", fields(col("a"))).select("id", unnest(col("r")))
made = raw.select("id", unnested(col("a")))
"""

RUN = [
    "df",
    'df.select("id", "y")',
    'df.select("id", col("y") + 1)',
    'df.select(col("y").fill_null(0)).with_column("z", lit(1))',
    'df.exclude("id")',
    'df.exclude("a").exclude("id")',
    'df.with_column_renamed("y", "z").exclude("id")',
    'df.with_column_renamed("y", "z").select("z")',
    'df.with_columns_renamed({"y": "id", "id": "y"}).select("id")',
    'df.distinct().select("id")',
    'df.distinct("y").select("id")',
    'df.sort("y").select("id")',
    'df.where(col("y") > 1).exclude("y")',
    'df.where(col("y") > 0).select("id")',
    'df.groupby("id").agg(col("y").max())',
    'df.groupby("y").agg(col("a").max()).select("a")',
    'df.groupby("id").max("y").select("y")',
    'df.select(col("y").max())',
    'df.join(other, on="id")',
    'df.join(other, on="id").select("id", "y")',
    'df.join(other, on="id").exclude("b")',
    'df.join(other, left_on="y", right_on="id").select("a")',
    'df.join(other, on="id", how="semi")',
    'other.join(df, on="id")',
    'other.join(df, on="id").select("y")',
    'other.join(df, on="id").exclude("b")',
    'other.join(df, left_on="id", right_on="y").select("b")',
    'other.join(df, left_on="id", right_on="y", how="semi")',
    'other.join(df, left_on="id", right_on="y", how="anti").select("b")',
    'other.with_column("y", lit(1)).join(df, on="id").select("right.y")',
    'other.with_column("y", lit(1)).join(df, on="id", prefix="r_").select("r_y")',
    'df.concat(df).select("y")',
    'df.intersect(df).select("id")',
    'df.limit(1).select("y")',
    'df.offset(1).limit(1).select("y")',
    'df.pipe(lambda frame: frame.select("y"))',
    'df.pivot("id", "y", "a", "sum", names=["1", "2"])',
    "held",
    'held.select("t")',
    'held.with_column("z", col("t") + 1).select("id", "z")',
    'held.groupby("id").agg(col("t").max())',
    'held.join(other, left_on="t", right_on="id").select("b")',
    'held.concat(made).select("t")',
    'held.where(col("t") > 0).select("id")',
    'raw.with_column("r", fields(col("a"))).select("id", col("r").unnest()).select("u")',
    'raw.with_column("r", fields(col("a"))).select("id", col("r")["t"]).select("t")',
    'raw.with_column("r", fields(col("a"))).select("id", col("r").get("t")).select("t")',
    "made",
    'made.select("u")',
    'made.select("id", (col("t") + 1).alias("z")).select("z")',
    'made.with_column("z", work(col("t"))).select("z")',
    'raw.with_column("z", unnested(col("a")))',
    'df.select("id", "y", unnested(col("a"))).select("y")',
]
NOT_RUN = [
    'df.exclude("y")',
    'df.exclude("a", "y")',
    'df.exclude(*["y"])',
    'df.select("id")',
    'df.with_column_renamed("y", "z").exclude("z")',
    'df.with_columns_renamed({"y": "z", "id": "k"}).select("k")',
    'df.with_column("z", col("y") + 1).exclude("z", "y")',
    'df.select(col("y").fill_null(0)).select(lit(1))',
    'df.select(col("y").fill_null(0).alias("z"), "id").select(col("id") + 1)',
    'df.with_column("y", col("id"))',
    'df.distinct("id").select("id")',
    'df.drop_duplicates("id").exclude("y")',
    'df.sort("id").exclude("y")',
    'df.repartition(2, "id").exclude("y")',
    'df.limit(1).exclude("y")',
    'df.sample(size=1).exclude("y")',
    'df.offset(1).limit(1).exclude("y")',
    'df.where(col("id") > 0).exclude("y")',
    'df.groupby("id").agg(col("a").max())',
    'df.select(col("id").max())',
    'df.join(other, on="id").select("id")',
    'df.join(other, on="id").exclude("y")',
    'df.join(other, on="id", how="left").select("b")',
    'df.join(other, on="id", how="anti").exclude("y")',
    'other.join(df, on="id").select("id")',
    'other.join(df, on="id", how="semi")',
    'other.join(df, on="id", how="anti")',
    'other.join(df, left_on="id", right_on="a", how="anti")',
    'df.concat(df).exclude("y")',
    'df.pipe(lambda frame: frame.exclude("y"))',
    "df.describe()",
    'held.select("id")',
    'held.join(other, on="id").select("id")',
    'raw.with_column("r", fields(col("a"))).select("id", col("r")["t"]).select("id")',
    'made.select("id")',
    'made.exclude("t", "u").select("id")',
    'raw.with_column("z", unnested(col("a"))).select("id")',
]
# What one can't tell from the code alone, or needn't.
RUN_OR_NOT = [
    'df.groupby("id").agg(col("y").max(), col("a").max()).select("a")',
    'df.agg(col("y").max(), col("id").max()).select("id")',
    'df.agg(col("y").max(), col("id").max()).select("y")',
    'df.unpivot("id", ["y"])',
    "df.count()",
    'df.count("*")',
    'df.select("y").count()',
    'df.select("y", "id").count()',
    'df.exclude("y").count()',
    'df.agg(col("*").count())',
    'other.with_column("y", lit(1)).join(df, on="id", suffix="_r").select("y_r")',
    'other.with_column("y", lit(1)).join(df, on="id", suffix="_r").exclude("y_r")',
    'other.join(df, on="id").exclude("y")',
    'other.join(df, on="id").exclude("y", "right.y")',
    'other.with_column("y", lit(1)).join(df, on="id").select("y")',
    'other.with_column("y", lit(1)).join(df, on="id").exclude("y")',
    'other.with_column("y", lit(1)).join(df, on="id", prefix="r_").exclude("r_y")',
    'df.select("id", (col("y") + 1).alias("z"), (col("a") + 1).alias("b")).select("b")',
    'df.unpivot("id", ["a"])',
    'df.unpivot("id", ["a"]).select("id")',
    'df.union_all_by_name(df).exclude("y")',
    'df.union(df).select("id")',
    "df.summarize()",
    'df.summarize().select("column")',
    'df.drop_null("id").exclude("y")',
    'held.exclude("t", "u")',
    'held.exclude("t")',
    'held.join(other, on="id").select("b")',
    'held.join(other, on="id").select("t")',
    'other.join(held, on="id").select("b")',
    'other.join(made, on="id").select("t")',
    'held.union_all_by_name(other).select("b")',
    'held.with_columns({name: lit(1) for name in str("b")}).select("b")',
    'held.with_column(str("b"), lit(1)).select("b")',
    'made.exclude("t", "u")',
    'made.join(other, on="id").select("b")',
    'raw.select(unnested(col("a")), fields(col("a"))).select("t")',
    'raw.with_column("r", fields(col("a"))).select(unnest(col("r"))).exclude("z")',
    'df.select("id", "y", *[one for one in ["a"] if one in str(df)]).select("a")',
    'df.select("id", *[one for one in ["y"] if one in str(df)]).select("y")',
    'df.select(*[one for one in ["id", "y"] if one in str(df)]).exclude("y")',
]


# Daft counts the first of the columns whose type takes the fewest bytes.
COUNTED = [
    'df.select("y")',
    'df.select((col("y") + 1).alias("z"))',
    'df.exclude("id", "a")',
    'daft.from_pydict({"id": [1, 2]}).with_column("id", work(col("id")))',
    'df.select("y").where(col("y") > 0)',
    'df.select("y").distinct()',
    'df.where(col("y") > 0)',
]
NOT_COUNTED = ['df.exclude("y")', 'df.select("id")', "other"]
COUNTED_OR_NOT = [
    'df.select("y").concat(df.select("y"))',
    "df",
    'df.select("id", "y")',
    'df.select("y", "id")',
    'df.select(col("a").cast("string"), "y")',
    'df.select(col("y").cast("string"), "a")',
    "df.limit(1)",
    'df.sort("id")',
    'df.join(other, on="id")',
]


def runs(frame: str, tmp_path: Path, action: str = "collect") -> bool:
    """Whether Daft runs the UDF."""
    names: dict[str, object] = {}
    exec(PROGRAM.replace("return numbers", "mark(); return numbers"), names)
    mark = tmp_path / "mark"
    names["mark"] = lambda: mark.write_text("")
    getattr(eval(frame, names), action)()
    return mark.exists()


def predicted(frame: str, action: str = "collect") -> tuple[bool, bool]:
    """Whether the model says that the UDF may run, and that it surely does."""
    pipelines = read(f"{PROGRAM}({frame}).{action}()\n", "job.py").pipelines
    pipeline = next(
        each_pipeline for each_pipeline in pipelines if each_pipeline.action is not None
    )
    waiting = [optimise(pipeline.plan, pipeline.action).plan]
    calls = []
    while waiting:
        plan = waiting.pop()
        for step in plan.operators:
            calls += step.calls
            waiting += step.inputs
    return bool(calls), any(not call.doubtful for call in calls)


@pytest.mark.parametrize(
    ("frame", "ran"),
    one_in(5, [*((frame, True) for frame in RUN), *((frame, False) for frame in NOT_RUN)]),
)
def test_whether_a_udf_runs_is_reported(frame: str, ran: bool, tmp_path: Path) -> None:
    assert runs(frame, tmp_path) is ran
    may, surely = predicted(frame)
    assert may is surely is ran


@pytest.mark.parametrize("frame", one_in(4, [*RUN_OR_NOT]))
def test_no_more_is_reported_than_is_true(frame: str, tmp_path: Path) -> None:
    may, surely = predicted(frame)
    assert surely <= runs(frame, tmp_path) <= may


@pytest.mark.parametrize(
    ("frame", "ran"),
    [*((frame, True) for frame in COUNTED), *((frame, False) for frame in NOT_COUNTED)],
)
def test_whether_a_count_runs_a_udf_is_reported(frame: str, ran: bool, tmp_path: Path) -> None:
    assert runs(frame, tmp_path, "count_rows") is ran
    may, surely = predicted(frame, "count_rows")
    assert may is surely is ran


@pytest.mark.parametrize("frame", one_in(3, COUNTED_OR_NOT))
def test_no_more_is_reported_of_a_count_than_is_true(frame: str, tmp_path: Path) -> None:
    may, surely = predicted(frame, "count_rows")
    assert surely <= runs(frame, tmp_path, "count_rows") <= may
