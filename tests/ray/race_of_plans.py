"""Starts two programs at once on a cluster of two nodes, and tells which of them ended.

    python race_of_plans.py LIMITED PLAIN

A program prints something when it is done. Once `PLAIN` has, `LIMITED` is given as long again, and
a few seconds more. A line of JSON tells what each printed, null where it didn't end.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time

os.environ.setdefault("DAFT_PROGRESS_BAR", "0")
os.environ.setdefault("DO_NOT_TRACK", "1")
# Binds all of Ray to loopback.
os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"
# Idle Python processes that no UDF uses only slow the start down.
os.environ.update(RAY_prestart_worker_first_driver="0")

from ray.cluster_utils import Cluster

MORE = 4.0
LONGEST = 120.0


def started(program: str, address: str) -> subprocess.Popen[str]:
    """A program in a process of its own, which Ray takes to the cluster."""
    environment = {**os.environ, "RAY_ADDRESS": address, "DAFT_RUNNER": "ray"}
    return subprocess.Popen(
        [sys.executable, program],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )


def said(process: subprocess.Popen[str], seconds: float) -> str | None:
    """What a program printed; it is ended when it takes longer."""
    try:
        return process.communicate(timeout=seconds)[0].strip()
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        return None


def main(limited: str, plain: str) -> None:
    """Start the cluster, run both, stop it whatever happens."""
    node = {"num_cpus": 4, "include_dashboard": False, "include_log_monitor": False}
    cluster = Cluster(initialize_head=True, head_node_args=node)
    try:
        cluster.add_node(num_cpus=4)
        began = time.monotonic()
        running, other = started(limited, cluster.address), started(plain, cluster.address)
        second = said(other, LONGEST)
        first = said(running, time.monotonic() - began + MORE)
        print(json.dumps([first, second]), flush=True)
    finally:
        cluster.shutdown()


if __name__ == "__main__":
    main(*sys.argv[1:])
