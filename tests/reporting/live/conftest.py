"""Plans as Daft 0.7.26 told them, so that they can be shown where there is no Daft."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from daft_lint.live.check_result import Checked
from daft_lint.live.frame_check import check_plan, settings_for
from daft_lint.live_plan.raw_plan import PlanText, RawPlan

RAW_PLANS = Path(__file__).parents[2] / "live_plan" / "raw_plans"

Check = Callable[..., Checked]


def raw_plan_of(name: str) -> RawPlan:
    """What Daft told of a frame of `raw_plans/capture.py`."""
    data = json.loads((RAW_PLANS / f"{name}.json").read_text("utf-8"))
    return RawPlan(
        version=data["version"],
        runner=data["runner"],
        written=PlanText(**data["written"]),
        optimised=PlanText(**data["optimised"]),
        kinds={udf["name"]: udf["kind"] for udf in data["udfs"] if udf["kind"]},
    )


@pytest.fixture
def checked(tmp_path: Path) -> Check:
    """Checks a stored plan with figures of a cluster, without them as on the `runner` it tells."""

    def check(
        name: str, runner: str | None = "native", ray_options: str = "", **cluster: Any
    ) -> Checked:
        plan = replace(raw_plan_of(name), runner=runner)
        if ray_options:
            ascii_ = plan.optimised.ascii
            given = ascii_.replace("= false }", f"= false, ray_options = {ray_options} }}")
            plan = replace(plan, optimised=replace(plan.optimised, ascii=given))
        return check_plan(plan, settings_for(tmp_path, cluster), on_ray=bool(cluster))

    return check
