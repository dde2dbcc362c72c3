"""What Daft counted for the tables of the docs, and what is predicted."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import daft
import engine_tables
import pytest

from daft_lint.pipelines.reading import read
from daft_lint.scheduling.partitions.flow import flow
from daft_lint.scheduling.partitions.partitioning import Partitioning
from daft_lint.scheduling.partitions.source_partitions import PIECE_ROWS

RECORDED = json.loads(engine_tables.RESULTS.read_text("utf-8"))
NEWEST = RECORDED["0.7.26"]
PROGRAM = """\
import daft
import ray
from daft import Window, col
from daft.functions import row_number

daft.set_runner_ray()


def of_eight():
    return daft.range(800, partitions=8).with_column("k", col("id") % 5)


def of_four():
    return daft.range(400, partitions=4).with_column("k", col("id") % 5)


def connect(): ...


def hive():
    return daft.read_parquet("hive/**/*.parquet", hive_partitioning=True)


def of_catalog():
    return daft.Catalog.from_pydict({{"t": of_eight()}}).get_table("t").read()


def of_session():
    session = daft.Session()
    session.create_temp_table("t", of_eight())
    return session.read_table("t")


def of_ray(rows, blocks, filled=None):
    return daft.from_ray_dataset(ray.data.range(rows, override_num_blocks=blocks))


{program}.collect()
"""
# They name frames that only a run has.
_UNREAD = ("delta(", "iceberg(", "lance(", "paimon(")


ON_RAY = [name for name in engine_tables.PARTITIONS if "ray" in NEWEST[f"partitions: {name}"]]


def _end(text: str, program: str = PROGRAM) -> Partitioning:
    """What is predicted of the frame of a text that something runs."""
    found = read(program.format(program=text), "program.py").pipelines
    (pipeline,) = (each for each in found if each.action is not None)
    return flow(pipeline.plan).end


@pytest.mark.parametrize("name", ON_RAY)
def test_a_prediction_holds_what_ray_made(name: str) -> None:
    text = engine_tables.PARTITIONS[name]
    if text.startswith(_UNREAD):
        text = "daft.read_parquet(place)"
    made, end = NEWEST[f"partitions: {name}"]["ray"], _end(text)
    # What a task leaves may come in several pieces, without rows too.
    assert end.filled.low <= sum(map(bool, made)) <= end.count.high * end.pieces.high
    assert end.rows.low <= sum(made) <= end.rows.high


@pytest.mark.parametrize("name", ["repartition by key", "groupby", "distinct", "window by key"])
def test_a_hint_of_keys_holds_what_ray_made(name: str) -> None:
    program = PROGRAM.replace('col("id") % 5', 'keys_of(col("id"))')
    text = f"# daft-lint: keys=5\ndf = {engine_tables.PARTITIONS[name]}\ndf"
    made, end = NEWEST[f"partitions: {name}"]["ray"], _end(text, program)
    assert end.filled.low <= sum(map(bool, made)) <= end.filled.high == 5


def test_keys_of_shuffles_are_called_as_often_as_the_page_says() -> None:
    page = (Path(__file__).parents[2] / "docs" / "rules" / "udf-in-keys.md").read_text("utf-8")
    for name, written in (
        ("keys of a window", "Window().partition_by(f"),
        ("an order of a window", "row_number().over"),
        ("values of a window", 'f(col("id")).sum().over'),
        ("keys of a pivot", "pivot(f"),
    ):
        (line,) = (line for line in page.splitlines() if line.startswith(f"| `{written}"))
        seen = NEWEST[f"calls: rows of {name}"]
        assert f"| {seen['ray']:,} | 2 | {seen['native']:,} | 1 |" in line


@pytest.mark.parametrize("source", PIECE_ROWS)
def test_pieces_are_as_large_as_the_table_says(source: str) -> None:
    name = {"read_blob": "blobs"}.get(word := source.removeprefix("daft."), word[5:])
    for runner in NEWEST[f"pieces: {name}"].values():
        assert max(runner) == PIECE_ROWS[source]


def test_the_installed_daft_counts_as_recorded(tmp_path: Path) -> None:
    done = subprocess.run(
        (sys.executable, "-W", "ignore", engine_tables.__file__, "--here", "native"),
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    recorded = RECORDED.get(daft.__version__, NEWEST)
    for name, came in json.loads(done.stdout.splitlines()[-1]).items():
        # A package of tables may not be installed here.
        if not str(came).startswith(("ImportError", "ModuleNotFoundError")):
            assert came == recorded[name]["native"], name
