"""`check` takes a frame from every source of Daft, and says of it what is true or nothing.

Partitions are those that Daft makes on Ray: one for each scan task of a source.
"""

from __future__ import annotations

import inspect
import json
import math
import sqlite3
import tarfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from daft_lint import check
from daft_lint.plan.pipeline import Source

daft = pytest.importorskip("daft")
pa = pytest.importorskip("pyarrow")
pytestmark = pytest.mark.filterwarnings("ignore")

CLUSTER = {"workers": 2, "cpus_per_worker": 4}
FILES, ROWS = 8, 50


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The files that sources read."""
    parquet = pytest.importorskip("pyarrow.parquet")
    table = pa.table({"id": list(range(ROWS))})
    for number in range(FILES):
        (tmp_path / "parts").mkdir(exist_ok=True)
        parquet.write_table(table, tmp_path / "parts" / f"{number}.parquet")
    for day in range(3):
        folder = tmp_path / "hive" / f"day={day}"
        folder.mkdir(parents=True)
        parquet.write_table(table, folder / "rows.parquet")
    (tmp_path / "rows.csv").write_text("id,name\n" + "1,a\n" * ROWS)
    (tmp_path / "rows.jsonl").write_text('{"id": 1}\n' * ROWS)
    (tmp_path / "rows.txt").write_text("a line\n" * ROWS)
    monkeypatch.chdir(tmp_path)


@dataclass(frozen=True)
class Truth:
    """What a source gives; None: nothing is promised of it."""

    partitions: int | None
    rows: int | None


def source_of(frame: Any) -> Source:
    checked = check(frame, cluster=CLUSTER)
    assert repr(checked)
    assert checked._repr_html_()
    assert not checked.failures
    return checked.case.pipeline.plan.source


def assert_true_or_unknown(source: Source, truth: Truth) -> None:
    for said, true in ((source.partitions, truth.partitions), (source.rows, truth.rows)):
        if true is not None:
            assert said.low <= true <= said.high
        assert said.low == said.high or said.high == math.inf


def record_batch() -> Any:
    return pa.table({"id": [1, 2, 3]})


KNOWN: dict[str, tuple[Callable[[], Any], Truth]] = {
    "pydict": (lambda: daft.from_pydict({"id": [1, 2, 3]}), Truth(1, 3)),
    "no rows": (lambda: daft.from_pydict({"id": []}), Truth(1, 0)),
    "a table": (lambda: daft.from_arrow(record_batch()), Truth(1, 3)),
    "two tables": (lambda: daft.from_arrow([record_batch(), record_batch()]), Truth(2, 6)),
    "range": (lambda: daft.range(100), Truth(1, 100)),
    "range in four": (lambda: daft.range(100, partitions=4), Truth(4, 100)),
    "paths": (lambda: daft.from_glob_path("parts/*.parquet"), Truth(1, FILES)),
    "paths of two globs": (
        lambda: daft.from_glob_path(["parts/*.parquet", "hive/**/*.parquet"]),
        Truth(1, FILES + 3),
    ),
    "one Parquet file": (lambda: daft.read_parquet("parts/0.parquet"), Truth(1, ROWS)),
    "Parquet files": (lambda: daft.read_parquet("parts/*.parquet"), Truth(FILES, FILES * ROWS)),
    "hive": (
        lambda: daft.read_parquet("hive/**", hive_partitioning=True),
        Truth(3, 3 * ROWS),
    ),
    "a day of hive": (
        lambda: daft.read_parquet("hive/**", hive_partitioning=True).where(daft.col("day") == 1),
        Truth(1, ROWS),
    ),
    "some row groups": (
        lambda: daft.read_parquet(["parts/0.parquet"], row_groups=[[0]]),
        Truth(1, ROWS),
    ),
    "a given schema": (
        lambda: daft.read_parquet(
            "parts/0.parquet", infer_schema=False, schema={"id": daft.DataType.int64()}
        ),
        Truth(1, ROWS),
    ),
    "CSV": (lambda: daft.read_csv("rows.csv"), Truth(1, ROWS)),
    "JSON": (lambda: daft.read_json("rows.jsonl"), Truth(1, ROWS)),
    "SQL of files": (
        lambda: daft.sql("SELECT id FROM read_parquet('parts/*.parquet')"),
        Truth(FILES, FILES * ROWS),
    ),
    "SQL of a table": (
        lambda: daft.sql("SELECT id FROM t", t=daft.from_pydict({"id": [1, 2]})),
        Truth(1, 2),
    ),
    "rows that are there": (lambda: daft.from_pydict({"id": [1, 2]}).collect(), Truth(1, 2)),
}


@pytest.mark.parametrize(("make", "truth"), KNOWN.values(), ids=KNOWN)
def test_of_a_source_is_said_what_is_true_or_nothing(make, truth):
    source = source_of(make())

    assert_true_or_unknown(source, truth)
    assert source.partitions.known


@pytest.mark.parametrize("name", ["range in four", "Parquet files", "CSV", "two tables", "hive"])
def test_the_partitions_are_those_that_daft_counts(name):
    frame = KNOWN[name][0]()
    counted = frame.num_partitions()
    if counted in (None, 1):
        # On the native runner not every version counts them.
        counted = KNOWN[name][1].partitions

    assert source_of(frame).partitions.value == counted


@pytest.mark.parametrize("rows", [1, 5_000])
def test_the_rows_of_files_are_not_guessed_by_their_size(rows):
    """Daft's own guess is 100 times too many here: a file weighs more than its rows."""
    parquet = pytest.importorskip("pyarrow.parquet")
    Path("images").mkdir()
    for number in range(4):
        table = pa.table({"image": [bytes(1_000)] * rows})
        parquet.write_table(table, f"images/{number}.parquet", compression="none")

    source = source_of(daft.read_parquet("images/*.parquet"))

    assert_true_or_unknown(source, Truth(4, 4 * rows))


def needs(name: str) -> Any:
    """A function of Daft that not all versions have."""
    if not hasattr(daft, name):
        pytest.skip(f"Daft {daft.__version__} has no daft.{name}")
    return getattr(daft, name)


def test_text():
    assert_true_or_unknown(source_of(needs("read_text")("rows.txt")), Truth(1, ROWS))


def test_files():
    assert_true_or_unknown(source_of(needs("from_files")("parts/*")), Truth(1, FILES))


def test_blobs():
    assert_true_or_unknown(source_of(needs("read_blob")("parts/*")), Truth(1, FILES))


def test_warc():
    head = (
        "WARC/1.0\r\nWARC-Type: warcinfo\r\n"
        "WARC-Record-ID: <urn:uuid:12345678-1234-1234-1234-123456789012>\r\n"
        "WARC-Date: 2024-01-01T00:00:00Z\r\nContent-Length: 2\r\n\r\nhi\r\n\r\n"
    )
    Path("pages.warc").write_text(head, newline="")

    assert_true_or_unknown(source_of(needs("read_warc")("pages.warc")), Truth(1, 1))


def test_webdataset():
    read = needs("read_webdataset")
    with tarfile.open("shard.tar", "w") as archive:
        archive.add("rows.txt", "0.txt")

    assert_true_or_unknown(source_of(read("shard.tar")), Truth(1, 1))


def test_mcap():
    writing = pytest.importorskip("mcap.writer", reason="mcap is not installed")
    with Path("log.mcap").open("wb") as stream:
        writer = writing.Writer(stream)
        writer.start()
        schema = writer.register_schema("number", "jsonschema", json.dumps({}).encode())
        channel = writer.register_channel("/numbers", "json", schema)
        writer.add_message(channel, log_time=0, data=b"{}", publish_time=0)
        writer.finish()

    assert_true_or_unknown(source_of(needs("read_mcap")("log.mcap")), Truth(None, None))


def test_pandas():
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")

    assert_true_or_unknown(
        source_of(daft.from_pandas(pandas.DataFrame({"id": [1, 2]}))), Truth(1, 2)
    )


def test_lance():
    lance = pytest.importorskip("lance", reason="Lance is not installed")
    lance.write_dataset(pa.table({"id": list(range(ROWS))}), "rows.lance")

    assert_true_or_unknown(source_of(needs("read_lance")("rows.lance")), Truth(1, ROWS))


def test_delta_lake():
    delta = pytest.importorskip("deltalake", reason="deltalake is not installed")
    for _ in range(3):
        delta.write_deltalake("delta", pa.table({"id": list(range(ROWS))}), mode="append")

    assert_true_or_unknown(source_of(daft.read_deltalake("delta")), Truth(3, 3 * ROWS))


def test_iceberg():
    catalogs = pytest.importorskip("pyiceberg.catalog.sql", reason="PyIceberg is not installed")
    catalog = catalogs.SqlCatalog("here", uri="sqlite:///catalog.db", warehouse=str(Path.cwd()))
    catalog.create_namespace("lake")
    table = catalog.create_table("lake.rows", record_batch().schema)
    table.append(record_batch())
    table.append(record_batch())

    assert_true_or_unknown(source_of(daft.read_iceberg(table)), Truth(2, 6))


def test_a_database():
    pytest.importorskip("sqlalchemy", reason="SQLAlchemy is not installed")
    pytest.importorskip("sqlglot", reason="SQLGlot is not installed")
    pytest.importorskip("pandas", reason="pandas is not installed")
    import sqlalchemy

    with sqlite3.connect("rows.db") as database:
        database.execute("CREATE TABLE rows (id INTEGER)")
        database.executemany("INSERT INTO rows VALUES (?)", [(number,) for number in range(ROWS)])
    engine = sqlalchemy.create_engine("sqlite:///rows.db")

    frame = daft.read_sql("SELECT id FROM rows", engine.connect)

    assert_true_or_unknown(source_of(frame), Truth(1, ROWS))


def test_of_a_query_cut_by_values_no_even_rows_are_expected():
    """Nine of ten rows are in one of four partitions, and two have none."""
    sqlalchemy = pytest.importorskip("sqlalchemy", reason="SQLAlchemy is not installed")
    pytest.importorskip("sqlglot", reason="SQLGlot is not installed")
    with sqlite3.connect("rows.db") as database:
        database.execute("CREATE TABLE rows (id INTEGER)")
        ids = [(number if number < 900 else number * 100,) for number in range(1_000)]
        database.executemany("INSERT INTO rows VALUES (?)", ids)
    engine = sqlalchemy.create_engine("sqlite:///rows.db")

    frame = daft.read_sql(
        "SELECT id FROM rows", engine.connect, partition_col="id", num_partitions=4
    )

    assert [len(part) for part in frame.iter_partitions()] == [900, 0, 0, 100]
    source = source_of(frame)
    assert source.partitions.value == 4
    assert source.uneven


def test_video():
    av = pytest.importorskip("av", reason="PyAV is not installed")
    numpy = pytest.importorskip("numpy")
    Path("videos").mkdir()
    for name in ("videos/one.mp4", "videos/two.mp4"):
        with av.open(name, "w") as container:
            stream = container.add_stream("mpeg4", rate=5)
            stream.width = stream.height = 16
            black = av.VideoFrame.from_ndarray(numpy.zeros((16, 16, 3), "uint8"), format="rgb24")
            for packet in (*stream.encode(black), *stream.encode()):
                container.mux(packet)

    frame = needs("read_video_frames")("videos/*.mp4", image_height=16, image_width=16)

    assert_true_or_unknown(source_of(frame), Truth(2, None))


def test_a_source_of_the_users_own():
    sources = pytest.importorskip("daft.io.source")
    from daft.schema import Schema

    schema = Schema.from_pydict({"id": daft.DataType.int64()})

    def read(self):
        raise AssertionError("the source was read")

    def tasks(self, pushdowns):
        yield from (task(), task(), task())

    async def tasks_awaited(self, pushdowns):
        for each_task in tasks(self, pushdowns):
            yield each_task

    awaited = inspect.isasyncgenfunction(sources.DataSource.get_tasks)
    own = {"schema": property(lambda self: schema)}
    task = type("Task", (sources.DataSourceTask,), {**own, "get_micro_partitions": read})
    own = {**own, "name": "Mine", "get_tasks": tasks_awaited if awaited else tasks}
    mine = type("Mine", (sources.DataSource,), own)

    assert_true_or_unknown(source_of(mine().read()), Truth(3, None))


def test_two_sources_keep_their_own_partitions():
    left = daft.read_parquet("parts/*.parquet")
    right = daft.from_arrow([record_batch(), record_batch()])

    checked = check(left.join(right, on="id"), cluster=CLUSTER)

    (join,) = (operator for operator in checked.case.pipeline.plan.operators if operator.inputs)
    assert checked.case.pipeline.plan.source.partitions.value == FILES
    assert join.inputs[0].source.partitions.value == 2


def test_each_source_keeps_its_rows_where_daft_joins_in_another_order():
    """Daft 0.7.26 begins with the smallest of these three."""
    large = daft.from_pydict({"id": list(range(100)), "a": [1] * 100})
    middle = daft.from_pydict({"id": [1, 2], "b": [1, 2]})
    small = daft.from_pydict({"id": [1], "c": [3]})

    plan = check(large.join(middle, on="id").join(small, on="id"), cluster=CLUSTER)
    plan = plan.case.pipeline.plan
    joined = [
        operator.inputs[0].source.rows.value for operator in plan.operators if operator.inputs
    ]

    assert (plan.source.rows.value, joined) == (100, [2, 1])


def test_sources_that_look_alike_are_not_taken_for_each_other():
    large = daft.from_pydict({"id": list(range(100))})
    middle = daft.from_pydict({"id": [1, 2]})
    small = daft.from_pydict({"id": [1]})

    plan = check(large.join(middle, on="id").join(small, on="id"), cluster=CLUSTER)
    plan = plan.case.pipeline.plan

    def rows(plan):
        inner = [rows(branch) for step in plan.operators for branch in step.inputs]
        return sorted(
            [plan.source.rows.value, *(each_inner for found in inner for each_inner in found)]
        )

    assert rows(plan) == [1, 2, 100]


def test_a_plan_that_daft_cannot_make_fails_as_it_does_in_daft():
    from daft.exceptions import DaftCoreException

    with pytest.raises(DaftCoreException):
        check(daft.range(5).offset(1), cluster=CLUSTER)
