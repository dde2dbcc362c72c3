"""The plan of a DataFrame, got from Daft, which lists the files of sources. Nothing runs."""

from __future__ import annotations

import inspect
import sys
from typing import Any

from daft_lint.live.objects import udf_kinds
from daft_lint.live_plan.nodes import udf_names
from daft_lint.live_plan.raw_plan import Made, PlanText, RawPlan


def plan_of_frame(frame: Any) -> RawPlan:
    """What Daft knows of a `daft.DataFrame`: the plan that made it, if it has run already.

    Raises:
        TypeError: when it is no DataFrame.
    """
    return plan_of_builder(builder_of(frame))


def builder_of(frame: Any) -> Any:
    """The builder of the plan of a DataFrame, the one that made it if it has run already.

    Raises:
        TypeError: when it is no DataFrame.
    """
    daft = sys.modules.get("daft")
    if daft is None or not isinstance(frame, daft.DataFrame):
        raise TypeError(f"check() takes a daft.DataFrame, not {type(frame).__name__}")
    if getattr(frame, "_result_cache", None) is None:
        return frame._builder
    made_by = getattr(frame, "_source_builder", None)
    return made_by or getattr(frame, "_DataFrame__builder", frame._builder)


def has_run(frame: Any) -> bool:
    """Whether a DataFrame holds its rows already."""
    return getattr(frame, "_result_cache", None) is not None


def plan_of_builder(builder: Any, made: Made | None = None) -> RawPlan:
    """What Daft knows of the plan of a `daft.logical.builder.LogicalPlanBuilder`."""
    import daft

    to_run = optimised_builder(builder)
    optimised = _text(to_run)
    return RawPlan(
        version=daft.__version__,
        runner=_runner(),
        written=_text(builder),
        optimised=optimised,
        kinds=udf_kinds(udf_names(optimised)),
        made=made,
        morsel_rows=_morsel_rows(),
        on_ray=_on_ray(to_run),
    )


def _text(builder: Any) -> PlanText:
    json = builder.repr_json(True) if hasattr(builder, "repr_json") else None
    return PlanText(builder.pretty_print(False), json)


def optimised_builder(builder: Any) -> Any:
    """The builder of the optimised plan; before Daft 0.7 it takes no configuration."""
    from daft.context import get_context

    takes_configuration = bool(inspect.signature(builder.optimize).parameters)
    return builder.optimize(*[get_context().daft_execution_config] * takes_configuration)


def _morsel_rows() -> int | None:
    """The rows of a morsel of a UDF without batch_size; None before Daft tells."""
    from daft.context import get_context

    return getattr(get_context().daft_execution_config, "default_morsel_size", None)


def _on_ray(optimised: Any) -> str | None:
    """The physical plan for Ray, where it splits and merges the scan tasks of an optimised plan.

    In 56 cases, Ray ran as many tasks as it says (Daft 0.7.26; `tests/ray/scan_tasks.py`).
    """
    from daft.context import get_context

    config = get_context().daft_execution_config
    if not getattr(config, "enable_scan_task_split_and_merge", False):
        return None
    try:
        return str(physical_plan(optimised).repr_ascii(False))
    except Exception:
        return ""


def physical_plan(optimised: Any) -> Any:
    """The `DistributedPhysicalPlan` of an optimised plan's builder, which Daft makes without Ray.

    To split files, Daft reads the footers of up to ten Parquet files, and some lines of JSON files
    (Daft 0.7.26, `src/daft-scan/src/scan_task_iters`). Raises what Daft raises.
    """
    from daft.context import get_context
    from daft.daft import DistributedPhysicalPlan

    config = get_context().daft_execution_config
    return DistributedPhysicalPlan.from_logical_plan_builder(optimised._builder, "<tmp>", config)


def _runner() -> str | None:
    """The runner that Daft has chosen, or would choose by its environment."""
    from daft.runners import _get_runner, get_or_infer_runner_type

    runner = _get_runner()
    if runner is not None:
        return str(runner.name)
    inferred = get_or_infer_runner_type()
    return "ray" if inferred == "ray" else None
