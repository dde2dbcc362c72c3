"""The costs of the engine, measured on the user's own cluster."""

from __future__ import annotations

from dataclasses import dataclass

from daft_lint.plan.spread import Spread


@dataclass(frozen=True, slots=True)
class EngineCosts:
    """The costs of a morsel and of a task on one cluster.

    `where` is the address of the cluster, or `local` for a small one on a machine of the user's.
    `morsel` are the seconds that a morsel costs its actor besides its rows, waiting for the next
    one included, and `task` those that a task costs the driver. `runs` of each were made with these
    versions of `daft` and `ray`, on the day `measured` (ISO 8601).
    """

    where: str
    daft: str
    ray: str
    measured: str
    runs: int
    morsel: Spread
    task: Spread
