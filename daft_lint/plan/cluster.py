"""The cluster and the runner that a pipeline meets, as far as they are known."""

from __future__ import annotations

import math
from collections.abc import Sequence
from enum import Enum, IntEnum

from daft_lint.plan.placement import Resources
from daft_lint.plan.quantity import Origin, Quantity, between, exactly
from daft_lint.records import dataclass, replace

MOST_WORKERS = 5_000
"""Workers of the largest cluster that is analysed. Ray is tried with 2,000 nodes (its "scalability
envelope"); a plan for 5,000 takes up to 3 s here."""


@dataclass(frozen=True, slots=True)
class WorkerGroup:
    """Workers of one kind: so many Ray nodes with the same `cpus`, `gpus` and memory in bytes.

    `name` is what a cluster file calls them. `memory` is None when unknown. `resources` are the
    custom ones that each has, by name.
    """

    workers: int
    cpus: int
    gpus: int = 0
    memory: int | None = None
    name: str = ""
    resources: Resources = ()


@dataclass(frozen=True, slots=True)
class Cluster:
    """A Ray cluster. A figure that isn't given is None, never zero.

    A worker is a Ray node with CPUs: the head node counts when it has any. `groups` tells the
    kinds of workers where they differ, or have custom resources; then `workers` is their sum, and
    the figures per worker go from those of the smallest to those of the largest.
    `cost_per_worker_hour` is in whatever currency the user counts. `memory_per_worker` is in bytes:
    what Ray hands out on a worker.
    """

    workers: Quantity | None = None
    cpus_per_worker: Quantity | None = None
    gpus_per_worker: Quantity | None = None
    groups: tuple[WorkerGroup, ...] = ()
    cost_per_worker_hour: Quantity | None = None
    memory_per_worker: Quantity | None = None

    @property
    def cpus(self) -> Quantity | None:
        """All CPUs of its workers."""
        each = [group.workers * group.cpus for group in self.groups]
        return _in_all(self.workers, self.cpus_per_worker, each)

    @property
    def gpus(self) -> Quantity | None:
        """All GPUs of its workers."""
        each = [group.workers * group.gpus for group in self.groups]
        return _in_all(self.workers, self.gpus_per_worker, each)

    def otherwise(self, other: Cluster) -> Cluster:
        """This cluster, with the figures of `other` where it has none.

        The groups of `other` describe its own workers, so they hold only where this says nothing
        of workers.
        """
        silent = not (self.workers or self.cpus_per_worker or self.gpus_per_worker)
        return Cluster(
            self.workers or other.workers,
            self.cpus_per_worker or other.cpus_per_worker,
            self.gpus_per_worker or other.gpus_per_worker,
            other.groups if silent else self.groups,
            self.cost_per_worker_hour or other.cost_per_worker_hour,
            self.memory_per_worker or other.memory_per_worker,
        )._of_countable_workers()

    def _of_countable_workers(self) -> Cluster:
        """This cluster; with more workers than the model handles, at least so many."""
        if self.workers is None or self.workers.low <= MOST_WORKERS:
            return self
        many = between(MOST_WORKERS, math.inf, *self.workers.origins)
        return replace(self, workers=many, groups=())


def _in_all(
    workers: Quantity | None, per_worker: Quantity | None, by_group: Sequence[int]
) -> Quantity | None:
    """How much of a resource there is, by its groups where there are any."""
    if workers is None or per_worker is None:
        return None
    found = workers * per_worker
    return exactly(sum(by_group), *found.origins) if by_group else found


def cluster_of(groups: tuple[WorkerGroup, ...], origin: Origin) -> Cluster:
    """The cluster that has these groups; those without a worker or a CPU are left out.

    Raises:
        ValueError: when no group has a worker with a CPU.
    """
    working = tuple(group for group in groups if group.workers > 0 and group.cpus > 0)
    if not working:
        raise ValueError("no worker has a CPU")
    cpus = [group.cpus for group in working]
    gpus = [group.gpus for group in working]
    memory = [group.memory for group in working if group.memory is not None]
    plain = not any(group.resources for group in working)
    return Cluster(
        exactly(sum(group.workers for group in working), origin),
        between(min(cpus), max(cpus), origin),
        between(min(gpus), max(gpus), origin),
        () if plain and are_alike(working) else working,
        memory_per_worker=between(min(memory), max(memory), origin)
        if len(memory) == len(working)
        else None,
    )


def are_alike(groups: tuple[WorkerGroup, ...]) -> bool:
    """Whether all workers have as many CPUs and GPUs."""
    return len({(group.cpus, group.gpus) for group in groups}) == 1


class RunnerKind(Enum):
    """Which of Daft's runners executes a pipeline."""

    RAY = "ray"
    NATIVE = "native"
    UNKNOWN = "unknown"


class ChosenBy(IntEnum):
    """What chooses a runner, the weakest first: Daft asks for the next one where one says nothing.

    Measured with Daft 0.7.26 and Ray 2.59.0: a runner that is set before the first action runs it,
    whatever `DAFT_RUNNER` says and Ray's state is, earlier or later; `DAFT_RUNNER` counts before
    Ray's state.
    """

    DEFAULT = 0
    RAY_STATE = 1
    VARIABLE = 2
    SETTER = 3


@dataclass(frozen=True, slots=True)
class Runner:
    """The runner of a pipeline, how sure that is, and why.

    `certain` is false where only some branch or nothing at all chooses the runner. One `by_default`
    is Daft's own choice where the program chooses Ray only in other branches, or takes its choice
    back; settings override it. Where it is unknown, `among` are the choices that clash, or the one
    that is made when the program runs. One that holds only `if_unset` yields to what the
    environment sets. One of `another_job` is what other jobs of the program choose, each for
    itself: it is a guess that this one runs on it too. Where the choice `may_be_late`, something
    may have run before it, on whatever Daft took by then. One that is `taken` isn't surely
    selected: it is what a pipeline is judged for all the same.
    """

    kind: RunnerKind
    certain: bool
    origin: Origin | None = None
    by_default: bool = False
    among: tuple[Origin, ...] = ()
    if_unset: bool = False
    another_job: bool = False
    may_be_late: bool = False
    taken: bool = False
