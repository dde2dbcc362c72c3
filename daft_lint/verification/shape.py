"""The shape of a pipeline: numbers that decide who works, none of the user's code."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

from daft_lint.findings import Claim
from daft_lint.plan.cluster import WorkerGroup
from daft_lint.plan.placement import Resources
from daft_lint.plan.unit import Unit
from daft_lint.records import dataclass, replace
from daft_lint.scheduling.simulation.placement import workers_of

_COUNTED = {Claim.WORKERS: Unit.WORKER, Claim.GPUS: Unit.GPU}


@dataclass(frozen=True, slots=True)
class ClusterSize:
    """The cluster a shape runs on: workers with so many logical CPUs and GPUs each.

    `groups` tells the kinds of workers where they differ, or have custom resources, and is empty
    where they are equal; see `unequal`. Where it is `native` there is no cluster: Daft's native
    runner is the one worker, and its CPUs are threads.
    """

    workers: int
    cpus_per_worker: int
    gpus_per_worker: int = 0
    groups: tuple[WorkerGroup, ...] = ()
    native: bool = False

    @property
    def kinds(self) -> tuple[WorkerGroup, ...]:
        """The kinds of workers; where all are equal, the only one."""
        equal = WorkerGroup(self.workers, self.cpus_per_worker, self.gpus_per_worker)
        return self.groups or (equal,)

    @property
    def each(self) -> tuple[tuple[int, int], ...]:
        """The logical CPUs and GPUs of every worker, group by group."""
        return tuple((worker.cpus, worker.gpus) for worker in workers_of(self.kinds))


def unequal(groups: tuple[WorkerGroup, ...]) -> ClusterSize:
    """A cluster of workers of several kinds; its figures per worker are the smallest ones.

    Raises:
        ValueError: when there is no group, or one without a worker or a CPU.
    """
    if not groups or any(group.workers < 1 or group.cpus < 1 for group in groups):
        raise ValueError("every group of workers needs a worker and a CPU")
    return ClusterSize(
        sum(group.workers for group in groups),
        min(group.cpus for group in groups),
        min(group.gpus for group in groups),
        groups,
    )


@dataclass(frozen=True, slots=True)
class UdfShape:
    """A UDF with the options that matter.

    `concurrency` counts actors; None: it has no pool and runs inside the tasks. `batch_size` counts
    rows; None: unset. `cpus`, `gpus` and the custom `resources` are what one actor asks for; None:
    Daft's default. `row_seconds` is how long it sleeps for each row. One that `is_async` gets all
    rows of a task at once, as its coroutines do. An actor needs `start_seconds` until it is ready.
    """

    name: str
    concurrency: int | None
    batch_size: int | None
    cpus: float | None = None
    gpus: float | None = None
    row_seconds: float = 0.0
    resources: Resources = ()
    is_async: bool = False
    start_seconds: float = 0.0


class StepKind(Enum):
    """What a replayed step does."""

    UDF = "udf"
    HASH_REPARTITION = "hash repartition"
    RANDOM_REPARTITION = "random repartition"
    INTO_PARTITIONS = "into_partitions"
    INTO_BATCHES = "into_batches"
    LIMIT = "limit"
    SORT = "sort"
    COLLECT = "collect"
    CONCAT = "concat"


@dataclass(frozen=True, slots=True)
class StepShape:
    """One step.

    `count` is its number: partitions, rows of `into_batches` or `limit`; None leaves a repartition
    the partitions there are. `udfs` are those of a UDF step, `other` is what a concat appends.
    """

    kind: StepKind
    count: int | None = None
    udfs: tuple[UdfShape, ...] = ()
    other: PlanShape | None = None


@dataclass(frozen=True, slots=True)
class PlanShape:
    """Rows in partitions of even size, and the steps after them."""

    rows: int
    partitions: int
    steps: tuple[StepShape, ...] = ()


@dataclass(frozen=True, slots=True)
class Shape:
    """A pipeline to replay: its plan, the cluster, and the UDF that is watched, by name.

    `claim` is what is said of that UDF.
    """

    plan: PlanShape
    cluster: ClusterSize
    watched: str
    claim: Claim = Claim.LOSS

    @property
    def udf(self) -> UdfShape:
        """The UDF that is watched."""
        return next(udf for udf in udfs_of(self.plan) if udf.name == self.watched)

    @property
    def unit(self) -> Unit:
        """The unit of that UDF's work."""
        if self.udf.concurrency is None:
            return Unit.WORKER
        return Unit.PROCESS if self.cluster.native else Unit.ACTOR

    @property
    def counted(self) -> Unit:
        """The unit that works or idles in the words of the claim: that, or what it runs on."""
        return _COUNTED.get(self.claim, self.unit)

    @property
    def by_place(self) -> bool:
        """Whether the claim is about where the actors of a pool stand."""
        return self.counted in (Unit.WORKER, Unit.GPU) and self.counted is not self.unit

    @property
    def asked(self) -> int:
        """How many units there should be."""
        return self.cluster.workers if self.udf.concurrency is None else self.udf.concurrency


def udfs_of(plan: PlanShape) -> tuple[UdfShape, ...]:
    """Every UDF of a plan, those of concatenated plans too."""
    found: list[UdfShape] = []
    for step in plan.steps:
        found += step.udfs
        if step.other is not None:
            found += udfs_of(step.other)
    return tuple(found)


def with_udfs(shape: Shape, made: Callable[[UdfShape], UdfShape]) -> Shape:
    """The shape with each of its UDFs mapped."""

    def plan(old: PlanShape) -> PlanShape:
        return replace(old, steps=tuple(step(step_shape) for step_shape in old.steps))

    def step(old: StepShape) -> StepShape:
        udfs = tuple(made(udf) for udf in old.udfs)
        return replace(old, udfs=udfs, other=None if old.other is None else plan(old.other))

    return replace(shape, plan=plan(shape.plan))
