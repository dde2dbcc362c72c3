"""Which context managers go on after an exception in their block."""

from __future__ import annotations

import libcst as cst

from daft_lint.reading.values import FunctionValue, Imported, ObjectValue, Value
from daft_lint.reading.walking import walk, walk_for

SUPPRESSING = frozenset({"contextlib.suppress", "pytest.raises"})
SUPPRESSING_METHODS = frozenset({"assertRaises", "assertRaisesRegex"})
_KEEPING = frozenset({"None", "False"})


def suppresses(expression: cst.BaseExpression, maker: Value, manager: Value) -> bool:
    """Whether `with expression:` may leave out the rest of its block without an exception.

    `maker` is what the expression calls, `manager` what it gives. Of what isn't in sight, only the
    usual ones do.
    """
    if isinstance(maker, Imported):
        return maker.name in SUPPRESSING
    if isinstance(maker, FunctionValue):
        return any(map(_catches, walk_for(cst.Try, maker.node.body)))
    if isinstance(manager, ObjectValue):
        leaving = manager.made_of.function("__exit__")
        return leaving is not None and any(_answers(one) for one in walk(leaving.node.body))
    function = expression.func if isinstance(expression, cst.Call) else None
    return isinstance(function, cst.Attribute) and function.attr.value in SUPPRESSING_METHODS


def _catches(node: cst.Try) -> bool:
    """Whether exceptions of the block come to a `try` around the `yield` of its manager."""
    return bool(node.handlers) and any(walk_for(cst.Yield, node.body))


def _answers(node: cst.CSTNode) -> bool:
    """Whether it returns something that may count as true."""
    if not isinstance(node, cst.Return) or node.value is None:
        return False
    return not isinstance(node.value, cst.Name) or node.value.value not in _KEEPING
