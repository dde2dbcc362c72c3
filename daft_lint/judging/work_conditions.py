"""The sure thresholds of open work: from where on all is well, and up to where it isn't."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

from daft_lint.judgement import Threshold
from daft_lint.judging.pools import units
from daft_lint.plan.quantity import OriginKind, Quantity, exactly
from daft_lint.plan.unit import Unit
from daft_lint.records import replace
from daft_lint.rule import Case
from daft_lint.scheduling.optimiser.judged_runner import natively
from daft_lint.scheduling.prediction.conditions import (
    Comparison,
    Condition,
    Factor,
    Property,
    conditions,
    conditions_of_tasks,
    sentence,
)
from daft_lint.scheduling.prediction.predict import Prediction, WorkPrediction, on_workers

# The largest of these clusters that surely has an actor for each worker is shown.
_EXAMPLES = (8, 4, 2)
_OF_WORK = frozenset({Factor.PARTITIONS.value, Factor.ROWS.value, Factor.KEPT.value})
# A condition about one of these first: it is what people know.
_ORDER = (
    Factor.PARTITIONS,
    Factor.ROWS,
    Factor.KEPT,
    Factor.WORKERS,
    Factor.CONCURRENCY,
    Factor.BATCH_SIZE,
    Factor.CPUS,
)


def thresholds_of(case: Case, work: WorkPrediction) -> Iterator[Threshold]:
    """What is sure of some work; where workers or actors are uncounted, for an example too."""
    prediction, given = case.prediction, ""
    if work.unit is Unit.PROCESS and case.may_run_on_ray:
        prediction, given = case.on_native, natively(case.runner)
    found = list(_found(case, work, prediction, given))
    yield from found
    if _counts_work(found) or (found and work.tasks.known):
        return
    actors, workers = _example_of(work)
    if work.unit is Unit.WORKER:
        example = f"for example on {workers} workers"
        yield from _thresholds(conditions_of_tasks(on_workers(work, exactly(workers))), example)
    elif not work.actors.known:
        example = f"for example with {units(exactly(actors), work.unit)}"
        example += "" if work.load.workers.known else f" on {workers} workers"
        sized = on_workers(work, exactly(workers), exactly(actors))
        yield from _thresholds(conditions_of_tasks(sized), joined(given, example))
    elif not work.load.workers.known:
        yield from _on_example(case, work, workers)


def _example_of(work: WorkPrediction) -> tuple[int, int]:
    """Actors and workers that are known, or some that people have, with an actor each."""
    actors = work.actors.count if work.actors.known else max(_EXAMPLES[0], int(work.actors.low))
    if work.load.workers.known:
        return actors, work.load.workers.count
    limit = math.inf if work.unit is Unit.WORKER else actors
    return actors, next((example for example in _EXAMPLES if example <= limit), 1)


def _on_example(case: Case, work: WorkPrediction, workers: int) -> Iterator[Threshold]:
    """What is sure of a pool on a cluster of so many workers."""
    cluster = replace(case.pipeline.cluster, workers=exactly(workers))
    yield from _found(case, work, case.predicted(cluster), f"for example on {workers} workers")


def _found(
    case: Case, work: WorkPrediction, prediction: Prediction, given: str
) -> Iterator[Threshold]:
    found = conditions(case.pipeline.plan, prediction, work.call)
    for threshold in _thresholds(found, given, work.partitioning.count):
        idles = threshold.holds == Property.ACTORS_IDLE.value and threshold.factor in _OF_WORK
        pieces = _taken_of_pieces(work) if idles and work.unit is not Unit.WORKER else ""
        yield replace(threshold, given=joined(threshold.given, pieces)) if pieces else threshold


def _taken_of_pieces(work: WorkPrediction) -> str:
    """The assumption about the pieces of a file: `if each Parquet file is one row group`."""
    taken = {*work.batch_size.origins} & {*work.partitioning.pieces.origins}
    texts = (origin.text for origin in taken if origin.kind is OriginKind.ASSUMPTION)
    return next((f"if {text}" for text in texts), "")


def _thresholds(
    found: Sequence[Condition], given: str, partitions: Quantity | None = None
) -> Iterator[Threshold]:
    for condition in _most_informative(found):
        text = sentence(condition).rstrip(".")
        text = f"{text[0].lower()}{text[1:]}"
        each = _rows_in_each(condition, partitions)
        if each is not None and partitions is not None:
            text += f" ({each:,} in each of the {partitions.count:,} partitions)"
        factor, comparison = condition.factor.value, condition.comparison.value
        yield Threshold(
            text, factor, comparison, condition.threshold, condition.holds.value, given, each
        )


def _rows_in_each(condition: Condition, partitions: Quantity | None) -> int | None:
    """How many rows of the source each partition has, where it is known how many there are."""
    if condition.factor is not Factor.ROWS or partitions is None or not partitions.known:
        return None
    if not 2 <= partitions.count <= condition.threshold:
        return None
    each, rest = divmod(condition.threshold, partitions.count)
    return each + (rest > 0 and condition.comparison is Comparison.FROM)


def _counts_work(found: Iterable[Threshold]) -> bool:
    """Whether a condition tells how many partitions or rows it takes."""
    return any(threshold.factor in _OF_WORK for threshold in found)


def joined(*circumstances: str) -> str:
    """Circumstances in a row, without those that aren't any."""
    return ", ".join(circumstance for circumstance in circumstances if circumstance)


def _most_informative(found: Sequence[Condition]) -> Iterator[Condition]:
    """The conditions that say most: for each number, from where on all is fine, and what isn't."""
    found = [condition for condition in found if not _goes_without_saying(condition)]
    for factor in _ORDER:
        for wanted in (Property.NO_ACTOR_IDLES, Property.ACTORS_IDLE, Property.WELL_USED):
            same = [
                condition
                for condition in found
                if condition.factor is factor and condition.holds is wanted
            ]
            if same and not (wanted is Property.WELL_USED and len(found) > len(same)):
                yield same[0]


def _goes_without_saying(condition: Condition) -> bool:
    """Whether it says that nothing idles on one worker, or with one actor."""
    is_alone = condition.threshold == 1 and condition.comparison is Comparison.AT_MOST
    counts = condition.factor in {Factor.WORKERS, Factor.CONCURRENCY}
    return is_alone and counts and condition.holds is Property.NO_ACTOR_IDLES
