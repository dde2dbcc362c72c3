"""The configuration of Ray's cluster launcher, which `ray up` takes.

After Ray 2.60: `ray/autoscaler/ray-schema.json`, and `ray/autoscaler/_private/util.py` for what is
taken where nothing is said.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from daft_lint.plan.cluster import Cluster
from daft_lint.plan.placement import Resources
from daft_lint.settings.cluster_files.fields import Field
from daft_lint.settings.cluster_files.nodes import NO_WORKER, NodeKind, cluster_with
from daft_lint.settings.cluster_files.resources import custom_resources

_TELLING = ("available_node_types", "head_node_type", "cluster_name")

_ON_PREMISE = "local"

_USUAL_MOST_WORKERS = {"aws": 2, "azure": 2, "gcp": 2, "vsphere": 5}
"""`max_workers` of `ray/autoscaler/*/defaults.yaml`."""


def clusters(document: Field) -> Iterator[Field]:
    """The document itself, if it describes a cluster in this format."""
    if any(document.get(key) for key in _TELLING):
        yield document


def read(document: Field) -> Cluster:
    """The cluster of such a document.

    Raises:
        SettingsError: something in it is wrong.
    """
    provider = document.get("provider", "type")
    if provider is not None and provider.text() == _ON_PREMISE:
        raise provider.error(
            "lists machines, not their CPUs; set `cluster.workers` and `cluster.cpus-per-worker`"
        )
    return _of_types(document, "" if provider is None else provider.text())


def _of_types(document: Field, provider: str) -> Cluster:
    types = document.needed("available_node_types", "add the node types with their resources")
    by_name = dict(types.items())
    head = document.needed("head_node_type", "name the node type of the head node")
    if head.text() not in by_name:
        raise head.error(f"{head.shown} isn't one of the available_node_types")
    most_workers = _most_workers(document, provider)
    gpus_are_listed = any(field.get("resources", "GPU") for field in by_name.values())
    kinds = []
    for name, field in by_name.items():
        is_head = name == head.text()
        least, most = _numbers(field, is_head, most_workers)
        needs_figures = most > 0
        kinds.append(
            NodeKind(
                name,
                least,
                most,
                _cpus(field) if needs_figures else 0,
                _resource(field, "GPU", 0 if gpus_are_listed else None),
                _resource(field, "memory", None),
                _custom(field),
            )
        )
    fewest = sum(kind.least for kind in kinds)
    if fewest - 1 > most_workers:
        raise types.error(
            f"min_workers add up to {fewest - 1}, but max_workers is {most_workers:.0f}; Ray "
            "rejects such a file"
        )
    try:
        return cluster_with(kinds, types.place.origin, most_workers + 1)
    except ValueError:
        raise types.error(NO_WORKER) from None


def _most_workers(document: Field, provider: str) -> float:
    """Workers besides the head that there may be at most."""
    given = document.get("max_workers")
    return _USUAL_MOST_WORKERS.get(provider, math.inf) if given is None else given.whole()


def _numbers(field: Field, is_head: bool, most_workers: float) -> tuple[int, float]:
    """How many nodes of a type there are at least and at most, the head node too."""
    least, most = field.get("min_workers"), field.get("max_workers")
    fewest = 0 if least is None else least.whole()
    if most is None:
        greatest = 0 if is_head else most_workers
    else:
        greatest = most.whole()
        if least is not None and fewest > greatest:
            raise least.error(f"is {fewest}, but max_workers is {greatest:.0f}")
    head = 1 if is_head else 0
    return int(min(fewest, greatest)) + head, greatest + head


def _cpus(field: Field) -> int:
    cpus = _resource(field, "CPU", None)
    if cpus is None:
        raise field.error(
            "sets no CPUs: Ray detects them when a node starts; add `resources: {CPU: N}`, with "
            "0 for a node that Daft should not use"
        )
    return cpus


def _resource(field: Field, name: str, otherwise: int | None) -> int | None:
    given = field.get("resources", name)
    return otherwise if given is None else given.whole()


def _custom(field: Field) -> Resources | None:
    """The custom resources of a type; a type that has none says so by naming none."""
    resources = field.get("resources")
    items = () if resources is None else resources.items()
    return custom_resources((name, given.written()) for name, given in items)
