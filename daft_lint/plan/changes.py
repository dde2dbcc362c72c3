"""Changes to a plan: what a remedy does, as data."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from daft_lint.plan.pipeline import Operator, Plan, Source, Udf
from daft_lint.plan.quantity import Quantity
from daft_lint.plan.replacing import Replacing
from daft_lint.records import dataclass, replace


@dataclass(frozen=True, slots=True)
class Insertion:
    """A new step right before another one."""

    before: Operator
    step: Operator


@dataclass(frozen=True, slots=True)
class Replacement:
    """A step instead of another one."""

    operator: Operator
    step: Operator


@dataclass(frozen=True, slots=True)
class Removal:
    """A step taken out."""

    operator: Operator


@dataclass(frozen=True, slots=True)
class Retuning:
    """Other options of a UDF, wherever it is used; None leaves an option as it is."""

    udf: Udf
    batch_size: Quantity | None = None
    concurrency: Quantity | None = None


@dataclass(frozen=True, slots=True)
class Refiling:
    """Other files for a source to read: the same rows in so many equal partitions."""

    source: Source
    partitions: Quantity


Change = Insertion | Replacement | Removal | Retuning | Refiling


def changed(plan: Plan, changes: Iterable[Change]) -> Plan:
    """The plan after all changes. Steps and UDFs are recognised by their place in the code."""
    for change in changes:
        plan = _replacing(change).plan(plan)
    return plan


def _replacing(change: Change) -> Replacing:
    if isinstance(change, Refiling):
        return Replacing(lambda step: step, lambda source: _refiled(source, change))
    return Replacing(_effect(change))


def _refiled(source: Source, change: Refiling) -> Source:
    is_meant = source.span == change.source.span
    return replace(source, partitions=change.partitions) if is_meant else source


_Effect = Callable[[Operator], Operator | tuple[Operator, ...]]


def _effect(change: Insertion | Replacement | Removal | Retuning) -> _Effect:
    if isinstance(change, Insertion):
        return lambda operator: (
            (change.step, operator) if operator.span == change.before.span else operator
        )
    if isinstance(change, Replacement):
        return lambda operator: change.step if operator.span == change.operator.span else operator
    if isinstance(change, Removal):
        return lambda operator: () if operator.span == change.operator.span else operator
    return lambda operator: _retuned(operator, change)


def _retuned(operator: Operator, change: Retuning) -> Operator:
    calls = tuple(
        replace(
            call,
            udf=replace(
                call.udf,
                batch_size=change.batch_size or call.udf.batch_size,
                concurrency=change.concurrency or call.udf.concurrency,
            ),
        )
        if call.udf == change.udf
        else call
        for call in operator.calls
    )
    return replace(operator, calls=calls)
