"""The truth of tests, as far as it is certain."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daft_lint.index.code import Expression, last_name
from daft_lint.infer.attributes import bases, lineage
from daft_lint.infer.other_names import other_names
from daft_lint.values.truth import truth
from daft_lint.values.values import UNKNOWN, Class, Flag, Imported, Instance, Value

if TYPE_CHECKING:
    from daft_lint.infer.context import Context
    from daft_lint.infer.inference import Infer

_NAME = "TYPE_CHECKING"
# Methods that decide whether an object counts as true.
_OF_TRUTH = frozenset({"__bool__", "__len__", "__new__"})
_WITHOUT_LENGTH = [
    Imported(name)
    for name in ("abc.ABC", "builtins.object", "pydantic.BaseModel", "typing.Protocol")
]


TESTS = frozenset({"if", "assert"})
"""The kinds of blocks that run only where their test holds, or doesn't."""


def truth_of(infer: Infer, test: Expression, context: Context) -> bool | None:
    """Whether a test holds; None when unknown."""
    if test[0] == "unary" and test[1] == "Not":
        inner = truth_of(infer, test[2], context)
        return None if inner is None else not inner
    if is_for_type_checkers(infer, test, context):
        return False
    return holds(infer, infer.value(test, context))


def holds(infer: Infer, value: Value) -> bool | None:
    """Whether a value counts as true, as objects do unless their class decides."""
    if not isinstance(value, Instance):
        return truth(value)
    classes = lineage(infer, value.made_of)
    if any(not _OF_TRUTH.isdisjoint(each.scope.final) for each in classes):
        return None
    above = (base for each in classes for base in bases(infer, each))
    return True if all(isinstance(e, Class) or e in _WITHOUT_LENGTH for e in above) else None


def is_for_type_checkers(infer: Infer, test: Expression, context: Context) -> bool:
    """Whether a test is `TYPE_CHECKING`, under any name: it is false when a program runs."""
    if test[0] not in {"attribute", "name"}:
        return False
    name = last_name(test)
    if name == _NAME:
        return True
    is_alias = name in other_names(infer, context.module, _NAME)
    return is_alias and infer.value(test, context) == Imported(f"typing.{_NAME}")


def is_reached(infer: Infer, block: int, context: Context) -> bool:
    """Whether a block of a scope may run in a context: no test around it says otherwise."""
    for number in context.index.blocks_around(block, context.scope):
        each = context.index.blocks[number]
        if each.kind in TESTS and each.test is not None:
            holds = _truth_at(infer, number, each.test, context)
            if holds is not None and holds is not each.holds:
                return False
    return True


def may_run(infer: Infer, context: Context, block: int) -> bool:
    """Whether a run may get to a block in a context: no test there or around its callers says no.

    Calls that end the program aren't followed: what stands behind one is taken to run.
    """
    while is_reached(infer, block, context):
        site = context.site
        if site is None:
            return True
        context, block = site.context, site.call.block
    return False


def _truth_at(infer: Infer, block: int, test: Expression, context: Context) -> bool | None:
    """Whether the test of a block holds, asked once in a context: `elif`s share those before."""

    def answer() -> Value:
        found = truth_of(infer, test, context)
        return UNKNOWN if found is None else Flag(found)

    kept = infer.answer(context.answers, ("test", block), answer)
    return kept.value if isinstance(kept, Flag) else None


def surely_runs(infer: Infer, block: int, context: Context) -> bool:
    """Whether every run that gets to what is around a block gets into it."""
    each = context.index.blocks[block]
    if each.kind not in TESTS or each.test is None:
        return False
    return truth_of(infer, each.test, context) is each.holds
