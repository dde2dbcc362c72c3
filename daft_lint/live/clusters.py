"""What `check` gets about the cluster, and what a connected Ray cluster reports."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from daft_lint.plan.cluster import Cluster, WorkerGroup, cluster_of
from daft_lint.plan.placement import Resources, custom_resources
from daft_lint.plan.quantity import Origin, OriginKind
from daft_lint.records import replace

ClusterFacts = Mapping[str, float] | str | Path
"""Figures by their names in `[tool.daft-lint.cluster]`, or the path of a cluster file."""

_FIGURES = ("workers", "cpus_per_worker", "gpus_per_worker", "cost_per_worker_hour")


def overrides_of(cluster: ClusterFacts | None) -> dict[str, Any]:
    """The figures as the options of the command line.

    Raises:
        TypeError: for a figure that there isn't, or for anything else than figures or a path.
    """
    if cluster is None:
        return {}
    if isinstance(cluster, str | Path):
        return {"cluster_file": str(cluster)}
    if not isinstance(cluster, Mapping):
        raise TypeError(
            "cluster must be a dict such as {'workers': 2, 'cpus_per_worker': 8} or the path of "
            f"a cluster file, not {type(cluster).__name__}"
        )
    figures = {str(name).replace("-", "_"): number for name, number in cluster.items()}
    unknown = sorted(set(figures) - set(_FIGURES))
    if unknown:
        raise TypeError(f"unknown key {unknown[0]!r} in cluster; use {', '.join(_FIGURES)}")
    return figures


def with_caller_origins(cluster: Cluster, overrides: Mapping[str, Any]) -> Cluster:
    """The cluster with those of its figures that `check` was given said to come from there."""
    origin = Origin(OriginKind.CONFIGURATION, "passed to check()")
    figures: dict[str, Any] = {
        name: getattr(cluster, name).from_place(origin) for name in _FIGURES if name in overrides
    }
    return replace(cluster, **figures)


def connected_cluster() -> Cluster:
    """The Ray cluster that this process is connected to; nothing is known of it without one."""
    ray = sys.modules.get("ray")
    is_initialized = getattr(ray, "is_initialized", None)
    if ray is None or is_initialized is None or not is_initialized():
        return Cluster()
    groups = tuple(_groups(ray.nodes()))
    if not groups:
        return Cluster()
    return cluster_of(groups, Origin(OriginKind.CONFIGURATION, "the connected Ray cluster"))


def _groups(nodes: list[Mapping[str, Any]]) -> list[WorkerGroup]:
    """Nodes with CPUs, those with the same resources together."""
    counts: dict[tuple[int, int, int | None, Resources], int] = {}
    for node in nodes:
        resources = node.get("Resources", {})
        if node.get("Alive") and resources.get("CPU", 0) >= 1:
            memory = resources.get("memory")
            kind = (
                int(resources["CPU"]),
                int(resources.get("GPU", 0)),
                None if memory is None else int(memory),
                custom_resources(resources),
            )
            counts[kind] = counts.get(kind, 0) + 1
    return [
        WorkerGroup(workers, cpus, gpus, memory, resources=custom)
        for (cpus, gpus, memory, custom), workers in sorted(counts.items(), key=str)
    ]
