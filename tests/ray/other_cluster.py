"""A Ray cluster of one node that somebody runs. Tells its address, and for each line its state."""

from __future__ import annotations

import json
import sys

import psutil
import ray
from ray._private.state import actors, jobs
from ray._raylet import GcsClient
from ray.cluster_utils import Cluster


def state(cluster: Cluster, mine: str) -> dict[str, object]:
    """What is on the cluster besides this program's own."""
    store = GcsClient(address=cluster.address)
    return {
        "nodes": sorted(node["NodeID"] for node in ray.nodes() if node["Alive"]),
        "services": sorted(
            process.pid
            for process in psutil.Process().children(recursive=True)
            if process.name() in ("gcs_server", "raylet")
        ),
        "actors": [actor["ActorID"] for actor in actors().values() if actor["State"] != "DEAD"],
        "jobs": [job["JobID"] for job in jobs() if job["JobID"] != mine and not job["IsDead"]],
        "keys": [key.decode() for key in store.internal_kv_keys(b"", b"daft-lint")],
    }


def main() -> None:
    """Run until standard input ends."""
    node = {"num_cpus": 4, "object_store_memory": 100 * 1024 * 1024}
    cluster = Cluster(initialize_head=True, head_node_args={**node, "include_dashboard": False})
    ray.init(cluster.address, log_to_driver=False, logging_level="ERROR")
    mine = ray.get_runtime_context().get_job_id()
    print(json.dumps(cluster.address), flush=True)
    for _ in sys.stdin:
        print(json.dumps(state(cluster, mine)), flush=True)
    ray.shutdown()
    cluster.shutdown()


if __name__ == "__main__":
    main()
