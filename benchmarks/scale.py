"""Measures how the cost of a simulation grows with its tasks, and what a prediction costs."""

from __future__ import annotations

import argparse
import multiprocessing
import resource
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median

from daft_lint.documents.document import read_document
from daft_lint.pipelines.reading import read
from daft_lint.plan.pipeline import Pipeline
from daft_lint.registry import all_rules
from daft_lint.run_context import in_context
from daft_lint.scheduling.simulation.cluster_costs import cluster_costs
from daft_lint.scheduling.simulation.dispatch import dispatch_of
from daft_lint.scheduling.simulation.one_pool import simulate
from daft_lint.settings import load_settings

EXAMPLES = Path(__file__).parent.parent / "examples"

MOST_SECONDS = 10.0
MOST_MIB = 1024.0
MOST_GROWTH = 12.0
MOST_PREDICTION_SECONDS = 0.005

TASKS = (1_000, 10_000, 100_000, 1_000_000)
_LEAST_SECONDS = 0.5
"""Below that a run is too short to tell how cost grows."""


@dataclass(frozen=True, slots=True)
class Case:
    """Tasks of these sizes, over and over, for equal workers of 16 CPUs or so."""

    name: str
    tasks: int
    sizes: tuple[int, ...]
    workers: int = 1_000
    actors_per_worker: int = 16
    cpus: int = 16
    batch_size: int = 100
    version: tuple[int, ...] = (0, 7)


@dataclass(frozen=True, slots=True)
class Cost:
    """CPU seconds, which another process doesn't change much, and the peak memory in MiB."""

    seconds: float
    mib: float


KINDS = (
    ("one morsel a task", (100,), (0, 7)),
    ("four morsels a task", (400,), (0, 7)),
    ("uneven tasks", (380, 400, 420, 500), (0, 7)),
    ("four morsels, Daft 0.6.4", (400,), (0, 6, 4)),
)
LARGE = Case("10^9 rows, 64 workers", 4_096, (244_141,), 64, 8, 16, 64)


def main() -> int:
    """Measure, print, and say whether all limits hold."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tasks", type=int, nargs="+", default=TASKS, help="how many tasks")
    parser.add_argument("--runs", type=int, default=5, help="predictions to take medians of")
    arguments = parser.parse_args()
    problems = [
        problem
        for name, sizes, version in KINDS
        for problem in _measure_kind(name, Case(name, 0, sizes, version=version), arguments.tasks)
    ]
    problems += judged(LARGE, _print(LARGE, _measured(LARGE)))
    problems += _measure_predictions(arguments.runs)
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


def _measure_kind(name: str, kind: Case, counts: Sequence[int]) -> list[str]:
    print(f"\n1,000 workers, 16,000 actors, {name}")
    problems: list[str] = []
    before: tuple[Case, Cost] | None = None
    for count in sorted(counts):
        case = replace(kind, name=f"{count:,} tasks", tasks=count)
        cost = _print(case, _measured(case), before)
        problems += judged(case, cost, name)
        if before is not None:
            problems += grown(before, (case, cost), name)
        before = case, cost
    return problems


def _measured(case: Case) -> Cost:
    """What a case costs in a process of its own."""
    with multiprocessing.get_context("spawn").Pool(1) as process:
        return process.apply(_simulated, (case,))


def _simulated(case: Case) -> Cost:
    started = time.process_time()
    sizes = [case.sizes[number % len(case.sizes)] for number in range(case.tasks)]
    simulate(
        sizes,
        (case.actors_per_worker,) * case.workers,
        case.batch_size,
        case.cpus,
        dispatch=dispatch_of(case.version),
        costs=cluster_costs(),
    )
    seconds = time.process_time() - started
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return Cost(seconds, peak / (2**20 if sys.platform == "darwin" else 2**10))


def judged(case: Case, cost: Cost, name: str = "") -> list[str]:
    """What is wrong with a cost: it takes too long, or too much memory."""
    reported = f"{case.name} {name}".strip()
    problems = []
    if cost.seconds > MOST_SECONDS:
        problems.append(f"{reported}: {cost.seconds:.1f} s, at most {MOST_SECONDS:.0f} are allowed")
    if cost.mib > MOST_MIB:
        problems.append(f"{reported}: {cost.mib:.0f} MiB, at most {MOST_MIB:.0f} are allowed")
    return problems


def grown(before: tuple[Case, Cost], now: tuple[Case, Cost], name: str) -> list[str]:
    """Ten times the tasks may cost twelve times as much, and so on."""
    growth = now[1].seconds / max(before[1].seconds, _LEAST_SECONDS)
    times = now[0].tasks / before[0].tasks
    allowed = times * MOST_GROWTH / 10
    if growth > allowed:
        reported = f"{now[0].name} {name}: {growth:.1f} times the cost of {before[0].name}"
        return [f"{reported}, at most {allowed:.1f} times is allowed"]
    return []


def _print(case: Case, cost: Cost, before: tuple[Case, Cost] | None = None) -> Cost:
    grown = "" if before is None else f"{cost.seconds / before[1].seconds:8.1f} times the last"
    print(f"{case.name:<24}{cost.seconds:8.2f} s{cost.mib:9.0f} MiB{grown}", flush=True)
    return cost


def _measure_predictions(runs: int) -> list[str]:
    """What the prediction of each pipeline of the examples costs."""
    rules = {rule.code: rule.name for rule in all_rules()}
    settings = load_settings(EXAMPLES / "pyproject.toml", rules, root=EXAMPLES)
    found: list[tuple[float, str]] = []
    for pipeline in _pipelines():
        in_context(pipeline, settings)
        times = []
        for _ in range(runs):
            started = time.process_time()
            in_context(pipeline, settings)
            times.append(time.process_time() - started)
        source = pipeline.plan.source.span
        found.append((median(times), f"{Path(source.path).name}:{source.line}"))
    slowest, where = max(found)
    middle = median(seconds for seconds, _ in found)
    print(f"\na prediction, of {len(found)} pipelines of the examples, median of {runs}")
    print(f"{'the median one':<24}{middle * 1e3:8.2f} ms")
    print(f"{where:<24}{slowest * 1e3:8.2f} ms, the slowest")
    return [
        f"{place}: a prediction took {seconds * 1e3:.1f} ms, at most "
        f"{MOST_PREDICTION_SECONDS * 1e3:.0f} are allowed"
        for seconds, place in found
        if seconds > MOST_PREDICTION_SECONDS
    ]


def _pipelines() -> list[Pipeline]:
    found: list[Pipeline] = []
    for file in sorted(EXAMPLES.glob("*.py")):
        document = read_document(file, str(file))
        found += read(document.text, document.path).pipelines
    return found


if __name__ == "__main__":
    sys.exit(main())
