"""The unit of work that may idle: an actor, a process or a worker."""

from __future__ import annotations

from enum import Enum


class Unit(Enum):
    """Who does a piece of work: an actor of a pool, a process of the native runner, a worker.

    The native runner has no actors: there a pool is so many processes on the one machine. Work
    without a pool runs inside the tasks, and a worker has some of it or none. A GPU works where it
    has an actor of a pool that does.
    """

    ACTOR = "actor"
    PROCESS = "process"
    WORKER = "worker"
    GPU = "GPU"

    @property
    def plural(self) -> str:
        """`actors`, `processes`, `workers`."""
        return "processes" if self is Unit.PROCESS else f"{self.value}s"
