"""Whether facts from one run's log foretell the next run, on real Ray.

    python benchmarks/facts_on_ray.py             # twenty shapes, two runs each
    python benchmarks/facts_on_ray.py --exact     # rows and morsels alone: on a busy machine too

Each shape is a small pipeline: files, perhaps a filter, a pool that sleeps for each call. It runs
on a cluster of two workers with the event log on, in a process of its own. Facts are taken from the
first log. The plan by these facts is compared with the second run, which has other rows in as many
files. What the log tells of each worker is compared with what the actors noted themselves. Times
are measured only while the machine is quiet. Results go to `benchmarks/results/facts.json`, and a
second start goes on where the first one ended.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Collection
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from pyarrow import parquet, table

from daft_lint.event_log.records import Reading
from daft_lint.event_log.runs import Run, runs_in

RESULTS = Path(__file__).parent / "results" / "facts.json"
_WITHIN = 0.15
_QUIET = 1.5
"""The load of the last minute up to which times are measured."""
_SECONDS = 420
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
        import ray

        time.sleep({row_seconds} * len(number))
        node = ray.get_runtime_context().get_node_id()
        with open(f"{notes}/" + node, "a") as file:
            file.write(str(len(number)) + "\\n")
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
class Times:
    """What was foretold of the pool in the second run, in seconds, and what was seen.

    `row_seconds` is None where the log of the first run doesn't tell it.
    """

    low: float
    high: float
    seen: float
    row_seconds: float | None

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
    (folder / "notes").mkdir()
    for file in range(shape.files):
        rows = shape.rows[number]
        numbers = [place * 100 // rows for place in range(rows)]
        parquet.write_table(table({"number": numbers}), documents / f"{file}.parquet")
    command = (sys.executable, "job.py", documents.name, f"vectors_{number}", str(log))
    environment = {**os.environ, "DAFT_EVENT_LOG_DIR": str(log)}
    subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=True)
    (folder / "notes").rename(folder / f"notes_{number}")
    (run,) = runs_in([log], Reading())
    return run


def result(shape: Shape, folder: Path, *, exact: bool) -> dict[str, Any]:
    """Whether each log is exact, and unless that is all, facts of the first against the second."""
    if exact:
        shape = replace(shape, row_seconds=0.0002, start=0.0)
    where = f'df = df.where(col("number") < {round(shape.keeps * 100)})'
    # Daft filters while it reads, so its log doesn't tell the share. Who wrote the filter does.
    keeps = f"{where}  # daft-lint: keeps={shape.keeps}" if shape.keeps < 1 else "pass"
    values = {**asdict(shape), "filter": keeps, "notes": folder / "notes"}
    (folder / "job.py").write_text(_JOB.format(**values))
    (folder / "pyproject.toml").write_text(_SETTINGS.format(cpus=shape.cpus))
    first, second = ran(shape, folder, 0), ran(shape, folder, 1)
    logs = [_is_exact(run, shape, folder, number) for number, run in enumerate((first, second))]
    times = None if exact else asdict(_times(shape, folder, second))
    return {"shape": asdict(shape), "exact": logs, "times": times}


def _times(shape: Shape, folder: Path, second: Run) -> Times:
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
    line = next(
        (each_line for each_line in facts.splitlines() if each_line.startswith("row-seconds")), None
    )
    row_seconds = None if line is None else json.loads(line.partition("=")[2])[1]
    return Times(took["low"], took["high"], seen, row_seconds)


def _is_exact(run: Run, shape: Shape, folder: Path, number: int) -> bool:
    """Whether the log has the rows that the actors of each worker noted, and a morsel per batch."""
    rows = shape.rows[number]
    left = sum(1 for place in range(rows) if place * 100 // rows < round(shape.keeps * 100))
    morsels = -(-left // shape.batch_size)
    noted = sorted(
        sum(map(int, file.read_text().split())) for file in (folder / f"notes_{number}").iterdir()
    )
    reported: Counter[str] = Counter()
    batches: Counter[str] = Counter()
    for work in run.work:
        if "Pool" in work.name and work.rows_in:
            reported[work.process] += work.rows_in
            batches[work.process] += work.morsels
    # Each task is a file, with as many rows as every other.
    return (
        sorted(reported.values()) == noted
        and sum(noted) == left * shape.files
        and all(batches[process] == reported[process] // left * morsels for process in reported)
    )


def _lint(folder: Path, *arguments: str) -> str:
    command = (sys.executable, "-m", "daft_lint", *arguments)
    return subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, text=True, check=True).stdout


def _when_quiet() -> None:
    while os.getloadavg()[0] >= _QUIET:
        time.sleep(20)


def _known() -> dict[str, Any]:
    return dict(json.loads(RESULTS.read_text("utf-8"))) if RESULTS.exists() else {}


def main() -> None:
    """Run the shapes that have no result yet, and sum up all results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shapes", type=int, default=20)
    parser.add_argument("--seed", type=int, default=33)
    parser.add_argument("--exact", action="store_true")
    parser.add_argument("--only", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    random_ = random.Random(options.seed)
    shapes = [drawn(random_) for _ in range(options.shapes)]
    if options.only is not None:
        with tempfile.TemporaryDirectory() as folder:
            found = result(shapes[options.only], Path(folder), exact=options.exact)
        print(json.dumps(found))
        return
    for number in range(options.shapes):
        known = _known()
        name = f"seed {options.seed}, shape {number + 1}"
        if name in known and (options.exact or known[name]["times"]):
            continue
        if not options.exact:
            _when_quiet()
        again = [sys.executable, __file__, "--only", str(number), "--seed", str(options.seed)]
        again += ["--shapes", str(options.shapes), *(["--exact"] if options.exact else [])]
        try:
            done = subprocess.run(
                again, capture_output=True, text=True, timeout=_SECONDS, check=True
            )
        except (subprocess.TimeoutExpired, subprocess.CalledProcessError) as error:
            reported = str(error.stderr or "").strip().splitlines()[-1:]
            why = " ".join([type(error).__name__, *reported])
            print(f"{name}: {why}; start again to repeat it", flush=True)
            continue
        known[name] = json.loads(done.stdout.splitlines()[-1])
        RESULTS.write_text(json.dumps(known, indent=1) + "\n", "utf-8")
        print(f"{name}: {known[name]['exact']}, {known[name]['times']}", flush=True)
    _sum_up(_known().values())


def _sum_up(results: Collection[dict[str, Any]]) -> None:
    logs = [is_exact for found in results for is_exact in found["exact"]]
    print(f"rows and morsels of each worker exact in {sum(logs)} of {len(logs)} logs")
    times = [Times(**found["times"]) for found in results if found["times"]]
    if not times:
        return
    timed = [timing for timing in times if timing.row_seconds is not None]
    within = sum(abs(timing.error) <= _WITHIN for timing in timed)
    print(f"the seconds of a row told in {len(timed)} of {len(times)} shapes")
    print(f"{within} of these foretold within {_WITHIN:.0%}")


if __name__ == "__main__":
    main()
