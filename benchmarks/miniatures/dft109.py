"""A limit beside into_partitions never ends; it is given up after 15 seconds."""

from __future__ import annotations

import subprocess
import sys
import time

RULE = "DFT109"
FAULT = "`into_partitions(4)`, then `limit(10)`; given up after 15 s"
REMEDY = "`repartition(4)`, then `limit(10)`"
MEASURES = "time until it ends"
UNIT = "s"
RUNNER = "ray"
WORKERS = 2
CPUS = 4

_PATIENCE = 15.0
_PROGRAM = """\
import sys
import daft
import ray

ray.init(address=sys.argv[1], logging_level="ERROR", log_to_driver=False)
daft.set_runner_ray()
daft.range(10).collect()
print("ready", flush=True)
frame = getattr(daft.range(1_000, partitions=8), sys.argv[2])(4)
print(len(frame.limit(10).collect()), flush=True)
"""


def before() -> float:
    """With the fault."""
    return _seconds("into_partitions")


def after() -> float:
    """With the remedy."""
    return _seconds("repartition")


def _seconds(method: str) -> float:
    """How long it takes in a process of its own, which can be ended when it hangs."""
    import ray

    address = ray.get_runtime_context().gcs_address
    command = [sys.executable, "-c", _PROGRAM, address, method]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        if process.stdout is None or process.stdout.readline() != "ready\n":
            raise ValueError("the process didn't come up")
        began = time.monotonic()
        try:
            said = process.communicate(timeout=_PATIENCE)[0]
        except subprocess.TimeoutExpired:
            process.kill()
            return _PATIENCE
    if said != "10\n":
        raise ValueError(f"{said!r} came back")
    return time.monotonic() - began
