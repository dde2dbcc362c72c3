"""What runs a UDF again on real Daft, and that the remedies of DFT207 and DFT210 run it once.

It runs on the native runner in this process: no Ray. The same was measured on Ray.
"""

from __future__ import annotations

import contextlib
import io
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sampling import one_in

from daft_lint.documents.document import Document
from daft_lint.findings import Safety
from daft_lint.linting import lint
from daft_lint.settings import default_settings

daft = pytest.importorskip("daft")
os.environ.setdefault("DAFT_RUNNER", "native")
pytestmark = pytest.mark.filterwarnings("ignore")

ROWS = 100


class Counter:
    """The rows that a UDF was called on."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def add(self, rows: int) -> None:
        with self._file.open("ab") as file:
            file.write(b"x" * rows)

    def taken(self) -> int:
        """The rows since the last time this was asked."""
        rows = self._file.stat().st_size if self._file.exists() else 0
        self._file.write_bytes(b"")
        return rows


@pytest.fixture
def counter(tmp_path: Path) -> Counter:
    return Counter(tmp_path / "rows")


@pytest.fixture
def udf(counter: Counter) -> Callable[..., object]:
    @daft.func.batch(return_dtype=daft.DataType.int64())
    def work(numbers: daft.Series) -> daft.Series:
        counter.add(len(numbers))
        return numbers

    return work


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    with contextlib.redirect_stdout(io.StringIO()):
        yield


def source(folder: Path) -> daft.DataFrame:
    if not (folder / "in").exists():
        daft.range(ROWS).write_parquet(str(folder / "in"))
    return daft.read_parquet(str(folder / "in" / "*.parquet"))


def run(frame: daft.DataFrame, method: str, folder: Path) -> None:
    if method.startswith("write_"):
        getattr(frame, method)(str(folder / "out"))
    elif method.startswith("iter_"):
        list(getattr(frame, method)())
    else:
        getattr(frame, method)()


@pytest.mark.parametrize(
    ("method", "rows"),
    [
        ("collect", ROWS),
        ("to_pydict", ROWS),
        ("to_pylist", ROWS),
        ("to_arrow", ROWS),
        ("iter_rows", ROWS),
        ("iter_partitions", ROWS),
        ("write_parquet", ROWS),
        ("write_csv", ROWS),
        ("show", 8),
        ("count_rows", 0),
        ("explain", 0),
        ("schema", 0),
    ],
)
def test_what_an_action_runs(
    method: str, rows: int, udf: Callable, counter: Counter, tmp_path: Path
) -> None:
    frame = source(tmp_path).with_column("done", udf(daft.col("id")))
    run(frame, method, tmp_path)
    assert counter.taken() == rows


@pytest.mark.parametrize(
    ("method", "again"),
    [
        ("collect", 0),
        ("to_pydict", 0),
        ("to_pylist", 0),
        ("to_arrow", ROWS),
        ("iter_rows", ROWS),
        ("iter_partitions", ROWS),
        ("write_parquet", ROWS),
        ("show", ROWS),
    ],
)
def test_what_a_write_runs_again_after_it(
    method: str, again: int, udf: Callable, counter: Counter, tmp_path: Path
) -> None:
    frame = source(tmp_path).with_column("done", udf(daft.col("id")))
    run(frame, method, tmp_path)
    counter.taken()
    run(frame, "write_csv", tmp_path)
    assert counter.taken() == again


def test_a_frame_made_of_one_before_it_was_collected_runs_again(
    udf: Callable, counter: Counter, tmp_path: Path
) -> None:
    frame = source(tmp_path).with_column("done", udf(daft.col("id")))
    part = frame.select("done")
    frame.collect()
    counter.taken()
    part.collect()
    assert counter.taken() == ROWS


def test_len_asks_for_a_collect(udf: Callable, tmp_path: Path) -> None:
    frame = source(tmp_path).with_column("done", udf(daft.col("id")))
    with pytest.raises(RuntimeError, match="unmaterialized"):
        len(frame)


def test_a_count_runs_the_udf_where_its_column_is_read_or_the_only_one(
    udf: Callable, counter: Counter, tmp_path: Path
) -> None:
    frame = source(tmp_path).with_column("done", udf(daft.col("id")))
    frame.where(daft.col("done") >= 0).count_rows()
    assert counter.taken() == ROWS
    frame.select("done").count_rows()
    assert counter.taken() == ROWS
    # Of two columns, the one of the smaller type is counted: text takes more than a number.
    frame.select(daft.col("id").cast(daft.DataType.string()), "done").count_rows()
    assert counter.taken() == ROWS
    frame.select("id", daft.col("done").cast(daft.DataType.string())).count_rows()
    assert counter.taken() == 0


def test_filters_on_other_columns_leave_the_udf_its_part(
    udf: Callable, counter: Counter, tmp_path: Path
) -> None:
    frame = source(tmp_path).with_column("done", udf(daft.col("id")))
    frame.where(daft.col("id") < 30).collect()
    frame.where(daft.col("id") >= 30).collect()
    assert counter.taken() == ROWS


Make = Callable[[daft.DataFrame, Callable], daft.DataFrame]
COL = daft.col("id")


def _named_once(frame: daft.DataFrame, udf: Callable) -> daft.DataFrame:
    done = udf(COL)
    return frame.with_column("a", done).with_column("b", done + 1)


def _named_in_filter_and_column(frame: daft.DataFrame, udf: Callable) -> daft.DataFrame:
    done = udf(COL)
    return frame.where(done >= 0).with_column("a", done)


@pytest.mark.parametrize(
    ("make", "times"),
    [
        (lambda df, f: df.with_columns({"a": f(COL), "b": f(COL)}), 2),
        (lambda df, f: df.select(f(COL).alias("a"), f(COL).alias("b")), 2),
        (lambda df, f: df.with_column("a", f(COL)).with_column("b", f(COL)), 2),
        (lambda df, f: df.with_column("a", f(COL) * f(COL)), 2),
        (lambda df, f: df.where(f(COL) >= 0).with_column("a", f(COL)), 2),
        (_named_in_filter_and_column, 2),
        (_named_once, 1),
        (lambda df, f: df.with_column("a", f(COL)).where(daft.col("a") >= 0), 1),
        (lambda df, f: df.where((f(COL) >= 0) & (f(COL) < ROWS)), 1),
    ],
)
def test_what_calls_daft_merges(
    make: Make, times: int, udf: Callable, counter: Counter, tmp_path: Path
) -> None:
    make(source(tmp_path), udf).collect()
    assert counter.taken() == times * ROWS


MEANS = 'df.groupby("g").agg(col("y").mean().alias("m"), col("x").max().alias("n"))'
# How often each row runs, and whether the rule tells of it.
WAYS = {
    f'df.join({MEANS}, on="g")': (2, True),
    f'df.join({MEANS}, on="g", how="left")': (2, True),
    f'df.join({MEANS}, on="g").where(col("y") > col("m"))': (2, True),
    f'df.join({MEANS}, on="g").where(col("m") > 1)': (2, True),
    f'df.join({MEANS}, on="g").select("id", "y", "m", "n")': (2, True),
    f'df.join({MEANS}, on="g").select("id", "y", "m")': (2, False),
    f'df.join({MEANS}, on="g").select("id", "y", "n")': (1, False),
    f'df.join({MEANS}, on="g").select("id", "m")': (1, False),
    f'df.collect(); df = df.join({MEANS}, on="g")': (1, False),
    'df.join(df.groupby("g").agg(col("x").sum()), on="g")': (1, False),
    'df.join(df.groupby("y").agg(col("x").sum().alias("s")), on="y").select("s")': (2, True),
    'df.join(df.agg(col("y").max().alias("most")), how="cross")': (2, True),
    'df.join(df, on="id")': (2, True),
    'df.join(df, on="id").select("y", "right.y")': (2, True),
    'df.join(df, on="id").select("id", "y")': (1, False),
    'df.join(df.select("id", col("y").alias("z")), on="id")': (2, True),
    'df.join(df.select("id", col("x").alias("z")), on="id")': (1, False),
    'df.join(df.select("id", col("y").alias("z")), on="id").select("id", "y")': (1, False),
    'df.select("id", "x").join(df.select("id", "y"), on="id")': (1, False),
    'df.select(col("id").alias("a"), "y").join(df, left_on="a", right_on="id")': (2, True),
    'df.join(df.select("id"), on="id", how="semi")': (1, False),
    'df.join(df, on="y", how="semi")': (2, True),
    'df.join(df, on="y", how="anti")': (2, True),
    'df.join(df.groupby("y").agg(col("x").max()), on="y", how="anti")': (2, True),
    'df.with_column("z", col("y") + 1).join(df, left_on="z", right_on="y", how="semi")': (2, True),
    'df.join(df.where(col("y") > 1), on="y", how="semi").where(col("y") > 2)': (2, True),
    'df.join(df.where(col("y") > 99), on="id", how="semi")': (1, False),
    'df.join(df, left_on="id", right_on="y", how="anti")': (1, False),
    "df.concat(df).union_all(df)": (3, True),
    'df.concat(df).select("id", "x")': (0, False),
    'df.where(col("y") > 9).concat(df.where(col("y") <= 9))': (2, True),
    'df.where(col("x") > 9).concat(df.where(col("x") <= 9))': (1, False),
    'df.with_column("m", col("y").mean().over(daft.Window().partition_by("g")))': (1, False),
}


@pytest.mark.parametrize("way", one_in(3, [*WAYS]))
def test_a_frame_that_meets_itself_runs_again_where_both_sides_need_it(
    way: str, counter: Counter, tmp_path: Path
) -> None:
    times, reported = WAYS[way]
    program = f"""
df = df.with_columns({{"x": col("id") + 0, "g": col("id") % 3}})
df = df.with_column("y", work(col("id")))
df = {way}
"""
    _check_ways(program, times, counter, tmp_path, reported=reported)


# The same where the UDF makes fields, whose names its code tells, but no plan.
FIELDS = {
    'df.join(df, on="id")': 2,
    'df.select("id", "t").join(df.select("id", "u"), on="id")': 2,
    'df.join(df.groupby("u").agg(col("t").max()), on="u")': 2,
    'df.select("id", "t").join(df.select("id"), on="id")': 1,
    'df.join(df.select("id", "t"), on="id").select("id", "t")': 1,
}


@pytest.mark.parametrize("way", FIELDS)
@pytest.mark.parametrize(
    "unnested",
    [
        'df.with_column("r", fields(col("id"))).select("id", unnest(col("r")))',
        'df.select("id", fields(col("id")).unnest())',
    ],
)
def test_a_frame_of_unnested_fields_runs_again_where_both_sides_need_one(
    unnested: str, way: str, counter: Counter, tmp_path: Path
) -> None:
    program = f"""
from daft.functions import unnest

INTEGER = daft.DataType.int64()

@daft.func.batch(return_dtype=daft.DataType.struct({{"t": INTEGER, "u": INTEGER}}))
def fields(numbers):
    COUNTER.add(len(numbers))
    return [{{"t": one, "u": one}} for one in numbers.to_pylist()]

df = {unnested}
df = {way}
"""
    _check_ways(program, FIELDS[way], counter, tmp_path, reported=FIELDS[way] > 1)


def _check_ways(
    program: str, times: int, counter: Counter, tmp_path: Path, *, reported: bool
) -> None:
    """Hold what the rule says of a program against how often its UDF runs on each row."""
    source(tmp_path)
    text = f"""
import daft
from daft import col

{UDF}
df = daft.read_parquet(SOURCE)
{program}
df.write_parquet(FIRST)
"""
    names = {
        "COUNTER": counter,
        "SOURCE": str(tmp_path / "in" / "*.parquet"),
        "FIRST": str(tmp_path / "first"),
    }
    exec(compile(text, "program.py", "exec"), names)
    assert counter.taken() == times * ROWS
    findings = lint(Document("program.py", text), default_settings()).findings
    said = [finding.message for finding in findings if finding.code == "DFT207"]
    word = "twice" if times == 2 else f"{times} times"
    assert [f"` runs {word} for each row" in each_text for each_text in said] == [True] * reported


PROGRAMS = {
    "a join with its own means": """
df = daft.read_parquet(SOURCE)
df = df.with_column("done", work(daft.col("id")))
means = df.groupby("id").agg(daft.col("done").mean().alias("mean"))
df = df.join(means, on="id")
df.write_parquet(FIRST)
daft.read_parquet(FIRST).write_parquet(SECOND)
""",
    "two halves put together": """
df = daft.read_parquet(SOURCE)
df = df.with_column("done", work(daft.col("id"))).where(daft.col("done") > 3)
high, low = df.where(daft.col("done") >= 30), df.where(daft.col("done") < 30)
high.concat(low).write_parquet(FIRST)
daft.read_parquet(FIRST).write_parquet(SECOND)
""",
    "two writes": """
df = daft.read_parquet(SOURCE)
df = df.with_column("done", work(daft.col("id")))
df.write_parquet(FIRST)
df.select("done").write_parquet(SECOND)
""",
    "in parentheses, with a comment": """
df = (
    daft.read_parquet(SOURCE)
    .with_column("done", work(daft.col("id")))  # the work
)
df.where(daft.col("done") < 30).write_parquet(FIRST)
df.where(daft.col("done") >= 30).write_parquet(SECOND)
""",
    "in a function": """
def main(df):
    done = df.with_column("done", work(daft.col("id"))); del df
    for row in done.iter_rows():
        assert row
    done.write_parquet(FIRST)
    done.write_parquet(SECOND)


main(daft.read_parquet(SOURCE))
""",
}


@pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS)
def test_the_fix_keeps_the_rows_and_runs_the_udf_once(
    program: str, counter: Counter, tmp_path: Path
) -> None:
    text = f"import daft\n\n{UDF}\n{program}"
    before, rows_before = _run(text, counter, tmp_path / "before")
    after, rows_after = _run(_fixed(text), counter, tmp_path / "after")
    assert after == before
    assert rows_before >= 2 * ROWS
    assert rows_after == ROWS


UDF = """
@daft.func.batch(return_dtype=daft.DataType.int64())
def work(numbers: daft.Series) -> daft.Series:
    COUNTER.add(len(numbers))
    return numbers
"""


def _fixed(text: str) -> str:
    document = Document("program.py", text)
    (finding,) = (
        each_finding
        for each_finding in lint(document, default_settings()).findings
        if each_finding.code == "DFT207"
    )
    (fix,) = finding.fixes
    assert fix.safety is Safety.UNSAFE
    (edit,) = fix.edits
    start, end = (document.offset(*place) for place in (edit.span.start, edit.span.end))
    return text[:start] + edit.text + text[end:]


def _run(text: str, counter: Counter, folder: Path) -> tuple[list[list[int]], int]:
    """The rows of both files that a program writes, and those that the UDF was called on."""
    counter.taken()
    source(folder)
    first, second = str(folder / "first"), str(folder / "second")
    names = {
        "COUNTER": counter,
        "SOURCE": str(folder / "in" / "*.parquet"),
        "FIRST": first,
        "SECOND": second,
        "__name__": "__main__",
    }
    exec(compile(text, "program.py", "exec"), names)
    rows = counter.taken()
    files = [
        sorted(daft.read_parquet(each_text).to_pydict()["done"]) for each_text in (first, second)
    ]
    return files, rows
