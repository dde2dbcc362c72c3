"""What is known of the cluster and of the runner a pipeline meets."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from daft_lint.plan.quantity import Origin, Quantity


@dataclass(frozen=True, slots=True)
class Cluster:
    """A Ray cluster of equal workers. A figure nobody gave is None, never zero.

    A worker is a Ray node with CPUs: the head node counts when it has any.
    """

    workers: Quantity | None = None
    cpus_per_worker: Quantity | None = None
    gpus_per_worker: Quantity | None = None


class RunnerKind(Enum):
    """Which of Daft's runners executes a pipeline."""

    RAY = "ray"
    NATIVE = "native"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Runner:
    """The runner of a pipeline, how sure that is, and what says so.

    `certain` is false where only some branch or nothing at all chooses the runner.
    """

    kind: RunnerKind
    certain: bool
    origin: Origin | None = None
