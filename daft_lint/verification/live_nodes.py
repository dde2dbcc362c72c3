"""The workers of a running Ray cluster, by its own answer."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from daft_lint.installing import install_command
from daft_lint.plan.cluster import Cluster, WorkerGroup, cluster_of
from daft_lint.plan.placement import Resources
from daft_lint.plan.quantity import Origin, OriginKind
from daft_lint.verification.engine_process import (
    EngineError,
    EngineGoneError,
    EngineProcess,
    EngineTimeoutError,
    NotInstalledError,
)
from daft_lint.verification.messages import ListNodes, NodeFacts, Nodes

_SECONDS = 30.0
"""Seconds within which Ray is imported and the cluster answers, on a machine that is busy."""


class LiveNodesError(Exception):
    """A cluster can't be asked for its nodes. The text is one line for a person."""


def cluster_at(address: str) -> Cluster:
    """The cluster at an address, as it is at this moment.

    No job of ours begins there, unless the address is one for Ray's client.

    Args:
        address: `auto` for the one on this machine, `host:port`, or `ray://host:port`.

    Raises:
        LiveNodesError: when Ray isn't installed, nothing answers, or no node can be a worker.
    """
    origin = Origin(OriginKind.CONFIGURATION, f"the Ray cluster at {address}")
    try:
        return cluster_of(groups_of(_nodes(address)), origin)
    except NotInstalledError as error:
        raise LiveNodesError(
            "connecting to a cluster needs Ray in daft-lint's environment: "
            f"{install_command('daft-lint[verify]')} ({error})"
        ) from None
    except EngineTimeoutError:
        raise LiveNodesError(
            f"could not reach a Ray cluster at {address} within {_SECONDS:.0f} s"
        ) from None
    except EngineGoneError as error:
        raise LiveNodesError(f"could not reach a Ray cluster at {address}: {error}") from None
    except EngineError as error:
        raise LiveNodesError(str(error)) from None
    except ValueError:
        raise LiveNodesError(
            f"the Ray cluster at {address} has no node with CPUs and memory"
        ) from None


def groups_of(nodes: Iterable[NodeFacts]) -> tuple[WorkerGroup, ...]:
    """The nodes that Daft makes workers of, those with the same CPUs, GPUs and resources together.

    They have CPUs and memory (Daft 0.7.26, `daft/runners/flotilla.py`, `start_ray_workers`). A
    group has the memory of its smallest node: no two machines have quite the same. The largest
    group comes first.
    """
    alike: defaultdict[tuple[int, int, Resources], list[int]] = defaultdict(list)
    for node in nodes:
        if node.cpus >= 1 and node.memory > 0:
            alike[int(node.cpus), int(node.gpus), node.resources].append(int(node.memory))
    groups = (
        WorkerGroup(len(memory), cpus, gpus, min(memory), resources=resources)
        for (cpus, gpus, resources), memory in alike.items()
    )
    return tuple(
        sorted(groups, key=lambda group: (-group.workers, group.cpus, group.gpus, group.resources))
    )


def _nodes(address: str) -> tuple[NodeFacts, ...]:
    with EngineProcess() as engine:
        answer = engine.ask(ListNodes(address), _SECONDS)
    assert isinstance(answer, Nodes)
    return answer.nodes
