"""Whether facts from one run's log foretell the next run, on real Ray.

    python benchmarks/facts_on_ray.py             # ten shapes, two runs each
    python benchmarks/facts_on_ray.py --shapes 4 --seed 7

Each shape is a small pipeline: files, perhaps a filter, a pool that sleeps for each call. It runs
on a cluster of two workers with the event log on. Facts are taken from the first log. The plan by
these facts is compared with the second run, which has other rows in as many files, and rows and
morsels with what the pipeline must have done. Writes `benchmarks/results/facts.json`.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path

from pyarrow import parquet, table

from daft_lint.event_log.records import Reading
from daft_lint.event_log.runs import Run, runs_in

RESULTS = Path(__file__).parent / "results" / "facts.json"
_WITHIN = 0.15
_JOB = """
import sys
import time

import daft
from daft import col
from daft.subscribers.event_log import enable_event_log


@daft.cls(max_concurrency={actors})
class Embed:
    def __init__(self):
        time.sleep({start})

    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size={batch_size})
    def run(self, number):
        time.sleep({row_seconds} * len(number))
        return number


def embed(documents, vectors):
    df = daft.read_parquet(documents + "/*.parquet")
    {filter}
    df.with_column("vector", Embed().run(col("number"))).write_parquet(vectors)


def start_cluster():
    import ray
    from ray.cluster_utils import Cluster

    cluster = Cluster()
    cluster.add_node(num_cpus=0, include_dashboard=False)
    for _ in range(2):
        cluster.add_node(num_cpus={cpus})
    ray.init(address=cluster.address, include_dashboard=False, logging_level="ERROR")
    daft.set_runner_ray(noop_if_initialized=True)


if __name__ == "__main__":
    start_cluster()
    enable_event_log(sys.argv[3])
    embed(sys.argv[1], sys.argv[2])
"""
_SETTINGS = """
[tool.daft-lint.cluster]
workers = 2
cpus-per-worker = {cpus}
"""


@dataclass(frozen=True, slots=True)
class Shape:
    """A pipeline, and the rows of each file in its first and its second run."""

    actors: int
    batch_size: int
    row_seconds: float
    start: float
    cpus: int
    files: int
    rows: tuple[int, int]
    keeps: float


@dataclass(frozen=True, slots=True)
class Result:
    """What was foretold of the pool in the second run, in seconds, and what was seen."""

    shape: Shape
    low: float
    high: float
    seen: float
    row_seconds: float | None
    rows_are_exact: bool

    @property
    def error(self) -> float:
        """How far the middle of the forecast is from what was seen, as a share of that."""
        return (self.low + self.high) / 2 / self.seen - 1


def drawn(random_: random.Random) -> Shape:
    """A shape whose pool works for some seconds."""
    actors = random_.choice((2, 4, 4, 6))
    batch_size = random_.choice((20, 50, 100))
    files = random_.choice((2, 4, 6, 8))
    first = random_.randint(150, 500)
    second = random_.randint(150, 500)
    rows = max(first, second) * files
    row_seconds = round(random_.uniform(4.0, 8.0) * actors / rows, 5)
    keeps = random_.choice((1.0, 1.0, 0.5))
    start = random_.choice((0.0, 0.5, 1.5))
    return Shape(actors, batch_size, row_seconds, start, 4, files, (first, second), keeps)


def ran(shape: Shape, folder: Path, number: int) -> Run:
    """Run the pipeline on a cluster; the run as its log tells it."""
    documents, log = folder / f"documents_{number}", folder / f"log_{number}"
    documents.mkdir()
    for file in range(shape.files):
        rows = shape.rows[number]
        numbers = [place % 100 for place in range(rows)]
        parquet.write_table(table({"number": numbers}), documents / f"{file}.parquet")
    command = (sys.executable, "job.py", documents.name, f"vectors_{number}", str(log))
    environment = {**os.environ, "DAFT_EVENT_LOG_DIR": str(log)}
    subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=True)
    (run,) = runs_in([log], Reading())
    return run


def result(shape: Shape, folder: Path) -> Result:
    """Facts of the first run, against the second run."""
    keeps = f'df = df.where(col("number") < {round(shape.keeps * 100)})' if shape.keeps < 1 else ""
    values = {**asdict(shape), "filter": keeps or "pass"}
    (folder / "job.py").write_text(_JOB.format(**values))
    (folder / "pyproject.toml").write_text(_SETTINGS.format(cpus=shape.cpus))
    first, second = ran(shape, folder, 0), ran(shape, folder, 1)
    _lint(folder, "facts", "from-log", "log_0")
    # The next run has other rows: they are what the person who plans it knows.
    rows = ("--rows", str(shape.rows[1] * shape.files))
    plan = json.loads(_lint(folder, "plan", "job.py", "--output-format", "json", *rows))
    (pool,) = (pool for pipeline in plan["pipelines"] for pool in pipeline["pools"])
    took = pool["now"]["makespan_seconds"]
    pools = [work for work in second.work if "Pool" in work.name]
    # An actor is ready one call before its first rows.
    call = shape.row_seconds * min(shape.batch_size, shape.rows[1])
    ready = min((work.first_output or work.began) for work in pools) - call
    seen = max(work.ended for work in pools) - ready
    facts = (folder / "daft-lint-facts.toml").read_text()
    line = next((one for one in facts.splitlines() if one.startswith("row-seconds")), None)
    return Result(
        shape,
        took["low"],
        took["high"],
        seen,
        None if line is None else json.loads(line.partition("=")[2])[1],
        all(_rows_are_exact(run, shape, number) for number, run in enumerate((first, second))),
    )


def _rows_are_exact(run: Run, shape: Shape, number: int) -> bool:
    """Whether the pool had all rows that the filter keeps, and a morsel for each batch."""
    pools = [work for work in run.work if "Pool" in work.name]
    rows = shape.rows[number]
    left = sum(1 for place in range(rows) if place % 100 < round(shape.keeps * 100))
    morsels = -(-left // shape.batch_size) * shape.files
    told = sum(work.rows_in or 0 for work in pools), sum(work.morsels for work in pools)
    return told == (left * shape.files, morsels)


def _lint(folder: Path, *arguments: str) -> str:
    command = (sys.executable, "-m", "daft_lint", *arguments)
    return subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, text=True, check=True).stdout


def main() -> None:
    """Run the shapes and write the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shapes", type=int, default=10)
    parser.add_argument("--seed", type=int, default=33)
    options = parser.parse_args()
    random_ = random.Random(options.seed)
    results = []
    for number in range(options.shapes):
        shape = drawn(random_)
        with tempfile.TemporaryDirectory() as folder:
            results.append(one := result(shape, Path(folder)))
        print(
            f"{number + 1}: foretold {one.low:.1f} to {one.high:.1f} s, seen {one.seen:.1f} s "
            f"({one.error:+.0%}); a row {one.row_seconds} s, slept {shape.row_seconds}; "
            f"rows {'exact' if one.rows_are_exact else 'NOT exact'}",
            flush=True,
        )
    measured = [one for one in results if one.row_seconds is not None]
    within = sum(abs(one.error) <= _WITHIN for one in measured)
    exact = sum(one.rows_are_exact for one in results)
    print(f"of {len(results)} shapes the log of {len(measured)} told the seconds of a row")
    print(f"{within} of these within {_WITHIN:.0%}; rows exact in {exact} of {len(results)}")
    RESULTS.write_text(json.dumps([asdict(one) for one in results], indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
