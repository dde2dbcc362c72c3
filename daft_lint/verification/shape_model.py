"""The model of a shape: the pipeline whose prediction its replay is compared with."""

from __future__ import annotations

from daft_lint.plan.cluster import Cluster, Runner, RunnerKind
from daft_lint.plan.pipeline import (
    Action,
    ActionKind,
    Operator,
    OperatorKind,
    Pipeline,
    Plan,
    Source,
    Udf,
    UdfCall,
    UdfKind,
)
from daft_lint.plan.placement import Placement
from daft_lint.plan.quantity import Quantity, between, exactly
from daft_lint.plan.span import Span
from daft_lint.plan.unit import Unit
from daft_lint.scheduling.prediction.predict import Prediction, WorkPrediction, predict
from daft_lint.scheduling.simulation.placement import rooms
from daft_lint.verification.shape import (
    ClusterSize,
    PlanShape,
    Shape,
    StepKind,
    StepShape,
    UdfShape,
)

_KINDS = {
    StepKind.UDF: OperatorKind.PROJECT,
    StepKind.HASH_REPARTITION: OperatorKind.HASH_REPARTITION,
    StepKind.RANDOM_REPARTITION: OperatorKind.RANDOM_REPARTITION,
    StepKind.INTO_PARTITIONS: OperatorKind.INTO_PARTITIONS,
    StepKind.INTO_BATCHES: OperatorKind.INTO_BATCHES,
    StepKind.LIMIT: OperatorKind.LIMIT,
    StepKind.SORT: OperatorKind.SORT,
    StepKind.COLLECT: OperatorKind.BARRIER,
    StepKind.CONCAT: OperatorKind.CONCAT,
}
_KEY = "path"


def placed(shape: Shape) -> int:
    """Of the watched pool's actors, how many the cluster has room for.

    Without a pool: how many of the workers have room for a task.
    """
    udf = shape.udf
    cpus = 1.0 if udf.cpus is None else udf.cpus
    gpus = udf.gpus or 0.0
    places = rooms(shape.cluster.kinds, cpus, gpus, udf.resources)
    if shape.unit is Unit.WORKER:
        return sum(has > 0 for has in places)
    return min(shape.asked, sum(places))


def pool_of(shape: Shape, daft_version: tuple[int, ...] = (0, 7)) -> WorkPrediction:
    """The prediction for the watched UDF of a shape."""
    return watched_pool(prediction_of(shape, daft_version), shape)


def prediction_of(shape: Shape, daft_version: tuple[int, ...] = (0, 7)) -> Prediction:
    """The prediction for a shape."""
    pipeline = pipeline_of(shape)
    return predict(pipeline, pipeline.cluster, daft_version)


def watched_pool(prediction: Prediction, shape: Shape) -> WorkPrediction:
    """The watched UDF's pool in a shape's prediction."""
    return next(work for work in prediction.work if work.call.udf.name == shape.watched)


def pipeline_of(shape: Shape) -> Pipeline:
    """The pipeline that a replay of a shape is, for the model to predict."""
    return Pipeline(
        "replay",
        _Writer().plan(shape.plan),
        Action(ActionKind.COLLECT, "collect", _place(0)),
        Runner(RunnerKind.NATIVE if shape.cluster.native else RunnerKind.RAY, certain=True),
        _cluster(shape.cluster),
    )


def _cluster(size: ClusterSize) -> Cluster:
    cpus, gpus = zip(*size.each, strict=True)
    return Cluster(
        exactly(size.workers),
        between(min(cpus), max(cpus)),
        between(min(gpus), max(gpus)),
        size.groups,
    )


class _Writer:
    """Writes a plan down, each step on a line of its own."""

    def __init__(self) -> None:
        self.line = 0

    def place(self) -> Span:
        self.line += 1
        return _place(self.line)

    def plan(self, plan: PlanShape) -> Plan:
        rows, partitions = exactly(plan.rows), exactly(plan.partitions)
        in_memory = plan.partitions == 1
        source = Source("replay", self.place(), partitions, rows, in_memory)
        return Plan(source, tuple(self.step(step) for step in plan.steps))

    def step(self, step: StepShape) -> Operator:
        span = self.place()
        return Operator(
            _KINDS[step.kind],
            step.kind.value,
            span,
            None if step.count is None else exactly(step.count),
            reads=frozenset({_KEY}),
            writes=frozenset(udf.name for udf in step.udfs),
            calls=tuple(self.call(udf) for udf in step.udfs),
            inputs=() if step.other is None else (self.plan(step.other),),
        )

    def call(self, shape: UdfShape) -> UdfCall:
        span = self.place()
        udf = Udf(
            shape.name,
            span,
            UdfKind.BATCH,
            is_async=shape.is_async,
            legacy=False,
            concurrency=_known(shape.concurrency),
            batch_size=_known(shape.batch_size),
            cpus=_known(shape.cpus),
            gpus=_known(shape.gpus),
            placement=Placement(shape.resources) if shape.resources else None,
        )
        return UdfCall(udf, span, frozenset({_KEY}), shape.name)


def _known(number: float | None) -> Quantity | None:
    return None if number is None else exactly(number)


def _place(line: int) -> Span:
    return Span("replay", line, 1, line, 2)
