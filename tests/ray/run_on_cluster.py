"""Runs programs on a local Ray cluster and tells what each UDF actor did, one JSON line a program.

    python run_on_cluster.py WORKERS PROGRAM...

The cluster has that many nodes on this machine, each with eight logical CPUs. What actors do is
recorded from outside: a hook that Ray runs in every worker process wraps Daft's UDF actor.
"""

from __future__ import annotations

import json
import os
import runpy
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("DAFT_PROGRESS_BAR", "0")
os.environ.setdefault("DO_NOT_TRACK", "1")
# Binds all of Ray to loopback.
os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"

import ray
from ray.cluster_utils import Cluster

CPUS = 8


def recording_into(folder: str) -> Callable[[], None]:
    """The function that Ray runs in every worker process."""

    def install() -> None:
        import daft.execution.ray_actor_pool_udf as pool

        actor = pool.UDFActor.__ray_metadata__.modified_class
        start, work = actor.__init__, actor.eval_input

        def tell(rows: int, began: float) -> None:
            line = json.dumps([ray.get_runtime_context().get_actor_id(), rows, began, time.time()])
            with (Path(folder) / f"{os.getpid()}.jsonl").open("a") as log:
                log.write(f"{line}\n")

        def started(self, *args, **kwargs):
            start(self, *args, **kwargs)
            tell(0, time.time())

        def worked(self, morsel):
            began = time.time()
            result = work(self, morsel)
            tell(len(result), began)
            return result

        actor.__init__, actor.eval_input = started, worked

    return install


def observe(program: str, folder: Path) -> dict[str, object]:
    """Run a program and sum up what its actors did."""
    for log in folder.glob("*.jsonl"):
        log.unlink()
    runpy.run_path(program, run_name="__main__")
    actors = defaultdict(list)
    for log in folder.glob("*.jsonl"):
        for line in log.read_text().splitlines():
            actor, rows, began, ended = json.loads(line)
            actors[actor] += [(rows, began, ended)] if rows else []
    morsels = [morsel for done in actors.values() for morsel in done]
    span = max(ended for _, _, ended in morsels) - min(began for _, began, _ in morsels)
    busy = sum(ended - began for _, began, ended in morsels)
    return {
        "rows": sorted(sum(rows for rows, _, _ in done) for done in actors.values()),
        "idle": sum(not done for done in actors.values()),
        "utilisation": busy / (len(actors) * span),
    }


def main(workers: int, programs: list[str]) -> None:
    """Start the cluster, run the programs one after another, stop it whatever happens."""
    with tempfile.TemporaryDirectory() as name:
        node = {"num_cpus": CPUS, "include_dashboard": False}
        cluster = Cluster(initialize_head=True, head_node_args=node)
        try:
            for _ in range(workers - 1):
                cluster.add_node(num_cpus=CPUS)
            ray.init(
                address=cluster.address,
                log_to_driver=False,
                logging_level="ERROR",
                runtime_env={"worker_process_setup_hook": recording_into(name)},
            )
            import daft

            daft.set_runner_ray()
            for program in programs:
                print(json.dumps(observe(program, Path(name))), flush=True)
        finally:
            ray.shutdown()
            cluster.shutdown()


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
