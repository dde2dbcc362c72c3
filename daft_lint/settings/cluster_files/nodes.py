"""Kinds of nodes that a file describes, and the cluster that they make."""

from __future__ import annotations

import math
from collections.abc import Sequence

from daft_lint.plan.cluster import Cluster, WorkerGroup, cluster_of
from daft_lint.plan.placement import Resources
from daft_lint.plan.quantity import Origin, Quantity, between
from daft_lint.records import dataclass

NO_WORKER = "no node has a CPU for Daft to work on; Daft's workers are the nodes with CPUs"


@dataclass(frozen=True, slots=True)
class NodeKind:
    """Nodes of one kind: from `least` to `most` of them, `most` infinite where nothing bounds it.

    CPUs, GPUs, the memory in bytes and the custom resources are those of one node; None where the
    file doesn't tell.
    """

    name: str
    least: int
    most: float
    cpus: int | None
    gpus: int | None = None
    memory: int | None = None
    resources: Resources | None = None


def cluster_with(
    kinds: Sequence[NodeKind], origin: Origin, most_nodes: float = math.inf
) -> Cluster:
    """The cluster of these kinds of nodes, with at most so many nodes.

    A cluster that grows and shrinks has a range of workers, with one at least when something runs.
    It has groups only where the number of each kind is known.

    Raises:
        ValueError: when no node has a CPU.
    """
    working = [kind for kind in kinds if kind.cpus != 0 and kind.most > 0]
    others = sum(kind.least for kind in kinds if kind.cpus == 0)
    least = sum(kind.least for kind in working)
    most = min(sum(kind.most for kind in working), most_nodes - others)
    if most == least:
        working = [kind for kind in working if kind.least > 0]
    if not working or most <= 0:
        raise ValueError("no worker has a CPU")
    groups = _groups(working) if most == least else None
    if groups is not None:
        return cluster_of(groups, origin)
    return Cluster(
        between(max(least, 1), most, origin),
        _span([kind.cpus for kind in working], origin),
        _span([kind.gpus for kind in working], origin),
        memory_per_worker=_span([kind.memory for kind in working], origin),
    )


def _groups(kinds: Sequence[NodeKind]) -> tuple[WorkerGroup, ...] | None:
    """The kinds as groups, None where something of them isn't known.

    Custom resources of some kinds say nothing where another kind may have them too.
    """
    groups = []
    is_known = all(kind.resources is not None for kind in kinds)
    for kind in kinds:
        if kind.cpus is None or kind.gpus is None:
            return None
        resources = (kind.resources or ()) if is_known else ()
        groups.append(
            WorkerGroup(kind.least, kind.cpus, kind.gpus, kind.memory, kind.name, resources)
        )
    return tuple(groups)


def _span(figures: Sequence[int | None], origin: Origin) -> Quantity | None:
    """From the smallest to the largest, None where one isn't known."""
    known = [figure for figure in figures if figure is not None]
    return between(min(known), max(known), origin) if len(known) == len(figures) else None
