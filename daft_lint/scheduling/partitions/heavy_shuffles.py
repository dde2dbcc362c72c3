"""Repartitions that move heavy rows, and where they could move light ones instead."""

from __future__ import annotations

import math

from daft_lint.plan.expressions import DOWNLOADS
from daft_lint.plan.pipeline import Action, Operator, OperatorKind, Plan, UdfCall
from daft_lint.plan.quantity import Quantity, between, exactly
from daft_lint.records import dataclass
from daft_lint.scheduling.optimiser.columns import Needed, columns_after, written
from daft_lint.scheduling.optimiser.kept import Kept
from daft_lint.scheduling.optimiser.liveness import needed_after
from daft_lint.scheduling.optimiser.optimiser_rules import REPARTITIONS
from daft_lint.scheduling.optimiser.required_columns import Needs, of_frame
from daft_lint.scheduling.optimiser.rewriting import Optimised, needed_by
from daft_lint.scheduling.partitions.flow import Step

MANY_ROWS = 1_000
"""So many images or documents at once are gigabytes."""

ANY_BYTES = between(1, math.inf)
"""Bytes of a row where nothing bounds them."""

USUAL_BATCHES = (256, 128, 64, 32, 16)
"""Rows of a batch that people choose for images and documents."""

LARGEST_MADE_BATCH = 32
"""Ten to twenty batches that a UDF made are in memory at once (measured on two cores)."""

_ROWS_AT_ONCE = 512
"""Heavy rows that a worker may hold at once, if their bytes or its memory aren't known."""

_USUAL_CPUS = 16

_MANY_BYTES = exactly(2**30)
"""Where the memory of a worker is not known, less in one call is no trouble."""


def room_for_rows(memory: Quantity | None) -> Quantity:
    """Bytes from which on the rows of a call are too many for a worker with so much memory."""
    return memory or _MANY_BYTES


def may_be_too_many(rows: Quantity, row_bytes: Quantity, memory: Quantity | None) -> bool:
    """Whether so many heavy rows may be too many for one call."""
    return rows.high > MANY_ROWS and (rows * row_bytes).high > room_for_rows(memory).low


def largest_usual_batch(row_bytes: Quantity, memory: Quantity | None, cpus: Quantity | None) -> int:
    """The largest usual batch that a worker may hold for each of its CPUs at once.

    Measured on Daft 0.7.26, 2,000 images of 270 kB (540 MB) from a Parquet file in front of a batch
    UDF: on 8 CPUs the peak stayed at 2.1 GB with batches of 256 and became 0.6 GB with 32, natively
    and on Ray; on 2 CPUs 256 made it 0.9 GB.
    """
    each = cpus.high if cpus is not None and cpus.known else _USUAL_CPUS
    most: float = _ROWS_AT_ONCE
    if memory is not None and row_bytes.known:
        most = memory.high / row_bytes.high
    return next((rows for rows in USUAL_BATCHES if rows * each <= most), USUAL_BATCHES[-1])


_PASSING = REPARTITIONS | {
    OperatorKind.INTO_BATCHES,
    OperatorKind.LIMIT,
    OperatorKind.SAMPLE,
    OperatorKind.SORT,
}


@dataclass(frozen=True, slots=True)
class HeavyShuffle:
    """A repartition of a heavy column that could run before the step that makes it.

    `made_by` is the first step since the last barrier that makes the rows heavy. Between it and the
    repartition no row is dropped or added, and nothing makes a column that it reads. With
    `of_addresses` the rows have nothing before that step but what it downloads from.
    """

    step: Step
    column: str
    made_by: Operator
    of_addresses: bool


def heavy_shuffle(step: Step, optimised: Optimised, action: Action | None) -> HeavyShuffle | None:
    """What a step of the optimised plan moves needlessly; None when nothing surely is."""
    if (
        step.operator.kind not in REPARTITIONS
        or step.operator.maybe
        or step.plan is not optimised.plan
    ):
        return None
    heavy = _heavy_columns(step.ahead)
    needs = needed_by(action, optimised.plan)
    needed = needed_after(step.plan, step.place, needs.at_least)
    moved = [name for name in heavy if needed.has(name)]
    if not moved:
        return None
    first = min(heavy[name] for name in moved)
    between = step.ahead[first:]
    if not all(_may_run_after(operator, step.operator) for operator in between):
        return None
    of_addresses = _has_only_addresses(step, first, needs.at_most)
    return HeavyShuffle(step, moved[-1], step.ahead[first], of_addresses)


def _has_only_addresses(step: Step, first: int, needed: Needed) -> bool:
    """Whether a download that comes `first` reads all columns that are needed from before it."""
    made_by = step.ahead[first]
    if not DOWNLOADS & set(made_by.expressions):
        return False
    after = needed_after(step.plan, step.place - len(step.ahead) + first, needed)
    wanted = of_frame(made_by, Needs.exactly(after), made_by.calls).at_most
    there = columns_after(step.plan.source, step.ahead[:first])
    if there is None:
        there = None if wanted.inverted else wanted.names
    return there is not None and frozenset(filter(wanted.has, there)) == made_by.reads


def heavy_input(step: Step, call: UdfCall, *, of_udfs: bool = True) -> Quantity | None:
    """Bytes of a row that a call in a step gets of what a download, a decode or such a UDF made.

    None where it surely gets nothing of that. Without `of_udfs`, what a UDF made doesn't count.
    """
    if call.heavy:
        return call.row_bytes or ANY_BYTES
    heavy = _SIZES.once(
        step.plan, (id(step.plan), of_udfs), lambda: _sizes_along(step.plan, of_udfs=of_udfs)
    )[step.place]
    read = [size for name, size in heavy.items() if name in (call.reads or frozenset())]
    return sum(read[1:], read[0]) if read else None


def _sizes_along(plan: Plan, *, of_udfs: bool) -> list[dict[str, Quantity]]:
    """Bytes of a row of the heavy columns in front of each step, and behind the last."""
    found: list[dict[str, Quantity]] = [{}]
    for operator in plan.operators:
        found.append(_sizes_after(operator, found[-1], of_udfs=of_udfs))
    return found


def _sizes_after(
    operator: Operator, before: dict[str, Quantity], *, of_udfs: bool
) -> dict[str, Quantity]:
    made = written(operator)
    if operator.kind not in _ROW_WISE | _PASSING or made is None or operator.maybe:
        return {}
    stays = bool(before.keys() & (operator.reads or frozenset())) and not operator.calls
    heavy = {name: size for name, size in before.items() if name not in made}
    fetched = of_udfs and any(each_call.udf.makes_heavy for each_call in operator.calls)
    if operator.heavy or fetched or (stays and operator.expressions):
        heavy |= dict.fromkeys(made, operator.row_bytes or ANY_BYTES)
    if operator.keeps is not None:
        heavy = {name: size for name, size in heavy.items() if name in operator.keeps}
    return heavy


def _heavy_columns(steps: tuple[Operator, ...]) -> dict[str, int]:
    """The columns that are surely heavy after these steps, each with the step that made it so."""
    heavy: dict[str, int] = {}
    for place, step in enumerate(steps):
        made = written(step)
        if step.kind not in _ROW_WISE or made is None or step.drops is None or step.maybe:
            heavy.clear()
            continue
        grows = step.heavy and len(made) == 1
        first = min((heavy[name] for name in step.reads or () if name in heavy), default=place)
        passed = _passed_on(step, made)
        for name in step.drops:
            heavy.pop(name, None)
        for name in made - passed:
            heavy.pop(name, None)
            if grows:
                heavy[name] = first
        if step.keeps is not None:
            heavy = {name: start for name, start in heavy.items() if name in step.keeps}
    return heavy


def _passed_on(step: Operator, made: frozenset[str]) -> frozenset[str]:
    """The columns that a select makes of themselves: most likely as they are."""
    if step.keeps is None or step.calls or step.heavy:
        return frozenset()
    return made & (step.reads or frozenset())


_ROW_WISE = frozenset({OperatorKind.PROJECT, OperatorKind.FILTER})
_SIZES = Kept[list[dict[str, Quantity]]]()


def _may_run_after(operator: Operator, shuffle: Operator) -> bool:
    """Whether a step is as well run after the repartition: it keeps the rows, and makes no key."""
    if operator.kind is not OperatorKind.PROJECT or operator.may_explode or operator.maybe:
        return False
    made = written(operator)
    if made is None:
        return False
    keys = shuffle.reads if shuffle.kind is OperatorKind.HASH_REPARTITION else frozenset()
    return keys is not None and not keys & made
