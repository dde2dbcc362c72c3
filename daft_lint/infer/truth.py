"""The truth of tests, as far as it is certain."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daft_lint.index.code import Expression, last_name
from daft_lint.values.truth import truth
from daft_lint.values.values import Imported

if TYPE_CHECKING:
    from daft_lint.infer.context import Context
    from daft_lint.infer.inference import Infer

_NAME = "TYPE_CHECKING"


def truth_of(infer: Infer, test: Expression, context: Context) -> bool | None:
    """Whether a test holds; None when that can't be told."""
    if test[0] == "unary" and test[1] == "Not":
        inner = truth_of(infer, test[2], context)
        return None if inner is None else not inner
    if is_for_type_checkers(infer, test, context):
        return False
    return truth(infer.value(test, context))


def is_for_type_checkers(infer: Infer, test: Expression, context: Context) -> bool:
    """Whether a test is `TYPE_CHECKING`, under any name: it is false when a program runs."""
    if test[0] not in {"attribute", "name"}:
        return False
    return last_name(test) == _NAME or infer.value(test, context) == Imported(f"typing.{_NAME}")


def is_reached(infer: Infer, block: int, context: Context) -> bool:
    """Whether a block of a scope may run in a context: no test around it says otherwise."""
    for number in context.index.blocks_around(block, context.scope):
        each = context.index.blocks[number]
        if each.kind == "if" and each.test is not None:
            holds = truth_of(infer, each.test, context)
            if holds is not None and holds is not each.holds:
                return False
    return True
