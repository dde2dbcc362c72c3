"""What watching costs: a replay under the recorder against a bare `collect()` of the same plan.

Two clusters of the same size are up at the same time, one whose actors are recorded and one whose
aren't. In each round the same plan runs on one and then on the other.

    python benchmarks/verify_overhead.py [--rounds N] [--workers N]
"""

from __future__ import annotations

import argparse
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from multiprocessing.connection import Connection

from daft_lint.verification.engine_process import EngineProcess
from daft_lint.verification.messages import Replay, Start
from daft_lint.verification.shape import (
    ClusterSize,
    PlanShape,
    Shape,
    StepKind,
    StepShape,
    UdfShape,
)

_LIMIT = 1.3
_CPUS = 8
_PATIENCE = 60.0
_TIMEOUT = 120.0


def shapes(workers: int) -> dict[str, Shape]:
    """Few large morsels, and many small ones, of which each is recorded."""

    def shape(rows: int, batch_size: int, seconds: float) -> Shape:
        udf = UdfShape("Embed", 4, batch_size, row_seconds=4 * seconds / rows)
        split = StepShape(StepKind.INTO_PARTITIONS, workers)
        steps = (split, StepShape(StepKind.UDF, udfs=(udf,)))
        return Shape(PlanShape(rows, 1, steps), ClusterSize(workers, _CPUS), "Embed")

    return {
        "16 morsels, 1 s of work": shape(1_600, 100, 1.0),
        "1,000 morsels, 1 s of work": shape(4_000, 4, 1.0),
    }


class Bare:
    """A process with a cluster of its own on which nothing is recorded."""

    def __init__(self, workers: int, folder: str) -> None:
        ours, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, __file__, "--bare", str(theirs.fileno()), str(workers)],
                pass_fds=[theirs.fileno()],
                env={**os.environ, "RAY_TMPDIR": folder},
            )
        self._connection = Connection(ours.detach())

    def run(self, shape: Shape) -> float:
        """Seconds of one run."""
        self._connection.send(shape)
        seconds: float = self._connection.recv()
        return seconds

    def stop(self) -> None:
        """Stop the cluster."""
        self._connection.close()
        self._process.wait()


def serve(descriptor: int, workers: int) -> None:
    """Be the process of `Bare`."""
    from daft_lint.verification.engine.cluster import prepare_environment

    prepare_environment()
    import daft
    import ray
    from ray.cluster_utils import Cluster

    from daft_lint.verification.engine.replay import replay

    node = {"num_cpus": _CPUS, "object_store_memory": 200 * 1024 * 1024}
    head = {**node, "include_dashboard": False, "include_log_monitor": False, "no_monitor": True}
    cluster = Cluster(initialize_head=True, head_node_args=head)
    try:
        for _ in range(workers - 1):
            cluster.add_node(**node)
        ray.init(address=cluster.address, log_to_driver=False, logging_level="ERROR")
        daft.set_runner_ray()
        connection = Connection(descriptor)
        while True:
            shape = connection.recv()
            started = time.perf_counter()
            replay(shape, _PATIENCE)
            connection.send(time.perf_counter() - started)
    except EOFError:
        pass
    finally:
        ray.shutdown()
        cluster.shutdown()


def recorded(engine: EngineProcess, shape: Shape) -> float:
    """Seconds of one run, until what the actors did is known."""
    started = time.perf_counter()
    engine.ask(Replay(shape, _PATIENCE), _TIMEOUT)
    return time.perf_counter() - started


def main() -> int:
    """Measure, print a table, and say with the exit code whether the limit holds."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--bare", nargs=2, type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.bare:
        serve(*options.bare)
        return 0
    worst = 0.0
    print("| plan | bare s | recorded s | ratio |\n| --- | ---: | ---: | ---: |")
    with tempfile.TemporaryDirectory(prefix="dl-") as folder, EngineProcess() as engine:
        bare = Bare(options.workers, folder)
        try:
            engine.ask(Start(ClusterSize(options.workers, _CPUS)), _TIMEOUT)
            for name, shape in shapes(options.workers).items():
                # The first run of a cluster starts Daft's own actors.
                bare.run(shape)
                recorded(engine, shape)
                rounds = [(bare.run(shape), recorded(engine, shape)) for _ in range(options.rounds)]
                ratio = statistics.median(with_it / without for without, with_it in rounds)
                worst = max(worst, ratio)
                without, with_it = (statistics.median(times) for times in zip(*rounds, strict=True))
                print(f"| {name} | {without:.2f} | {with_it:.2f} | {ratio:.2f} |", flush=True)
        finally:
            bare.stop()
    print(f"limit {_LIMIT}: {'kept' if worst <= _LIMIT else 'broken'}")
    return 0 if worst <= _LIMIT else 1


if __name__ == "__main__":
    sys.exit(main())
