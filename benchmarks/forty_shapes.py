"""How well the model predicts real runs: random shapes on local Ray clusters.

Each shape runs once. Its idle actors should lie in the predicted interval, which should be narrow,
and its utilisation near the expected one. Prints Markdown; exits with 1 when a target is missed.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from random_shapes import draw_shapes

from daft_lint.scheduling.distribution import NEAR, Distribution, distribution
from daft_lint.scheduling.replay_costs import replay_costs
from daft_lint.verification.engine_process import (
    EngineError,
    EngineGoneError,
    EngineProcess,
    EngineTimeoutError,
)
from daft_lint.verification.messages import Ran, Replay, Start, Started
from daft_lint.verification.modelling import pool_of
from daft_lint.verification.observation import Trial
from daft_lint.verification.observing import DisturbedError, trial
from daft_lint.verification.shape import Shape

PAGE = Path(__file__).parent.parent / "docs" / "model-accuracy.md"

INSIDE = 0.95
WIDTH = 0.5
CLOSE = 0.90

_START_SECONDS = 120.0
_RUN_SECONDS = 120.0
_PATIENCE = 10.0


@dataclass(frozen=True, slots=True)
class Outcome:
    """A shape, what was expected of it, and what its run showed."""

    shape: Shape
    expected: Distribution
    observed: Trial

    @property
    def inside(self) -> bool:
        """Whether the idle actors are as predicted."""
        return self.expected.idle_low <= self.observed.idle <= self.expected.idle_high

    @property
    def width(self) -> int:
        """How far apart the ends of the predicted interval are, in actors."""
        return self.expected.idle_high - self.expected.idle_low

    @property
    def close(self) -> bool:
        """Whether the utilisation is about the mean that is expected."""
        return abs(self.observed.utilisation - self.expected.utilisation) <= NEAR

    @property
    def typical(self) -> bool:
        """Whether the utilisation is about that of a typical run."""
        return abs(self.observed.utilisation - self.expected.typical) <= NEAR


@dataclass(frozen=True, slots=True)
class Result:
    """All outcomes of one seed, and what they ran on."""

    seed: int
    outcomes: tuple[Outcome, ...]
    failures: tuple[str, ...]
    seconds: float

    @property
    def inside(self) -> float:
        """Share of shapes whose idle actors are as predicted."""
        return sum(one.inside for one in self.outcomes) / len(self.outcomes)

    @property
    def width(self) -> float:
        """Mean width of the predicted intervals, in actors."""
        return sum(one.width for one in self.outcomes) / len(self.outcomes)

    @property
    def close(self) -> float:
        """Share of shapes whose utilisation is about as expected."""
        return sum(one.close for one in self.outcomes) / len(self.outcomes)

    @property
    def typical(self) -> float:
        """Share of shapes whose utilisation is about that of a typical run."""
        return sum(one.typical for one in self.outcomes) / len(self.outcomes)

    @property
    def odds(self) -> float:
        """What `close` should be by the odds of the model."""
        return sum(one.expected.odds for one in self.outcomes) / len(self.outcomes)

    @property
    def typical_odds(self) -> float:
        """What `typical` should be by the odds of the model."""
        return sum(one.expected.typical_odds for one in self.outcomes) / len(self.outcomes)

    @property
    def good(self) -> bool:
        """Whether every target is met and every shape ran."""
        return (
            not self.failures
            and self.inside >= INSIDE
            and self.width <= WIDTH
            and self.close >= CLOSE
        )


def expected(shape: Shape) -> Distribution:
    """What the model expects of a shape.

    Raises:
        ValueError: when the model can't tell.
    """
    udf = shape.udf
    costs = replay_costs(udf.row_seconds, shape.cluster.workers, udf.concurrency or 1)
    found = distribution(pool_of(shape).load, costs)
    if found is None:
        raise ValueError(f"nothing is predicted for {described(shape)}")
    return found


def run(shapes: Sequence[Shape]) -> Iterator[tuple[Shape, Trial | str]]:
    """Run each shape once, on one cluster per worker count; a text says why one failed."""
    left = sorted(shapes, key=lambda shape: shape.cluster.workers)
    while left:
        done = 0
        for shape, seen in _on_one_cluster(left):
            done += 1
            yield shape, seen
        left = left[done:]


def _on_one_cluster(shapes: Sequence[Shape]) -> Iterator[tuple[Shape, Trial | str]]:
    """Run the first of the shapes and those after it, as long as its cluster is of use."""
    size = shapes[0].cluster
    with EngineProcess() as engine:
        started = engine.ask(Start(size), _START_SECONDS)
        if not isinstance(started, Started):
            raise EngineError("the cluster did not start")
        nodes = [node.node for node in started.nodes]
        for shape in shapes:
            if shape.cluster != size:
                return
            try:
                yield shape, _observed(engine, shape, nodes)
            except (EngineTimeoutError, EngineGoneError) as error:
                yield shape, str(error)
                return


def _observed(engine: EngineProcess, shape: Shape, nodes: Sequence[str]) -> Trial | str:
    try:
        ran = engine.ask(Replay(shape, _PATIENCE), _RUN_SECONDS)
        if not isinstance(ran, Ran):
            return "no answer"
        return trial(ran.actors, nodes, shape.udf.concurrency or 1, ran.seconds)
    except (EngineTimeoutError, EngineGoneError):
        raise
    except (EngineError, DisturbedError) as error:
        return str(error)


def measured(seed: int, count: int) -> Result:
    """Run so many shapes of a seed and compare them with the model."""
    started = time.monotonic()
    outcomes: list[Outcome] = []
    failures: list[str] = []
    for shape, seen in run(draw_shapes(seed, count)):
        if isinstance(seen, str):
            failures.append(f"{described(shape)}: {seen}")
            print(f"\n{failures[-1]}", file=sys.stderr)
        else:
            outcomes.append(Outcome(shape, expected(shape), seen))
        print(f"\r{len(outcomes) + len(failures)} of {count}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return Result(seed, tuple(outcomes), tuple(failures), time.monotonic() - started)


def described(shape: Shape) -> str:
    """A shape in one line."""
    plan, udf = shape.plan, shape.udf
    steps = [f"{step.kind.value} {step.count}" for step in plan.steps if not step.udfs]
    source = f"{plan.rows:,} rows in {plan.partitions}"
    batch = "batch_size unset" if udf.batch_size is None else f"batch_size {udf.batch_size}"
    pool = f"{udf.concurrency} actors, {batch}"
    return ", ".join([source, *steps, pool])


def summary(result: Result) -> list[str]:
    """The result in a few lines of Markdown."""
    outcomes = result.outcomes

    def share(hits: Sequence[bool]) -> str:
        return f"{sum(hits) / len(hits):.1%} ({sum(hits)} of {len(hits)})"

    return [
        "| what | wanted | by the model's own odds | measured |",
        "| --- | ---: | ---: | ---: |",
        f"| shapes whose idle actors lie in the 90 % interval | {INSIDE:.0%} | 90% or more "
        f"| {share([one.inside for one in outcomes])} |",
        f"| mean width of the interval, in actors | {WIDTH} or less | | {result.width:.2f} |",
        f"| shapes whose utilisation is within {NEAR:.2f} of the mean | {CLOSE:.0%} "
        f"| {result.odds:.1%} | {share([one.close for one in outcomes])} |",
        f"| shapes whose utilisation is within {NEAR:.2f} of the typical one | {CLOSE:.0%} "
        f"| {result.typical_odds:.1%} | {share([one.typical for one in outcomes])} |",
    ]


def table(outcomes: Sequence[Outcome]) -> list[str]:
    """Every shape with what was predicted and what was seen."""
    lines = [
        "| workers | pipeline | ms a row | idle: predicted | seen "
        "| utilisation: mean | odds | typical | odds | seen | |",
        "| ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |",
    ]
    for one in outcomes:
        low, high = one.expected.idle_low, one.expected.idle_high
        missed = {"idle": one.inside, "mean": one.close, "typical": one.typical}
        cells = [
            str(one.shape.cluster.workers),
            described(one.shape),
            f"{1000 * one.shape.udf.row_seconds:.1f}",
            f"{low}" if low == high else f"{low} to {high}",
            str(one.observed.idle),
            f"{one.expected.utilisation:.2f}",
            f"{one.expected.odds:.0%}",
            f"{one.expected.typical:.2f}",
            f"{one.expected.typical_odds:.0%}",
            f"{one.observed.utilisation:.2f}",
            ", ".join(f"{what} missed" for what, hit in missed.items() if not hit),
        ]
        lines.append(f"| {' | '.join(cells)} |")
    return lines


def versions() -> str:
    """What it ran on."""
    return (
        f"Daft {version('daft')}, Ray {version('ray')}, daft-lint {version('daft-lint')}, "
        f"Python {platform.python_version()}, {os.cpu_count()} cores"
    )


def report(results: Sequence[Result]) -> str:
    """All results in Markdown."""
    lines: list[str] = []
    for result in results:
        lines += [f"## Seed {result.seed}", "", *summary(result), ""]
        lines += [f"- did not run: {failure}" for failure in result.failures]
        lines += [*table(result.outcomes), ""]
    return "\n".join(lines)


def main() -> int:
    """Measure and report; 0 when every seed meets the targets."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, nargs="+", default=[1], help="draws the shapes")
    parser.add_argument("--count", type=int, default=40, help="shapes for each seed")
    parser.add_argument("--write", action="store_true", help=f"write docs/{PAGE.name} anew")
    options = parser.parse_args()
    results = [measured(seed, options.count) for seed in options.seed]
    text = report(results)
    print(versions(), text, sep="\n\n")
    if options.write:
        from accuracy_page import page

        PAGE.write_text(page(versions(), text), encoding="utf-8")
    return 0 if all(result.good for result in results) else 1


if __name__ == "__main__":
    sys.exit(main())
