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
from collections import defaultdict
from pathlib import Path

os.environ.setdefault("DAFT_PROGRESS_BAR", "0")
os.environ.setdefault("DO_NOT_TRACK", "1")
# Binds all of Ray to loopback.
os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"
# Idle Python processes that no UDF uses only slow the start down.
os.environ.update(RAY_prestart_worker_first_driver="0")

import ray
import recording
from ray._private.ray_constants import WORKER_PROCESS_SETUP_HOOK_ENV_VAR
from ray.cluster_utils import Cluster

from daft_lint.programs.process_exit import end

CPUS = 8


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
        os.environ[WORKER_PROCESS_SETUP_HOOK_ENV_VAR] = recording.HOOK
        os.environ[recording.FOLDER] = name
        os.environ["PYTHONPATH"] = str(Path(recording.__file__).parent)
        node = {"num_cpus": CPUS, "include_dashboard": False, "include_log_monitor": False}
        cluster = Cluster(initialize_head=True, head_node_args=node)
        try:
            for _ in range(workers - 1):
                cluster.add_node(num_cpus=CPUS)
            ray.init(address=cluster.address, log_to_driver=False, logging_level="ERROR")
            import daft

            daft.set_runner_ray()
            for program in programs:
                print(json.dumps(observe(program, Path(name))), flush=True)
        finally:
            ray.shutdown()
            cluster.shutdown()


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
    # Threads of Daft that still run may crash a process that takes itself apart.
    end(0)
