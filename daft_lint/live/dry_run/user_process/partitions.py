"""The number of partitions that Daft expects a plan to give on Ray."""

from __future__ import annotations

import re
from typing import Any

from daft_lint.live.frame_plans import optimised_builder, physical_plan

_IN_MEMORY = re.compile(r"Number of partitions = (\d+)")


def expected_partitions(builder: Any) -> int | None:
    """As Daft itself plans it, without Ray; None when this version doesn't tell.

    Daft 0.7.26, `DataFrame.num_partitions`. Where it says 0, nothing repartitions rows in memory,
    and their partitions stay. Daft 0.6 asks its own scheduler.
    """
    from daft.context import get_context

    try:
        optimised = optimised_builder(builder)
        if hasattr(builder, "to_physical_plan_scheduler"):
            config = get_context().daft_execution_config
            return int(optimised.to_physical_plan_scheduler(config).num_partitions())
        planned = int(physical_plan(optimised).num_partitions())
        return planned or _in_memory(optimised.pretty_print(False))
    except Exception:
        return None


def _in_memory(plan: str) -> int | None:
    found = _IN_MEMORY.findall(plan)
    return int(found[0]) if len(found) == 1 else None
