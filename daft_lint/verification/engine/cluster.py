"""A Ray cluster on this machine, bound to loopback, and its end; or the user's cluster."""

from __future__ import annotations

import os
import sys
import sysconfig
from pathlib import Path
from typing import TYPE_CHECKING, Any

from daft_lint.plan.cluster import WorkerGroup
from daft_lint.plan.placement import custom_resources
from daft_lint.scheduling.simulation.placement import workers_of
from daft_lint.verification.engine.remote_cluster import is_loopback, require_reachable
from daft_lint.verification.messages import NodeFacts
from daft_lint.verification.shape import ClusterSize

if TYPE_CHECKING:
    from ray.cluster_utils import Cluster

_OBJECT_STORE_BYTES = 200 * 1024 * 1024
_HOOK = "daft_lint.verification.engine.recorder.install"

_DISCREET = {
    "DAFT_PROGRESS_BAR": "0",
    "DO_NOT_TRACK": "1",
    "RAY_USAGE_STATS_ENABLED": "0",
}

_LOOPBACK = {
    # Despite its name this decides whether Ray binds its ports to the machine's address.
    "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",
}

_ON_OUR_CLUSTER = {
    **_DISCREET,
    **_LOOPBACK,
    # Idle Python processes that no UDF uses only slow the start down.
    "RAY_prestart_worker_first_driver": "0",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
}

_FILES = "RAY_TMPDIR"
_PACKAGES = str(Path(__file__).parents[3])


def prepare_environment() -> None:
    """Set what Ray and Daft read when they are imported, for a cluster of our own; call it before.

    All files of the cluster and of what runs on it go to the folder RAY_TMPDIR. Ray's other
    variables of the user are meant for other clusters.
    """
    folder = os.environ[_FILES]
    for name in [entry for entry in os.environ if entry.startswith("RAY_")]:
        del os.environ[name]
    os.environ.pop("PYTHONWARNINGS", None)
    os.environ.update(_ON_OUR_CLUSTER, RAY_TMPDIR=folder, TMPDIR=folder)


def prepare_to_connect(address: str, users_folder: str) -> None:
    """Set what Ray and Daft read when they are imported, for a cluster at an address.

    Args:
        address: Where it is.
        users_folder: RAY_TMPDIR as the user set it, empty if not: "auto" looks there.

    Raises:
        UnreachableError: when nothing listens at the address.
    """
    require_reachable(address)
    os.environ.update(_DISCREET)
    del os.environ[_FILES]
    if users_folder:
        os.environ[_FILES] = users_folder
    if is_loopback(address):
        os.environ.update(_LOOPBACK)


def leave_current_folder(folder: str) -> None:
    """Make another folder the current one, and import nothing from where we were.

    What is imported is what is installed, not a `daft.py` that happens to lie about.
    """
    here = Path.cwd()
    listed = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    searched = [Path(entry).resolve() for entry in listed if entry]
    if here in searched:
        sys.path[:] = [entry for entry in sys.path if Path(entry).resolve() != here]
    kept = [str(entry) for entry in searched if entry != here]
    if _PACKAGES not in {sysconfig.get_path("purelib"), *kept}:
        # Workers import the recorder from there.
        kept.append(_PACKAGES)
    os.environ["PYTHONPATH"] = os.pathsep.join(kept)
    os.chdir(folder)


class LocalCluster:
    """A cluster on this machine, a node per worker. The actors of all its jobs are recorded."""

    def __init__(self, size: ClusterSize) -> None:
        from ray._private.ray_constants import WORKER_PROCESS_SETUP_HOOK_ENV_VAR
        from ray.cluster_utils import Cluster

        # Workers inherit it. As part of a runtime environment it would cost each of them another
        # Python start (measured on Ray 2.60: 0.55 instead of 0.35 seconds an actor on two cores).
        os.environ[WORKER_PROCESS_SETUP_HOOK_ENV_VAR] = _HOOK
        head, *others = (_node_options(worker) for worker in workers_of(size.kinds))
        self._cluster: Cluster = Cluster(
            initialize_head=True,
            head_node_args={
                **head,
                "include_dashboard": False,
                "include_log_monitor": False,
                "no_monitor": True,
                # Ray picks free ports; two clusters may run side by side.
                "dashboard_agent_listen_port": 0,
            },
        )
        try:
            for options in others:
                self._cluster.add_node(wait=False, **options)
            self._cluster.wait_for_nodes()
        except BaseException:
            self.stop()
            raise

    @property
    def address(self) -> str:
        """The address for programs."""
        return str(self._cluster.address)

    def stop(self) -> None:
        """End every process of the cluster."""
        self._cluster.shutdown()


def _node_options(worker: WorkerGroup) -> dict[str, Any]:
    return {
        "num_cpus": worker.cpus,
        "num_gpus": worker.gpus,
        "resources": dict(worker.resources),
        "object_store_memory": _OBJECT_STORE_BYTES,
    }


def nodes() -> tuple[NodeFacts, ...]:
    """The nodes of the connected cluster that have CPUs, in a fixed order."""
    import ray

    found = []
    for node in ray.nodes():
        resources = node.get("Resources", {})
        if node["Alive"] and resources.get("CPU"):
            cpus, gpus = resources["CPU"], resources.get("GPU", 0.0)
            found.append(NodeFacts(node["NodeID"], cpus, gpus, custom_resources(resources)))
    return tuple(sorted(found, key=lambda facts: facts.node))
