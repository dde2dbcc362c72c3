"""Whether the advice of `plan` holds: random pipelines on local Ray clusters, before and after it.

Each shape is planned with the seconds that its UDF sleeps for a row. Where a change is advised, the
shape runs as it is and as advised, in turn, and the medians of its makespans are compared. The
first three shapes got advice that made 8 of 12 runs slower when a step was priced by one lucky
simulation (2026-11-25).

    python benchmarks/advice_on_ray.py --record runs.jsonl
    python benchmarks/advice_on_ray.py --from runs.jsonl --write

Prints a table in Markdown. The exit code is 1 when an advice is slower in the median or fewer than
80 % of the makespans are within 15 % of the forecast, and 2 when nothing ran.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from statistics import median

from recording import Recorded, append, read
from running import Numbered, run

from daft_lint.planning.planner import PlannedPool, Question, planned
from daft_lint.planning.pricing import Pricing
from daft_lint.planning.what_if import WhatIf
from daft_lint.scheduling.forecast import Forecast
from daft_lint.scheduling.run_times import ALIKE
from daft_lint.scheduling.tuning import Constraints, Tunable
from daft_lint.verification.shape import (
    ClusterSize,
    PlanShape,
    Shape,
    StepKind,
    StepShape,
    UdfShape,
    with_udf,
)
from daft_lint.verification.shape_model import pipeline_of

PAGE = Path(__file__).parent.parent / "docs" / "advice-on-ray.md"
PUNCTUAL = 0.8
"""So many makespans of ten are to be about as long as forecast."""

_NAME = "watched"
_CPUS = 8
_SECONDS = (1.0, 2.5)
_HEAD = """# Does the advice hold?

`daft-lint plan` gave advice for random pipelines. In half of them, a worker has one actor more than
another. Each pipeline ran on a local Ray cluster as it is and as advised, in turn, {trials} times
each: {versions}, two cores with other work on them.

An earlier version of `plan` made most runs of the first three pipelines slower: it trusted a single
simulation, which was lucky. Now it advises a step only if the step wins more than the error of the
model in the mean, and is no slower in the slowest tenth or on a slow engine. To measure again:

    pip install -e '.[verify]'
    python benchmarks/advice_on_ray.py --record runs.jsonl
    python benchmarks/advice_on_ray.py --from runs.jsonl --write

"""


@dataclass(frozen=True, slots=True)
class Advised:
    """A shape, what a plan changes of it, and what it forecasts before and after."""

    shape: Shape
    changes: tuple[tuple[Tunable, int | None, int], ...]
    after: Shape
    now: Forecast
    then: Forecast


def shapes(seed: int, count: int) -> list[Shape]:
    """The three that went wrong, and so many random ones."""
    random = Random(seed)
    wrong = [
        _shape(3, 2_500, 5, 200, 16),
        _shape(3, 4_314, 8, 200, 15),
        _shape(3, 2_528, 5, 128, 13),
    ]
    return wrong + [_drawn(random, uneven=number % 2 == 0) for number in range(count)]


def _drawn(random: Random, *, uneven: bool) -> Shape:
    workers = random.randint(2, 4)
    actors = random.choice([n for n in range(2, 9) if bool(n % workers) is uneven and n >= workers])
    rows = round(10 ** random.uniform(2.5, 3.7))
    batch = round(10 ** random.uniform(1.2, 2.7))
    return _shape(workers, rows, actors, batch, random.choice((1, *range(2, 21))))


def _shape(workers: int, rows: int, actors: int, batch: int, partitions: int) -> Shape:
    seconds = round(1.2 * min(actors, 8) / rows, 5)
    udf = UdfShape(_NAME, actors, batch, row_seconds=seconds)
    steps = (StepShape(StepKind.INTO_PARTITIONS, partitions), StepShape(StepKind.UDF, udfs=(udf,)))
    return Shape(PlanShape(rows, 1, steps), ClusterSize(workers, _CPUS), _NAME)


def advised(shape: Shape) -> Advised | None:
    """What a plan advises for a shape; None where it leaves it as it is."""
    pool = _planned(shape)
    tuning = pool.tuning
    if tuning is None or not tuning.steps or pool.advised is None:
        return None
    after, changes = shape, []
    for step in tuning.steps:
        changes.append((step.tunable, step.before, step.after))
        after = _changed(after, step.tunable, step.after)
    return Advised(shape, tuple(changes), after, pool.now, pool.advised)


def _planned(shape: Shape) -> PlannedPool:
    pricing = Pricing(row_seconds=shape.udf.row_seconds)
    question = Question(WhatIf(), pricing.costs, Constraints(), ends=pricing.ends)
    (pool,) = planned(pipeline_of(shape), question).pools
    return pool


def _changed(shape: Shape, tunable: Tunable, number: int) -> Shape:
    if tunable is Tunable.BATCH_SIZE:
        return with_udf(shape, replace(shape.udf, batch_size=number))
    if tunable is not Tunable.PARTITIONS:
        raise ValueError(f"no shape of this benchmark has {tunable.value}")
    split, *others = shape.plan.steps
    steps = (replace(split, count=number), *others)
    return replace(shape, plan=replace(shape.plan, steps=steps))


def _to_run(found: Iterable[tuple[int, Advised]], trials: int) -> Iterator[Numbered]:
    """Before and after in turn: an even number is a run before, an odd one a run after."""
    for place, advice in found:
        for trial in range(trials):
            yield Numbered(place, 2 * trial, advice.shape)
            yield Numbered(place, 2 * trial + 1, advice.after)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an advice did: the makespans before and after, in seconds."""

    advised: Advised
    before: tuple[float, ...]
    after: tuple[float, ...]

    @property
    def helps(self) -> bool:
        """Whether the median falls."""
        return median(self.after) < median(self.before)

    @property
    def punctual(self) -> list[bool]:
        """Of each run as advised, whether it took about as long as forecast."""
        forecast = self.advised.then.makespan
        assert forecast is not None
        middle = (forecast.low + forecast.high) / 2
        return [abs(seconds - middle) <= ALIKE * middle for seconds in self.after]


def outcomes(found: dict[int, Advised], runs: Iterable[Recorded]) -> list[Outcome]:
    """What came of the advice that ran."""
    spans: dict[int, tuple[list[float], list[float]]] = {place: ([], []) for place in found}
    for recorded in runs:
        if recorded.failure or recorded.seed not in found:
            continue
        after = recorded.number % 2
        known = found[recorded.seed]
        if recorded.shape == (known.after if after else known.shape):
            spans[recorded.seed][after].append(recorded.trial.makespan)
    return [
        Outcome(found[place], tuple(before), tuple(after))
        for place, (before, after) in spans.items()
        if before and after
    ]


def table(given: Sequence[Shape], found: Sequence[Outcome]) -> str:
    """All of it in Markdown."""
    falls = sum(outcome.helps for outcome in found)
    punctual = [reported for outcome in found for reported in outcome.punctual]
    lines = [
        f"Of {len(given)} pipelines {len(found)} got advice that ran: the median makespan fell in "
        f"{falls}, and {sum(punctual)} of {len(punctual)} runs as advised were within 15 % of the "
        "middle of the forecast.",
        "",
        "| workers | rows | actors | batch_size | tasks | advised | forecast | before | after |",
        "| ---: | ---: | ---: | ---: | ---: | --- | --- | --- | --- |",
    ]
    by_shape = {outcome.advised.shape: outcome for outcome in found}
    lines += [_row(shape, by_shape.get(shape)) for shape in given]
    return "\n".join(lines) + "\n"


def _row(shape: Shape, found: Outcome | None) -> str:
    udf, split = shape.udf, shape.plan.steps[0].count
    cells = [shape.cluster.workers, f"{shape.plan.rows:,}", udf.concurrency, udf.batch_size, split]
    if found is None:
        cells += ["nothing", "", "", ""]
    else:
        advice = found.advised
        changes = (f"{tunable.value} {number}" for tunable, _, number in advice.changes)
        cells += [
            ", ".join(changes),
            f"{_range(advice.now)} becomes {_range(advice.then)}",
            *(" ".join(f"{number:.2f}" for number in some) for some in (found.before, found.after)),
        ]
    return f"| {' | '.join(map(str, cells))} |"


def _range(forecast: Forecast) -> str:
    makespan = forecast.makespan
    assert makespan is not None
    return f"{makespan.low:.2f} to {makespan.high:.2f} s"


def main() -> int:
    """Plan the shapes, run or read them, and compare."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=30, help="random shapes besides the three")
    parser.add_argument("--trials", type=int, default=3, help="runs before and after, each")
    parser.add_argument(
        "--record", type=Path, metavar="FILE", help="add the runs to FILE, but those it has"
    )
    parser.add_argument("--from", dest="known", type=Path, metavar="FILE", help="run nothing")
    parser.add_argument("--write", action="store_true", help=f"write docs/{PAGE.name} anew")
    options = parser.parse_args()
    given = shapes(options.seed, options.count)
    found = {
        place: advice for place, shape in enumerate(given) if (advice := advised(shape)) is not None
    }
    record = options.known or options.record
    runs = read([record]) if record is not None and record.exists() else []
    if not options.known:
        done = {(recorded.seed, recorded.number, recorded.shape) for recorded in runs}
        wanted = _to_run(found.items(), options.trials)
        left = [
            numbered
            for numbered in wanted
            if (numbered.seed, numbered.number, numbered.shape) not in done
        ]
        for seen in run(left):
            runs.append(seen)
            if options.record:
                append(options.record, seen)
    came = outcomes(found, runs)
    if not came:
        return 2
    text = table(given, came)
    print(text)
    if options.write:
        head = _HEAD.format(trials=options.trials, versions=runs[0].versions)
        PAGE.write_text(head + text, encoding="utf-8")
    punctual = [reported for outcome in came for reported in outcome.punctual]
    good = all(outcome.helps for outcome in came) and sum(punctual) >= PUNCTUAL * len(punctual)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
