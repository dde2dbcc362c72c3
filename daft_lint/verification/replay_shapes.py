"""The shape that replays a pipeline, or why it can't be replayed."""

from __future__ import annotations

import re
from collections.abc import Iterable

from daft_lint.plan.cluster import Cluster
from daft_lint.plan.pipeline import Operator, OperatorKind, Pipeline, Plan, Udf, UdfCall, UdfKind
from daft_lint.plan.placement import Placement, Resources
from daft_lint.plan.quantity import Quantity
from daft_lint.plan.recorded import RecordedPipeline
from daft_lint.plan.span import Span
from daft_lint.plan.spread import Spread
from daft_lint.records import dataclass, field
from daft_lint.scheduling.optimiser.native import ONE_WORKER, runs_natively, without_repartitions
from daft_lint.scheduling.optimiser.rewriting import finished_steps, optimise
from daft_lint.scheduling.partitions.effects import TASK_ENDERS
from daft_lint.scheduling.partitions.source_partitions import PIECE_ROWS
from daft_lint.scheduling.partitions.task_work import calls_of
from daft_lint.scheduling.simulation.placement import names_all, standing
from daft_lint.verification.shape import (
    ClusterSize,
    PlanShape,
    Shape,
    StepKind,
    StepShape,
    UdfShape,
    udfs_of,
    unequal,
)

_FEWEST_CPUS = 8

_STEPS = {
    OperatorKind.HASH_REPARTITION: StepKind.HASH_REPARTITION,
    OperatorKind.RANDOM_REPARTITION: StepKind.RANDOM_REPARTITION,
    OperatorKind.INTO_PARTITIONS: StepKind.INTO_PARTITIONS,
    OperatorKind.INTO_BATCHES: StepKind.INTO_BATCHES,
    OperatorKind.LIMIT: StepKind.LIMIT,
    OperatorKind.SORT: StepKind.SORT,
    OperatorKind.BARRIER: StepKind.COLLECT,
}
_MAY_STAY_AS_IS = (OperatorKind.HASH_REPARTITION, OperatorKind.RANDOM_REPARTITION)
_UNNUMBERED = (OperatorKind.SORT, OperatorKind.BARRIER)


class NotReplayableError(Exception):
    """A pipeline can't be replayed. The text is the reason, for a person."""


@dataclass(frozen=True, slots=True)
class Replayable:
    """A shape, and its assumptions, in one line each."""

    shape: Shape
    notes: tuple[str, ...]


def replayable(
    pipeline: Pipeline,
    plan: Plan,
    cluster: Cluster,
    watched: UdfCall,
    recorded: RecordedPipeline | None = None,
) -> Replayable:
    """The shape of a plan of a pipeline, which a cluster runs; `watched` is the UDF to watch.

    On the native runner there is no cluster, and no step that only counts there. What `recorded`
    tells of the seconds that UDFs took stands in the shape.

    Raises:
        NotReplayableError: when a number that decides is not known, or a step's effect isn't.
    """
    native = runs_natively(pipeline)
    if native:
        (plan, _), cluster = without_repartitions(plan), ONE_WORKER
    made = _Maker(watched, cluster, native, recorded)
    shape = made.plan(optimise(plan, pipeline.action).plan)
    if made.name is None:
        raise NotReplayableError(f"`{watched.udf.name}` doesn't run in the plan that Daft makes")
    size = made.cluster(shape)
    return Replayable(Shape(shape, size, made.name), tuple(made.notes))


@dataclass(slots=True)
class _Maker:
    """Makes a shape; remembers the name of the watched UDF and the assumptions.

    `on` is the cluster that the pipeline meets. `_piece` are the rows that the source hands on at
    a time, as far as that reaches.
    """

    watched: UdfCall
    on: Cluster
    native: bool
    recorded: RecordedPipeline | None = None
    name: str | None = None
    notes: list[str] = field(default_factory=list)
    _names: set[str] = field(default_factory=set)
    _piece: int | None = None

    def plan(self, plan: Plan) -> PlanShape:
        source = plan.source
        rows = self.number(source.rows, f"the rows of {source.name}", source.span)
        parts = self.number(source.partitions, "its partitions", source.span)
        steps: list[StepShape] = []
        untold: str | None = None
        finished = finished_steps(plan)
        self._piece = PIECE_ROWS.get(source.name)
        for place, operator in enumerate(plan.operators):
            if self.name is not None and not operator.calls:
                if operator.kind is OperatorKind.PROJECT:
                    continue
                break
            if operator.kind in TASK_ENDERS:
                self._piece = None
            if _is_untold(operator) and not self.watches(operator):
                # A hint on the last such step does for those before it too.
                untold = self.why_untold(operator)
            else:
                steps += self.step(operator, finished=place < finished)
                if self.name is not None and operator.may_explode:
                    # How many rows the watched generator yields doesn't matter to itself.
                    break
        if untold is not None:
            raise NotReplayableError(
                f"{untold}; give its numbers there: # daft-lint: partitions=..., rows=..."
            )
        return PlanShape(rows, max(1, parts), tuple(steps))

    def step(self, operator: Operator, *, finished: bool) -> Iterable[StepShape]:
        if operator.maybe:
            raise NotReplayableError(self.why_untold(operator))
        if operator.kind is OperatorKind.PROJECT or self.watches(operator):
            made = () if finished else calls_of(operator)
            # What a filter keeps doesn't matter to its own UDF, and expressions of Daft's own don't
            # change what others get.
            calls = [call for _, call in made if self.is_watched(call) or not call.udf.builtin]
            return [StepShape(StepKind.UDF, udfs=(self.udf(call),)) for call in calls]
        if operator.kind is OperatorKind.CONCAT:
            others = [self.plan(other) for other in operator.inputs]
            return [StepShape(StepKind.CONCAT, other=other) for other in others]
        kind = _STEPS[operator.kind]
        if operator.kind in _UNNUMBERED:
            return [StepShape(kind)]
        if operator.count is None:
            if operator.kind in _MAY_STAY_AS_IS:
                return [StepShape(kind)]
            raise NotReplayableError(f"the number of {self.shown(operator)} isn't known")
        number = self.number(operator.count, f"the number of {self.shown(operator)}", operator.span)
        return [StepShape(kind, number)]

    def udf(self, call: UdfCall) -> UdfShape:
        udf, is_watched = call.udf, self.is_watched(call)
        if udf.kind is UdfKind.GENERATOR and not is_watched:
            raise NotReplayableError(f"only a run can show how many rows `{udf.name}` yields")
        name = self.unique(udf.name)
        is_async = udf.is_async and is_watched
        if is_async:
            self.notes.append(f"`{udf.name}`, which is async, gets each task as one call")
        if is_watched:
            self.name = name
        pool = udf.is_actor_pool
        row_seconds, start_seconds = self.took(udf)
        batch_size = _whole(_option(udf, "batch_size", udf.batch_size))
        return UdfShape(
            name,
            concurrency=_whole(_option(udf, "concurrency", udf.concurrency)) if pool else None,
            batch_size=None if is_async else batch_size or self._piece,
            cpus=None if self.native else _option(udf, "cpus", udf.cpus),
            gpus=None if self.native else _option(udf, "gpus", udf.gpus),
            resources=self.resources(udf) if pool and not self.native else (),
            row_seconds=row_seconds,
            is_async=is_async,
            start_seconds=start_seconds,
        )

    def took(self, udf: Udf) -> tuple[float, float]:
        """Seconds of a row and of a start in runs; 0 where they or the name don't tell."""
        found = (
            [recorded_udf for recorded_udf in self.recorded.udfs if recorded_udf.name == udf.name]
            if self.recorded
            else []
        )
        if len(found) != 1:
            return 0.0, 0.0
        return _middle(found[0].row_seconds), _middle(found[0].start_seconds)

    def resources(self, udf: Udf) -> Resources:
        """The custom resources that an actor asks for, where the replay's workers have them."""
        placement = udf.placement
        if placement is None:
            return ()
        if standing(placement, self.on).anywhere:
            raise NotReplayableError(_unplaced(udf, placement))
        return placement.resources if names_all(placement, self.on.groups) else ()

    def why_untold(self, operator: Operator) -> str:
        if operator.maybe:
            return f"only some runs execute {self.shown(operator)}"
        return f"only a run can show how many rows {self.shown(operator)} leaves"

    def shown(self, operator: Operator) -> str:
        return f"`{operator.method}` on {self.line(operator.span)}"

    def number(self, quantity: Quantity, what: str, span: Span) -> int:
        if quantity.known:
            return quantity.count
        known = _as_far_as_known(quantity)
        raise NotReplayableError(f"{what} ({self.line(span)}) aren't known{known}")

    def line(self, span: Span) -> str:
        """The line, in words, as seen from the watched call, where the reason stands."""
        return span.line_from(self.watched.span)

    def watches(self, operator: Operator) -> bool:
        """Whether the watched call is in a step that each run executes."""
        return not operator.maybe and any(self.is_watched(call) for call in operator.calls)

    def is_watched(self, call: UdfCall) -> bool:
        """Calls are recognised by their place: a remedy may have changed the UDF's options."""
        same = call.span == self.watched.span and call.udf.builtin == self.watched.udf.builtin
        return self.name is None and same

    def unique(self, name: str) -> str:
        stem = re.sub(r"\W+", "_", name) or "udf"
        name, count = stem, 1
        while name in self._names:
            count += 1
            name = f"{stem}_{count}"
        self._names.add(name)
        return name

    def cluster(self, plan: PlanShape) -> ClusterSize:
        cluster = self.on
        if cluster.workers is None or not cluster.workers.known:
            raise NotReplayableError("the number of workers isn't known")
        if any(udf.resources for udf in udfs_of(plan)):
            return unequal(cluster.groups)
        workers = max(1, cluster.workers.count)
        cpus = self.cpus(plan, cluster, workers)
        return ClusterSize(workers, cpus, self.gpus(plan, cluster, cpus), native=self.native)

    def cpus(self, plan: PlanShape, cluster: Cluster, workers: int) -> int:
        if cluster.cpus_per_worker is not None and cluster.cpus_per_worker.known:
            return cluster.cpus_per_worker.count
        asked = sum(
            -(-(udf.concurrency or 0) // workers) * (1 if udf.cpus is None else udf.cpus)
            for udf in udfs_of(plan)
        )
        cpus = max(_FEWEST_CPUS, round(asked + 0.5))
        if self.native:
            enough = ", enough for every process" if asked else ""
            self.notes.append(f"the native runner gets {cpus} threads{enough}")
        else:
            enough = ", enough for every actor" if asked else ""
            self.notes.append(f"CPUs per worker aren't set: using {cpus}{enough}")
        return cpus

    def gpus(self, plan: PlanShape, cluster: Cluster, cpus: int) -> int:
        if cluster.gpus_per_worker is not None and cluster.gpus_per_worker.known:
            return cluster.gpus_per_worker.count
        # Work without a pool asks once for each task that the worker's CPUs have room for.
        asking = [udf for udf in udfs_of(plan) if udf.gpus]
        asked = sum((udf.concurrency or cpus) * (udf.gpus or 0) for udf in asking)
        if asked:
            who = "task" if all(udf.concurrency is None for udf in asking) else "actor"
            self.notes.append(f"GPUs per worker aren't set: using enough for every {who}")
        return round(asked + 0.5) if asked else 0


def _is_untold(operator: Operator) -> bool:
    """Whether only a hint can say what a step leaves."""
    if operator.maybe:
        return not operator.calls
    in_steps = operator.kind is OperatorKind.CONCAT or operator.kind in _STEPS
    is_udf = operator.kind is OperatorKind.PROJECT and not operator.may_explode
    return not (in_steps or is_udf)


def _unplaced(udf: Udf, placement: Placement) -> str:
    """Why it is unknown where the actors of a UDF stand."""
    decided = f"`ray_options` decide where the actors of `{udf.name}` are placed"
    if placement.more:
        return f"{decided}, and not only by custom resources"
    names = " and ".join(f"`{name}`" for name, _ in placement.resources)
    return (
        f"{decided}, and it isn't known which workers have {names}: set their `resources` in "
        "[[tool.daft-lint.cluster.worker-groups]]"
    )


def _option(udf: Udf, option: str, quantity: Quantity | None) -> float | None:
    if quantity is None:
        return None
    if not quantity.known:
        hint = ""
        if option in ("concurrency", "batch_size"):
            hint = f"; give it where it is used: # daft-lint: {option.replace('_', '-')}=..."
        known = _as_far_as_known(quantity)
        raise NotReplayableError(f"{option} of `{udf.name}` isn't known{known}{hint}")
    return quantity.value


def _middle(seconds: Spread | None) -> float:
    return 0.0 if seconds is None else seconds.middle


def _whole(number: float | None) -> int | None:
    return None if number is None else int(number)


def _as_far_as_known(quantity: Quantity) -> str:
    return "" if str(quantity) == "unknown" else f" ({quantity})"
