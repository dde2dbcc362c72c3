"""What may become of a pool: scheduling is random, so a distribution of many simulated runs."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from daft_lint.scheduling.bounds import Load
from daft_lint.scheduling.dealing import Batched, Dealing, Parts, Whole, deal
from daft_lint.scheduling.occupancy import Occupancy
from daft_lint.scheduling.placement import spread
from daft_lint.scheduling.simulation import (
    DEFAULT_MORSEL_ROWS,
    EQUAL_ROWS,
    MOST_MORSELS,
    Costs,
    cut,
    run_morsels,
    simulate,
)

if TYPE_CHECKING:
    from random import Random

NEAR = 0.10
"""Up to such a difference of utilisation two runs count as about the same."""

_SHARE = 0.9
"""The share of runs that an interval holds at least."""

_ENOUGH_MORSELS = 5_000
_FEWEST_RUNS = 20
_MOST_MORSELS = 50_000
"""With 20 runs after `_ENOUGH_MORSELS` (some 30 ms), or after so many, no further run is made."""

_RUNS = 200
_SEED = 7


@dataclass(frozen=True, slots=True)
class Distribution:
    """What nine runs of ten do, and the mean of all.

    From `idle_low` to `idle_high` actors idle, in the narrowest range that holds nine runs of ten.
    `utilisation` is the mean, from 0 to 1. Where two quite different things can happen hardly any
    run is near it, so `typical` is the mean of those runs that are most alike, within 0.10 of the
    middle. `odds` and `typical_odds` are the shares of runs within 0.10 of the two.
    `occupancy` is one likely run.
    """

    idle_low: int
    idle_high: int
    utilisation: float
    odds: float
    typical: float
    typical_odds: float
    occupancy: Occupancy


def distribution(
    load: Load, costs: Costs = EQUAL_ROWS, *, runs: int = _RUNS, seed: int = _SEED
) -> Distribution | None:
    """Simulate a load many times, with everything drawn that is random in Daft.

    These are the partition sizes after a shuffle, the workers with an actor more, the worker that
    gets a task when several are equally free, and the actor that a worker's slots start at.

    Args:
        load: What decides the work of the pool.
        costs: What rows, morsels and tasks cost.
        runs: How many runs at most; fewer when each has many morsels.
        seed: The same seed draws the same runs.

    Returns:
        None when not all of the load is known, or when it has no row.
    """
    case = _case(load)
    if case is None:
        return None
    found = list(_runs(case, costs, runs, seed))
    if not found[0].rows:
        return None
    low, high = narrowest([run.idle for run in found])
    utilisations = [run.utilisation for run in found]
    mean = _mean(utilisations)
    typical = _mean(_most_alike(utilisations))
    return Distribution(
        low,
        high,
        mean,
        _share_near(mean, utilisations),
        typical,
        _share_near(typical, utilisations),
        _likely(found),
    )


def narrowest(counts: Sequence[int]) -> tuple[int, int]:
    """The narrowest range that holds nine tenths of the counts; of several the fullest one."""
    needed = _SHARE * len(counts)
    best: tuple[int, int, int] | None = None
    for low in sorted(set(counts)):
        inside = 0
        for high in sorted({count for count in counts if count >= low}):
            inside += counts.count(high)
            if inside >= needed:
                best = min(best or (high - low, -inside, low), (high - low, -inside, low))
                break
    if best is None:
        raise ValueError("no counts")
    width, _, low = best
    return low, low + width


@dataclass(frozen=True, slots=True)
class _Case:
    """A load of which all is known.

    `morsel_rows` is None when each piece is a morsel, with `recut` as the first of the tasks that
    share a plan is cut.
    """

    dealing: Dealing
    actors: int
    workers: int
    cpus: int | None
    morsel_rows: int | None
    shared_slots: bool
    recut: bool


def _case(load: Load) -> _Case | None:
    dealing = load.dealing
    if dealing is None and load.sizes is not None:
        dealing = Whole(load.sizes)
    if dealing is None or not (load.actors.known and load.workers.known):
        return None
    if load.cpus is not None and not load.cpus.known:
        return None
    unset = load.batch_size.high == DEFAULT_MORSEL_ROWS
    if not (load.batch_size.known or unset):
        return None
    return _Case(
        dealing,
        load.actors.count,
        load.workers.count,
        None if load.cpus is None else load.cpus.count,
        None if unset else load.batch_size.count,
        load.shared_slots,
        unset and load.shared_slots and isinstance(dealing, Batched),
    )


def _runs(case: _Case, costs: Costs, runs: int, seed: int) -> Iterator[Occupancy]:
    from random import Random

    random = Random(seed)
    morsels = 0
    for done in range(max(1, runs)):
        if morsels >= (_ENOUGH_MORSELS if done >= _FEWEST_RUNS else _MOST_MORSELS):
            return
        parts = deal(case.dealing, case.workers, random)
        run = _run(case, parts, costs, random)
        morsels += max(run.morsels, sum(len(pieces) for pieces in parts))
        yield run


def _run(case: _Case, parts: Parts, costs: Costs, random: Random) -> Occupancy:
    actors = random.sample(spread(case.actors, case.workers), case.workers)
    size = case.morsel_rows or DEFAULT_MORSEL_ROWS
    sizes = [sum(pieces) for pieces in parts]
    if sum(-(-rows // size) for rows in sizes) > MOST_MORSELS:
        return simulate(sizes, actors, case.morsel_rows, case.cpus, costs=costs)
    return run_morsels(
        [_morsels(pieces, case.morsel_rows) for pieces in parts],
        actors,
        case.cpus,
        case.shared_slots,
        costs,
        random,
        recut=case.recut,
    )


def _morsels(pieces: Sequence[int], morsel_rows: int | None) -> list[int]:
    if morsel_rows is not None:
        return list(cut(sum(pieces), morsel_rows))
    return [morsel for rows in pieces for morsel in cut(rows, DEFAULT_MORSEL_ROWS)]


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers)


def _share_near(middle: float, numbers: Sequence[float]) -> float:
    return _mean([abs(number - middle) <= NEAR for number in numbers])


def _most_alike(numbers: Sequence[float]) -> Sequence[float]:
    """As many of the numbers as a range of twice `NEAR` can hold."""
    ordered = sorted(numbers)
    ranges = (
        ordered[start : bisect_right(ordered, low + 2 * NEAR)] for start, low in enumerate(ordered)
    )
    return max(ranges, key=len)


def _likely(runs: Sequence[Occupancy]) -> Occupancy:
    """Of the runs with the most frequent idle count the one with their median utilisation."""
    idle = [run.idle for run in runs]
    commonest = max(sorted(set(idle)), key=idle.count)
    alike = sorted((run for run in runs if run.idle == commonest), key=lambda run: run.utilisation)
    return alike[len(alike) // 2]
