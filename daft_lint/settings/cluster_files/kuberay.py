"""Manifests of KubeRay: a RayCluster, or what has one inside.

After KubeRay's `ray-operator/apis/ray/v1/raycluster_types.go`, and `controllers/ray/common/pod.go`
and `utils/util.go` for what its operator makes of them; and `ray/autoscaler/_private/kuberay/
autoscaling_config.py` of Ray 2.60.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

from daft_lint.plan.cluster import Cluster
from daft_lint.plan.placement import Resources
from daft_lint.records import dataclass
from daft_lint.settings.cluster_files.fields import Field
from daft_lint.settings.cluster_files.nodes import NO_WORKER, NodeKind, cluster_with
from daft_lint.settings.cluster_files.resources import custom_resources, quantity, resources_as_json

_WITHIN = {
    "RayCluster": ("spec",),
    "RayJob": ("spec", "rayClusterSpec"),
    "RayService": ("spec", "rayClusterConfig"),
    "RayCronJob": ("spec", "jobTemplate", "rayClusterSpec"),
}
"""Where each kind describes its cluster."""

_UNBOUNDED = 2**31 - 1
"""`maxReplicas` where none is given."""

_NAMES = {
    "cpu": "cpu",
    "memory": "memory",
    "gpu": r".*gpu|nvidia\.com/mig-[0-9]+g\.[0-9]+gb",
}
"""What a container calls each resource; GPUs are those of some vendor, or slices of one."""


def clusters(document: Field) -> Iterator[Field]:
    """What describes a cluster in a document; nothing in one of another format."""
    kind, version = document.get("kind"), document.get("apiVersion")
    if kind is None or version is None:
        return
    if kind.written() == "List":
        items = document.get("items")
        for item in () if items is None else items.elements():
            if item.is_mapping and not _is(item, "List"):
                yield from clusters(item)
    elif version.written().startswith("ray.io/") and kind.written() in _WITHIN:
        cluster = document.get(*_WITHIN[kind.written()])
        # A job may name a cluster instead that is described elsewhere.
        if cluster is not None:
            yield cluster


def _is(item: Field, kind: str) -> bool:
    given = item.get("kind")
    return given is not None and given.written() == kind


def read(spec: Field) -> Cluster:
    """The cluster of such a part.

    Raises:
        SettingsError: something in it is wrong.
    """
    head = spec.needed("headGroupSpec", "describe the head node")
    scales = spec.get("enableInTreeAutoscaling")
    autoscaling = scales is not None and scales.flag()
    workers = spec.get("workerGroupSpecs")
    groups = () if workers is None else workers.elements()
    kinds = [_kind(head, "head", 1, 1)]
    for number, group in enumerate(groups, 1):
        name = group.get("groupName")
        least, most = _numbers(group, autoscaling)
        kinds.append(_kind(group, name.written() if name else f"group {number}", least, most))
    described = head if workers is None else workers
    try:
        return cluster_with(kinds, described.place.origin)
    except ValueError:
        raise described.error(NO_WORKER) from None


def _numbers(group: Field, autoscaling: bool) -> tuple[int, float]:
    """How many nodes of a group there are at least and at most."""
    suspended = group.get("suspend")
    if suspended is not None and suspended.flag():
        return 0, 0
    least, most = _count(group, "minReplicas", 0), _count(group, "maxReplicas", _UNBOUNDED)
    if least > most:
        raise group.error(f"has minReplicas of {least}, but maxReplicas of {most}")
    hosts = _count(group, "numOfHosts", 1)
    if autoscaling:
        return least * hosts, (math.inf if most >= _UNBOUNDED else most) * hosts if hosts else 0
    replicas = max(least, min(_count(group, "replicas", 0), most)) * hosts
    return replicas, replicas


def _count(group: Field, key: str, otherwise: int) -> int:
    given = group.get(key)
    return otherwise if given is None else given.whole()


def _kind(group: Field, name: str, least: int, most: float) -> NodeKind:
    if most == 0:
        return NodeKind(name, least, most, 0)
    facts = _NodeFacts(group, _container(group))
    cpus = facts.cpus()
    if cpus is None:
        raise group.error(
            "sets no CPUs: Ray uses all CPUs of the machine the pod runs on; add a CPU limit to "
            "the container, or `num-cpus` to rayStartParams"
        )
    return NodeKind(name, least, most, cpus, facts.gpus(), facts.memory(), facts.resources())


def _container(group: Field) -> Field:
    """The container that Ray runs in: the first."""
    containers = group.get("template", "spec", "containers")
    if containers is None or not containers.elements():
        raise group.error("has no `template.spec.containers`; add the container that Ray runs in")
    return containers.elements()[0]


@dataclass(frozen=True, slots=True)
class _NodeFacts:
    """What a group says about its nodes: itself, by the parameters of Ray, by the container."""

    group: Field
    container: Field

    def cpus(self) -> int | None:
        return self._first("cpu", "num-cpus")

    def memory(self) -> int | None:
        return self._first("memory", "memory")

    def gpus(self) -> int:
        """GPUs, which a container hasn't got unless it asks for them."""
        return self._first("gpu", "num-gpus") or 0

    def resources(self) -> Resources | None:
        """Custom resources; those of the group itself leave no others."""
        of_group = [(name, given.written()) for name, given in self._items(self.group, "resources")]
        given_to_ray = self.group.get("rayStartParams", "resources")
        if of_group or given_to_ray is None:
            return custom_resources(of_group)
        return resources_as_json(given_to_ray.written())

    def _first(self, resource: str, parameter: str) -> int | None:
        for name, given in self._items(self.group, "resources"):
            if name.lower() == resource:
                return quantity(given)
        given_to_ray = self.group.get("rayStartParams", parameter)
        if given_to_ray is not None:
            return _parameter(given_to_ray)
        for part in ("limits", "requests"):
            for name, given in self._items(self.container, "resources", part):
                # A zero says nothing here, as for the operator.
                if re.fullmatch(_NAMES[resource], name) and quantity(given):
                    return quantity(given)
        return None

    def _items(self, field: Field, *keys: str) -> Iterator[tuple[str, Field]]:
        found = field.get(*keys)
        return iter(()) if found is None else found.items()


def _parameter(given: Field) -> int:
    if not re.fullmatch(r"[0-9]{1,19}", given.written()):
        raise given.error(f"expected a whole number of at least 0, got {given.shown}")
    return given.bounded(int(given.written()))
