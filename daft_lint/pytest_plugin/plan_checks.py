"""Checks of the plans that tests made."""

from __future__ import annotations

from dataclasses import replace

from daft_lint.live.check_result import Checked
from daft_lint.live.frame_check import check_plan
from daft_lint.live_plan.raw_plan import RawPlan
from daft_lint.pytest_plugin.sampling import without_samples
from daft_lint.settings import Settings

_NATIVE = "native"


def check_in_test(plan: RawPlan, settings: Settings, *, on_ray: bool = False) -> Checked:
    """Check a plan as it would run in production.

    Tests choose the native runner for their own sake, so that says nothing about it. The settings
    may: `runner = "native"` holds.
    """
    if plan.runner == _NATIVE:
        plan = replace(plan, runner=None)
    return check_plan(plan, settings, on_ray=on_ray, taken=without_samples, as_production=True)
