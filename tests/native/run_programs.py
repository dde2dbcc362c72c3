"""Runs programs one after another and tells what the `main()` of each gives, one JSON line each.

    python run_programs.py native|ray PROGRAM...

A program is a file, or a folder with a `main.py`. On Ray, a cluster of two nodes is shared by all.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
import warnings
from pathlib import Path

os.environ.setdefault("DAFT_PROGRESS_BAR", "0")
os.environ.setdefault("DO_NOT_TRACK", "1")
# Binds all of Ray to loopback.
os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"
# Idle Python processes that no UDF uses only slow the start down.
os.environ.update(RAY_prestart_worker_first_driver="0")

from daft_lint.programs.process_exit import end


def outcome(program: Path) -> dict[str, object]:
    """What a program gives or raises, and how often Daft warns of `daft.udf`."""
    folder, module = (program, "main") if program.is_dir() else (program.parent, program.stem)
    known = set(sys.modules)
    sys.path.insert(0, str(folder))
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            result = repr(importlib.import_module(module).main())
        except Exception as error:
            result = f"{type(error).__name__}: {error}"
    sys.path.remove(str(folder))
    for name in set(sys.modules) - known:
        if str(folder) in (getattr(sys.modules[name], "__file__", None) or ""):
            del sys.modules[name]
    warned = sum("`@daft.udf`" in str(message.message) for message in caught)
    return {"program": str(program), "result": result, "warned": warned}


def on_ray(programs: list[Path]) -> None:
    """Run programs on a cluster of two nodes, with GPUs that are only counted."""
    import ray
    from ray.cluster_utils import Cluster

    node = {"num_cpus": 4, "num_gpus": 1}
    quiet = {"include_dashboard": False, "include_log_monitor": False}
    cluster = Cluster(initialize_head=True, head_node_args={**node, **quiet})
    try:
        cluster.add_node(**node)
        ray.init(address=cluster.address, log_to_driver=False, logging_level="ERROR")
        import daft

        daft.set_runner_ray()
        tell(programs)
    finally:
        ray.shutdown()
        cluster.shutdown()


def on_native(programs: list[Path]) -> None:
    """Run programs in this process."""
    import daft

    daft.set_runner_native()
    tell(programs)


def tell(programs: list[Path]) -> None:
    for program in programs:
        print(json.dumps(outcome(program)), flush=True)


if __name__ == "__main__":
    run = {"native": on_native, "ray": on_ray}[sys.argv[1]]
    programs = [Path(argument) for argument in sys.argv[2:]]
    # Pools run in processes of their own, which import the programs too, and so do Ray's workers.
    folders = [str(program if program.is_dir() else program.parent) for program in programs]
    os.environ["PYTHONPATH"] = os.pathsep.join(dict.fromkeys(folders))
    run(programs)
    # Threads of Daft that still run may crash a process that takes itself apart.
    end(0)
