"""Tests that guard what is done but once: whichever way they go, it is done behind them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from daft_lint.reading.targets import dotted

if TYPE_CHECKING:
    from daft_lint.reading.conditions import Held


def asks_for_ray(held: Held) -> bool:
    """Whether a test finds that Ray isn't initialised yet."""
    test, holds = _without_nots(held)
    asked = isinstance(test, cst.Call) and dotted(test.func) == "ray.is_initialized"
    return asked and not holds and held.case is None


def _without_nots(held: Held) -> tuple[cst.BaseExpression, bool]:
    test, holds = held.test, held.holds
    while isinstance(test, cst.UnaryOperation) and isinstance(test.operator, cst.Not):
        test, holds = test.expression, not holds
    return test, holds
