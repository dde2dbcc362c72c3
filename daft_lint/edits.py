"""From changes of the plan to edits of the code."""

from __future__ import annotations

from collections.abc import Iterator

from daft_lint.findings import Edit
from daft_lint.plan.changes import Change, Insertion, Removal, Replacement, Retuning
from daft_lint.plan.pipeline import Link, Operator, OperatorKind, Slot
from daft_lint.plan.quantity import OriginKind, Quantity

# Steps that one number says all about.
_NUMBERED = frozenset(
    {OperatorKind.RANDOM_REPARTITION, OperatorKind.INTO_PARTITIONS, OperatorKind.INTO_BATCHES}
)
_IN_CODE = frozenset({OriginKind.LITERAL, OriginKind.CONSTANT})


class _NoEditError(Exception):
    """A change that edits can't do."""


def edits_of(changes: tuple[Change, ...]) -> tuple[Edit, ...]:
    """The edits that do all of the changes; none when even one of them can't be done by edits."""
    try:
        return tuple(dict.fromkeys(edit for change in changes for edit in _edits(change)))
    except _NoEditError:
        return ()


def _edits(change: Change) -> Iterator[Edit]:
    if isinstance(change, Insertion):
        yield _insertion(change)
    elif isinstance(change, Replacement):
        yield _replacement(change)
    elif isinstance(change, Removal):
        yield _removal(change)
    else:
        yield from _retuning(change)


def _insertion(change: Insertion) -> Edit:
    """`.into_partitions(4)` between the next step and what that is called on."""
    slot = _link(change.before).before
    return Edit(slot.span, f"{slot.lead}{_call(change.step)}")


def _replacement(change: Replacement) -> Edit:
    """Another number where it stands, or another call, if the number is written in the call.

    A number from elsewhere is that of others too: a parameter's, say.
    """
    old, new = change.operator, change.step
    origins = old.count.origins if old.count is not None else ()
    literals = [one.span for one in origins if one.kind is OriginKind.LITERAL and one.span]
    _link(old)
    if len(literals) < len(origins) or not all(old.span.holds(span) for span in literals):
        raise _NoEditError
    same = (old.kind, old.method) == (new.kind, new.method)
    if same and len(origins) == 1 and old.count is not None and origins[0].text == str(old.count):
        return Edit(literals[0], _number(new.count))
    return Edit(old.span, _call(new))


def _removal(change: Removal) -> Edit:
    span = _link(change.operator).removal
    if span is None:
        raise _NoEditError
    return Edit(span, "")


def _retuning(change: Retuning) -> Iterator[Edit]:
    udf = change.udf
    if change.batch_size is not None:
        yield _option(udf.batch_size_slot, udf.batch_size, change.batch_size)
    if change.concurrency is not None:
        yield _option(udf.concurrency_slot, udf.concurrency, change.concurrency)


def _option(slot: Slot | None, old: Quantity | None, new: Quantity) -> Edit:
    """An option set anew, unless the number in force is that of a hint, not the one in the code."""
    if slot is None or any(one.kind not in _IN_CODE for one in (old.origins if old else ())):
        raise _NoEditError
    return Edit(slot.span, f"{slot.lead}{_number(new)}")


def _link(step: Operator) -> Link:
    if step.link is None:
        raise _NoEditError
    return step.link


def _call(step: Operator) -> str:
    """A step as code."""
    if step.kind not in _NUMBERED:
        raise _NoEditError
    return f"{step.method}({_number(step.count)})"


def _number(number: Quantity | None) -> str:
    """A number as code: `20_000`."""
    if number is None or not number.known:
        raise _NoEditError
    return f"{number.count:_}"
