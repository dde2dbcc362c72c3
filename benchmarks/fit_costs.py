"""Fits what a task and a morsel cost on a local cluster to recorded runs.

    python benchmarks/model_accuracy.py --seed 101 102 --count 100 --record fitting.jsonl
    python benchmarks/fit_costs.py fitting.jsonl --check tested.jsonl

Prints the figures of `daft_lint/scheduling/simulation/replay_costs.py` before and after. The runs
to check on, if any, are only looked at: they must be of other seeds.
"""

from __future__ import annotations

import argparse
import math
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from minimising import minimum
from recording import read
from scoring import LATE, makespan

from daft_lint.scheduling.prediction.chains import Chain, chain_distribution, chain_of
from daft_lint.scheduling.prediction.distribution import distribution
from daft_lint.scheduling.prediction.predict import WorkPrediction
from daft_lint.scheduling.simulation import replay_costs
from daft_lint.verification.expectations import costs_of
from daft_lint.verification.shape import Shape, udfs_of
from daft_lint.verification.shape_model import prediction_of, watched_pool

_FIGURE = re.compile(r"_[A-Z][A-Z_]*")
_WORST = 0.5
"""An error of the makespan counts at most so much: a run that was disturbed decides nothing."""

_FIRST_STEP = math.log(1.5)


@dataclass(frozen=True, slots=True)
class Case:
    """A run's shape, what of its prediction costs don't change, and the makespan that was seen.

    `chain` is None where there is one UDF. `observed` is in seconds.
    """

    shape: Shape
    pool: WorkPrediction
    chain: Chain | None
    observed: float


def main() -> int:
    """Fit and print; 2 when the runs can't be used."""
    options = _options()
    try:
        cases, seeds = _cases(options.runs)
        others, tested = _cases(options.check)
    except (OSError, ValueError) as error:
        print(f"fit_costs.py: {error}", file=sys.stderr)
        return 2
    if not cases or seeds & tested:
        why = f"seed {min(seeds & tested)} is in both" if cases else "no run to fit to"
        print(f"fit_costs.py: {why}", file=sys.stderr)
        return 2
    before = figures()
    found = fitted(cases, before, options.draws, options.evaluations)
    print("| figure | before | after |\n| --- | ---: | ---: |")
    for name, value in found.items():
        print(f"| `{name}` | {before[name]:.2g} | {value:.2g} |")
    print("\n| runs | number | error before | after | within 15 % before | after |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    for name, some in (("fitted", cases), ("checked", others)):
        if some:
            print(_compared(name, some, (before, found), options.draws))
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("runs", type=Path, nargs="+", help="recorded runs to fit to")
    parser.add_argument("--check", type=Path, nargs="+", default=[], help="runs of other seeds")
    parser.add_argument("--draws", type=int, default=20, help="simulated runs for each shape")
    parser.add_argument("--evaluations", type=int, default=300, help="how often to try figures")
    return parser.parse_args()


def _cases(files: Sequence[Path]) -> tuple[list[Case], set[int]]:
    """The runs of some files that can be predicted, and their seeds.

    Raises:
        OSError: when a file can't be read.
        ValueError: when a line isn't a run.
    """
    runs = [recorded for recorded in read(files) if not recorded.failure]
    cases = [case_of(run.shape, run.trial.makespan) for run in runs]
    return [case for case in cases if _expected(case, 1) is not None], {run.seed for run in runs}


def case_of(shape: Shape, observed: float) -> Case:
    """The case of a shape whose makespan was so many seconds."""
    prediction = prediction_of(shape)
    seconds = {udf.name: udf.row_seconds for udf in udfs_of(shape.plan)}
    chain = chain_of(prediction.flow, lambda udf: seconds[udf.name])
    return Case(shape, watched_pool(prediction, shape), chain, observed)


def _expected(case: Case, draws: int) -> float | None:
    """The makespan that the model expects with the figures as they are."""
    pool, costs = case.pool, costs_of(case.shape)
    if case.chain is None:
        found = distribution(pool.load, costs, runs=draws)
    else:
        found = chain_distribution(case.chain, pool.call, pool.load, costs, runs=draws)
    return None if found is None else makespan(found)


def figures() -> dict[str, float]:
    """The figures of the replay costs, by name."""
    return {
        name: value
        for name, value in vars(replay_costs).items()
        if _FIGURE.fullmatch(name) and isinstance(value, float)
    }


def put(values: Mapping[str, float]) -> None:
    """Let the replay costs have these figures."""
    for name, value in values.items():
        setattr(replay_costs, name, value)


def fitted(
    cases: Sequence[Case], before: Mapping[str, float], draws: int, evaluations: int
) -> dict[str, float]:
    """The figures with the least mean error, to two digits. The replay costs keep theirs."""
    names = [name for name, value in before.items() if value > 0]

    def values(logarithms: Sequence[float]) -> dict[str, float]:
        exact = (math.exp(logarithm) for logarithm in logarithms)
        return {name: float(f"{number:.2g}") for name, number in zip(names, exact, strict=True)}

    tried = [0]

    def error(logarithms: Sequence[float]) -> float:
        exact = dict(zip(names, map(math.exp, logarithms), strict=True))
        found = mean_error(cases, exact, draws)
        tried[0] += 1
        print(f"\r{tried[0]} of {evaluations}: {found:.4f}", end="", file=sys.stderr, flush=True)
        return found

    start = [math.log(before[name]) for name in names]
    best = values(minimum(error, start, _FIRST_STEP, evaluations))
    print(file=sys.stderr)
    return {**before, **best}


def mean_error(cases: Sequence[Case], values: Mapping[str, float], draws: int) -> float:
    """How far the logarithm of the makespan is from the expected one, on average."""
    return _mean(cases, values, draws, lambda off: min(_WORST, off))


def _compared(
    name: str, cases: Sequence[Case], both: Sequence[Mapping[str, float]], draws: int
) -> str:
    errors = [f"{mean_error(cases, entry, draws):.3f}" for entry in both]
    near = [
        f"{_mean(cases, entry, draws, lambda off: float(off <= math.log(1 + LATE))):.1%}"
        for entry in both
    ]
    return f"| {' | '.join([name, str(len(cases)), *errors, *near])} |"


def _mean(
    cases: Sequence[Case],
    values: Mapping[str, float],
    draws: int,
    counted: Callable[[float], float],
) -> float:
    kept = figures()
    put(values)
    try:
        total = 0.0
        for case in cases:
            wanted = _expected(case, draws)
            assert wanted is not None
            total += counted(abs(math.log(case.observed / wanted)))
        return total / len(cases)
    finally:
        put(kept)


if __name__ == "__main__":
    sys.exit(main())
