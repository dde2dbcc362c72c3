"""Tests that guard what is done but once: whichever way they go, it is done behind them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from daft_lint.reading.targets import dotted
from daft_lint.reading.truth import is_none, truth
from daft_lint.reading.values import UNKNOWN
from daft_lint.reading.walking import children

if TYPE_CHECKING:
    from daft_lint.reading.conditions import Held
    from daft_lint.reading.session import Session

# How often a name is bound then: by its module and by the function.
_BY_BOTH = 2


def asks_for_ray(held: Held) -> bool:
    """Whether a test finds that Ray isn't initialised yet."""
    test, holds = _without_nots(held)
    asked = isinstance(test, cst.Call) and dotted(test.func) == "ray.is_initialized"
    return asked and not holds and held.case is None


def asks_for_variable(held: Held) -> bool:
    """Whether a test finds that some variable of the environment isn't set yet."""
    test, holds = _without_nots(held)
    return held.case is None and _finds_none(test, holds=holds)


def _finds_none(test: cst.BaseExpression, *, holds: bool) -> bool:
    if isinstance(test, cst.BooleanOperation):
        told = holds if isinstance(test.operator, cst.And) else not holds
        return told and any(_finds_none(one, holds=holds) for one in (test.left, test.right))
    if not isinstance(test, cst.Comparison) or len(test.comparisons) > 1:
        return False
    target = test.comparisons[0]
    says_so = isinstance(target.operator, cst.NotIn if holds else cst.In)
    return says_so and dotted(target.comparator) == "os.environ"


def is_of_first_call(held: Held, session: Session) -> bool:
    """Whether a test holds but in the first call of the function around it.

    It asks for a name of the module that only this function binds anew: `_done`, say.
    """
    test, holds = _without_nots(held)
    found = _name_in(test)
    if found is None or held.case is not None or not _declares(held.around, found.value):
        return False
    if session.circumstances.bound_in(held.module)[found.value] != _BY_BOTH:
        return False
    value = held.names.outermost.own(found.value) or UNKNOWN
    with session.within(held.names.file or session.file):
        if session.program.is_set_from_afar(found.value, value):
            return False
    if not isinstance(test, cst.Comparison):
        return truth(value) is holds
    is_there = not holds if isinstance(test.comparisons[0].operator, cst.Is) else holds
    return is_none(value) is (not is_there)


def _name_in(test: cst.BaseExpression) -> cst.Name | None:
    """The name in `name`, `name is None` and `name is not None`."""
    if isinstance(test, cst.Comparison):
        (target, *more), test = test.comparisons, test.left
        is_there = isinstance(target.operator, cst.Is | cst.IsNot) and not more
        if not is_there or dotted(target.comparator) != "None":
            return None
    return test if isinstance(test, cst.Name) else None


def _declares(function: cst.CSTNode, name: str) -> bool:
    """Whether a function has a line `global name`."""
    if not isinstance(function, cst.FunctionDef):
        return False
    parts = (part for line in children(function.body) for part in children(line))
    declared = (one for part in parts if isinstance(part, cst.Global) for one in part.names)
    return any(one.name.value == name for one in declared)


def _without_nots(held: Held) -> tuple[cst.BaseExpression, bool]:
    test, holds = held.test, held.holds
    while isinstance(test, cst.UnaryOperation) and isinstance(test.operator, cst.Not):
        test, holds = test.expression, not holds
    return test, holds
