"""Edits of the code, made from changes of the plan."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from daft_lint.findings import Edit
from daft_lint.plan.changes import Change, Insertion, Refiling, Removal, Replacement, Retuning
from daft_lint.plan.pipeline import Link, Operator, OperatorKind, Slot
from daft_lint.plan.quantity import Origin, OriginKind, Quantity
from daft_lint.plan.span import Span

# Steps that one number says all about.
_NUMBERED = frozenset(
    {OperatorKind.RANDOM_REPARTITION, OperatorKind.INTO_PARTITIONS, OperatorKind.INTO_BATCHES}
)
_IN_CODE = frozenset({OriginKind.LITERAL, OriginKind.CONSTANT})


IsImported = Callable[[str, str], bool]
"""Whether other files may import a name from the file of that path: `is_imported(path, name)`."""


def always(path: str, name: str) -> bool:
    """Where nothing is known of other files: they may import every name."""
    return True


class _NoEditError(Exception):
    """A change that edits can't do."""


def edits_of(changes: tuple[Change, ...], is_imported: IsImported = always) -> tuple[Edit, ...]:
    """The edits that do all of the changes; none when even one of them can't be done by edits."""
    try:
        edits = [edit for change in changes for edit in _edits(change, is_imported)]
    except _NoEditError:
        return ()
    return tuple(dict.fromkeys(edits))


def _edits(change: Change, is_imported: IsImported) -> Iterator[Edit]:
    if isinstance(change, Insertion):
        yield _insertion(change)
    elif isinstance(change, Replacement):
        yield _replacement(change, is_imported)
    elif isinstance(change, Removal):
        yield _removal(change)
    elif isinstance(change, Refiling):
        raise _NoEditError
    else:
        yield from _retuning(change, is_imported)


def _insertion(change: Insertion) -> Edit:
    """`.into_partitions(4)` between the next step and what that is called on."""
    slot = _link(change.before).before
    return Edit(slot.span, f"{slot.lead}{_call(change.step)}")


def _replacement(change: Replacement, is_imported: IsImported) -> Edit:
    """Another number where it stands, or another call, if no caller decides what the number is.

    Another call with the same code as its number is the same for all callers.
    """
    old, new = change.operator, change.step
    if new.code is not None and (new.code, new.count) == (old.code, old.count):
        return Edit(old.span, f"{new.method}({new.code})")
    argument = _link(old).argument
    same = (old.kind, old.method) == (new.kind, new.method)
    origins = old.count.origins if old.count is not None else ()
    if old.count is not None and not origins:
        raise _NoEditError
    if all(_is_literal_in(origin, old.span) for origin in origins):
        if same and len(origins) == 1 and origins[0].span and origins[0].text == str(old.count):
            return Edit(origins[0].span, _number(new.count))
    elif argument is None or any(origin.kind not in _IN_CODE for origin in origins):
        raise _NoEditError
    elif same:
        return _set(argument, old.count, new.count, is_imported)
    return Edit(old.span, _call(new))


def _is_literal_in(origin: Origin, around: Span) -> bool:
    """Whether a number was written somewhere in a span."""
    span = origin.span
    return origin.kind is OriginKind.LITERAL and span is not None and around.holds(span)


def _removal(change: Removal) -> Edit:
    span = _link(change.operator).removal
    if span is None:
        raise _NoEditError
    return Edit(span, "")


def _retuning(change: Retuning, is_imported: IsImported) -> Iterator[Edit]:
    udf = change.udf
    for slot, old, new in (
        (udf.batch_size_slot, udf.batch_size, change.batch_size),
        (udf.concurrency_slot, udf.concurrency, change.concurrency),
    ):
        if new is not None:
            yield _option(slot, old, new, is_imported)


def _option(
    slot: Slot | None, old: Quantity | None, new: Quantity, is_imported: IsImported
) -> Edit:
    """An option set anew, unless the number in force is that of a hint, not the one in the code."""
    if slot is None or any(origin.kind not in _IN_CODE for origin in (old.origins if old else ())):
        raise _NoEditError
    return _set(slot, old, new, is_imported)


def _set(slot: Slot, old: Quantity | None, new: Quantity | None, is_imported: IsImported) -> Edit:
    """A number written anew: where a name that only this place uses is bound, else right here."""
    constant = slot.constant
    origins = old.origins if old is not None else ()
    if constant is None or len(origins) != 1 or origins[0].text != f"{constant.name} = {old}":
        return Edit(slot.span, f"{slot.lead}{_number(new)}")
    written = origins[0].span
    shared = constant.importable and is_imported(slot.span.path, constant.name)
    if shared or written is None or written.path != slot.span.path:
        return Edit(slot.span, f"{slot.lead}{_number(new)}")
    return Edit(written, _number(new))


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
