"""The nodes of a Ray cluster, without joining it where possible."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from daft_lint.plan.placement import custom_resources
from daft_lint.verification.engine.remote_cluster import UnreachableError
from daft_lint.verification.messages import NodeFacts

_BY_CLIENT = "ray://"


def facts_of(nodes: Iterable[Mapping[str, Any]]) -> tuple[NodeFacts, ...]:
    """The nodes that live and have CPUs, as `ray.nodes` lists them, in a fixed order."""
    found = []
    for node in nodes:
        resources = node.get("Resources", {})
        if node["Alive"] and resources.get("CPU"):
            cpus, gpus, memory = (resources.get(name, 0.0) for name in ("CPU", "GPU", "memory"))
            custom = custom_resources(resources)
            found.append(NodeFacts(node["NodeID"], cpus, gpus, memory, custom))
    return tuple(sorted(found, key=lambda facts: facts.node))


def nodes_at(address: str) -> tuple[NodeFacts, ...]:
    """The nodes with CPUs of the cluster at an address.

    Raises:
        UnreachableError: when there is none.
    """
    place = _place(address)
    return _by_client(place) if place.startswith(_BY_CLIENT) else _by_store(place)


def _place(address: str) -> str:
    """The address itself, or the one that Ray takes "auto" for."""
    from ray._private.services import get_ray_address_from_environment

    if address != "auto":
        return address
    try:
        return str(get_ray_address_from_environment(address, None))
    except ConnectionError:
        raise UnreachableError("no Ray cluster runs on this machine") from None


def _by_store(address: str) -> tuple[NodeFacts, ...]:
    """Ask the cluster's store: no job begins, and this machine need not be one of the nodes."""
    from ray._private.state import GlobalState
    from ray._raylet import GcsClientOptions
    from ray.exceptions import RaySystemError

    state = GlobalState()
    state._initialize_global_state(
        GcsClientOptions.create(
            address, None, allow_cluster_id_nil=True, fetch_cluster_id_if_nil=False
        )
    )
    try:
        return facts_of(state.node_table())
    except RaySystemError:
        raise UnreachableError(f"no Ray cluster answers at {address}") from None
    finally:
        state.disconnect()


def _by_client(address: str) -> tuple[NodeFacts, ...]:
    import ray

    ray.init(address, log_to_driver=False, logging_level="ERROR")
    try:
        return facts_of(ray.nodes())
    finally:
        ray.shutdown()
