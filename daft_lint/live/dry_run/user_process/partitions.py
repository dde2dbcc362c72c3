"""The number of partitions that Daft expects a plan to give on Ray."""

from __future__ import annotations

import re
from inspect import signature
from typing import Any

_IN_MEMORY = re.compile(r"Number of partitions = (\d+)")


def expected_partitions(builder: Any) -> int | None:
    """As Daft itself plans it, without Ray; None when this version doesn't tell.

    Daft 0.7.26, `DataFrame.num_partitions`. Where it says 0, nothing repartitions rows in memory,
    and their partitions stay. Daft 0.6 asks its own scheduler; 0.6.4 optimises without a config.
    """
    from daft.context import get_context

    config = get_context().daft_execution_config
    try:
        takes_config = bool(signature(builder.optimize).parameters)
        optimised = builder.optimize(config) if takes_config else builder.optimize()
        if hasattr(builder, "to_physical_plan_scheduler"):
            return int(optimised.to_physical_plan_scheduler(config).num_partitions())
        from daft.daft import DistributedPhysicalPlan

        plan = DistributedPhysicalPlan.from_logical_plan_builder(
            optimised._builder, "<tmp>", config
        )
        return int(plan.num_partitions()) or _in_memory(optimised.pretty_print(False))
    except Exception:
        return None


def _in_memory(plan: str) -> int | None:
    found = _IN_MEMORY.findall(plan)
    return int(found[0]) if len(found) == 1 else None
