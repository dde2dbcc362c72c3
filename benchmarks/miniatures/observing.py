"""What miniatures of a fault are measured by; lower is better in all of it.

Import `daft` only inside of functions: the process that runs a miniature first sets up its runner.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from daft_lint.verification.engine import recorder
from daft_lint.verification.observation import Trial
from daft_lint.verification.observed_trials import trial

Run = Callable[[], object]


def trial_of(run: Run, actors: int) -> Trial:
    """What the one actor pool of a run did, which asked for so many actors; on Ray only.

    Raises:
        DisturbedError: when no actor got a row, or one died.
    """
    import ray

    job = ray.get_runtime_context().get_job_id()
    recorder.collect(job)
    began = time.monotonic()
    run()
    seconds = time.monotonic() - began
    workers = [node["NodeID"] for node in ray.nodes() if node["Resources"].get("CPU")]
    return trial(recorder.collect(job), workers, actors, seconds)


def idle_actors(run: Run, actors: int) -> float:
    """How many of the pool's actors got no row."""
    return float(
        actors - sum(bool(actor.morsels) for actor in trial_of(run, actors).occupancy.actors)
    )


def lost_actor_time(run: Run, actors: int) -> float:
    """The percentage of the pool's time in which its actors did nothing."""
    occupancy = trial_of(run, actors).occupancy
    busy = sum(actor.busy_seconds for actor in occupancy.actors)
    return 100 * (1 - busy / (actors * occupancy.span))


def makespan(run: Run, actors: int) -> float:
    """Seconds from the start of the pool's first morsel to the end of its last."""
    return trial_of(run, actors).occupancy.span


def seconds(run: Run) -> float:
    """How long it takes."""
    began = time.monotonic()
    run()
    return time.monotonic() - began


def alone(module: str, function: str) -> float:
    """What a function of a miniature gives in a process of its own, on the native runner."""
    program = f"import daft, {module}; daft.set_runner_native(); print({module}.{function}())"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    return float(done.stdout.splitlines()[-1])


@dataclass(frozen=True, slots=True)
class Counter:
    """Counts across processes: a UDF calls `count()`. A path is all that is pickled."""

    file: str

    def count(self, amount: int = 1) -> None:
        """Count so much more."""
        handle = os.open(self.file, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        try:
            os.write(handle, b"x" * amount)
        finally:
            os.close(handle)

    @property
    def total(self) -> float:
        """All that was counted so far."""
        file = Path(self.file)
        return float(file.stat().st_size) if file.exists() else 0.0


@contextmanager
def counter() -> Iterator[Counter]:
    """A counter that starts at 0, and leaves nothing behind."""
    with tempfile.TemporaryDirectory() as folder:
        yield Counter(str(Path(folder) / "count"))
