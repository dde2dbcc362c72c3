"""Numbers in the place of those that a pipeline has: what if there were 64 workers?"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from daft_lint.plan.changes import Insertion, Replacement, changed
from daft_lint.plan.cluster import Cluster
from daft_lint.plan.pipeline import Operator, OperatorKind, Pipeline, Plan, Udf, UdfCall
from daft_lint.plan.quantity import Origin, OriginKind, Quantity, between, exactly
from daft_lint.plan.replacing import Replacing
from daft_lint.plan.span import Span
from daft_lint.records import dataclass, field, replace
from daft_lint.scheduling.optimiser.judged_runner import judged_runner
from daft_lint.scheduling.optimiser.native import runs_natively
from daft_lint.scheduling.optimiser.optimiser_rules import REPARTITIONS
from daft_lint.scheduling.prediction.predict import WorkPrediction, predict

_PARTITIONS = Origin(OriginKind.ASSUMPTION, "assumed: --partitions only counts on Ray")

UNSET = 0
"""A batch_size of so many rows says that it isn't set."""


class PlanningError(Exception):
    """Numbers that contradict each other or the code. Its text is one line for a person."""


@dataclass(frozen=True, slots=True)
class WhatIf:
    """Numbers to take instead of those of a pipeline; None leaves one as it is.

    `rows` are those of the source, `partitions` those that reach a pool or the into_batches before
    it. `batch_size` in rows may be `UNSET`. `cpus_per_actor` and `gpus_per_actor` may be fractions.
    `udf` narrows all that is about pools to those of one UDF. `cluster` wins over what the pipeline
    says of its own. What says how many actors there are is for pools alone.
    """

    rows: int | None = None
    partitions: int | None = None
    into_batches: int | None = None
    batch_size: int | None = None
    concurrency: int | None = None
    cpus_per_actor: float | None = None
    gpus_per_actor: float | None = None
    udf: str | None = None
    cluster: Cluster = field(default_factory=Cluster)

    @property
    def changes_pools(self) -> bool:
        """Whether it says anything of data or pools, not of the cluster alone."""
        of_pools = (
            self.partitions,
            self.into_batches,
            self.batch_size,
            self.concurrency,
            self.cpus_per_actor,
            self.gpus_per_actor,
        )
        return any(number is not None for number in (self.rows, *of_pools))

    def means(self, call: UdfCall) -> bool:
        """Whether it is about that use of a UDF, or those expressions."""
        return self.udf is None or self.udf in call.udf.names


def supposed(pipeline: Pipeline, numbers: WhatIf, daft_version: tuple[int, ...]) -> Pipeline:
    """The pipeline as if it had these numbers.

    A repartition or into_batches that decides the tasks of a pool gets another count. Where none
    does, the source has so many partitions if its own are unknown, else a step is put in: an
    into_partitions before the rows grow heavy, an into_batches right before the pool. Without a
    pool it is for work inside the tasks. The native runner has no partitions to change.

    Raises:
        PlanningError: when a number makes no sense for the code.
    """
    plan = pipeline.plan
    if numbers.rows is not None:
        plan = _with_rows(plan, given("--rows", numbers.rows))
    plan = Replacing(lambda step: _with_numbers_in(step, numbers)).plan(plan)
    pipeline = replace(on_its_runner(pipeline, numbers), plan=plan)
    if numbers.partitions is not None and not runs_natively(pipeline):
        wanted = given("--partitions", numbers.partitions)
        pipeline = _for_each_pool(pipeline, numbers, daft_version, wanted, _with_partitions)
    if numbers.into_batches is not None:
        wanted = given("--into-batches", numbers.into_batches)
        pipeline = _for_each_pool(pipeline, numbers, daft_version, wanted, _with_batches)
    return pipeline


def on_its_runner(pipeline: Pipeline, numbers: WhatIf) -> Pipeline:
    """The pipeline on the cluster that the numbers tell, and on the runner that it is judged for.

    `--partitions` means Ray.
    """
    pipeline = replace(pipeline, cluster=numbers.cluster.otherwise(pipeline.cluster))
    sign = _PARTITIONS if numbers.partitions is not None else None
    return replace(pipeline, runner=judged_runner(pipeline, sign))


def _with_rows(plan: Plan, rows: Quantity) -> Plan:
    """The plan with so many rows in its source.

    How many rows a run had behind a step says nothing of another number of rows before it, unless
    both are known: then the share stays.
    """
    before = plan.source.rows
    steps = tuple(_with_share(step, before) for step in plan.operators)
    return Plan(replace(plan.source, rows=rows), steps)


def _with_share(step: Operator, before: Quantity) -> Operator:
    behind = step.rows
    if behind is None or all(origin.kind is not OriginKind.RECORDED for origin in behind.origins):
        return step
    if not 0 < before.low <= before.high < math.inf:
        return replace(step, rows=None)
    low, high = behind.low / before.high, min(1.0, behind.high / before.low)
    origins = (*behind.origins, *before.origins)
    return replace(step, rows=None, kept=between(low, max(low, high), *origins))


def given(option: str, number: float) -> Quantity:
    """A number that an option gave."""
    return exactly(number, Origin(OriginKind.CONFIGURATION, f"`{option}`"))


def _with_numbers_in(step: Operator, numbers: WhatIf) -> Operator:
    return replace(step, calls=tuple(_retuned(call, numbers) for call in step.calls))


def _retuned(call: UdfCall, numbers: WhatIf) -> UdfCall:
    udf = call.udf
    if not numbers.means(call):
        return call
    if not udf.is_actor_pool:
        return replace(call, udf=_with_batch_size(udf, numbers)) if udf.takes_batch_size else call
    if numbers.batch_size and not udf.takes_batch_size:
        raise PlanningError(
            f"--batch-size: `{udf.name}` is a {udf.kind.value} UDF, and Daft takes no batch_size "
            "for it; choose another one with --udf, or omit it"
        )
    return replace(call, udf=_with_numbers(udf, numbers))


def _with_numbers(udf: Udf, numbers: WhatIf) -> Udf:
    def assumed(option: str, number: float | None, present: Quantity | None) -> Quantity | None:
        return present if number is None else given(option, number)

    return replace(
        _with_batch_size(udf, numbers),
        concurrency=assumed("--concurrency", numbers.concurrency, udf.concurrency),
        cpus=assumed("--cpus-per-actor", numbers.cpus_per_actor, udf.cpus),
        gpus=assumed("--gpus-per-actor", numbers.gpus_per_actor, udf.gpus),
    )


def _with_batch_size(udf: Udf, numbers: WhatIf) -> Udf:
    if numbers.batch_size is None:
        return udf
    rows = numbers.batch_size
    return replace(udf, batch_size=None if rows == UNSET else given("--batch-size", rows))


_Change = Callable[[Pipeline, WorkPrediction, Quantity], Pipeline]


def _for_each_pool(
    pipeline: Pipeline,
    numbers: WhatIf,
    daft_version: tuple[int, ...],
    wanted: Quantity,
    change: _Change,
) -> Pipeline:
    """The pipeline changed for one pool after the other; what serves the first may serve others."""
    for call in _calls_meant(pipeline, numbers, daft_version):
        prediction = predict(pipeline, pipeline.cluster, daft_version)
        pool = prediction.work_of(call)
        if pool is not None:
            pipeline = change(pipeline, pool, wanted)
    return pipeline


def _calls_meant(
    pipeline: Pipeline, numbers: WhatIf, daft_version: tuple[int, ...]
) -> Iterator[UdfCall]:
    """The calls of pools; without any, those of other work."""
    prediction = predict(pipeline, pipeline.cluster, daft_version)
    pools = [pool.call for pool in prediction.pools if numbers.means(pool.call)]
    works = [work.call for work in prediction.work if numbers.means(work.call)]
    return iter(dict.fromkeys(pools or works))


def _with_partitions(pipeline: Pipeline, pool: WorkPrediction, wanted: Quantity) -> Pipeline:
    decider = next(iter(pool.around.upstream), None)
    batches = decider if decider is not None and _batches(decider) else None
    if decider is not None and decider.kind in REPARTITIONS:
        return _changed(pipeline, Replacement(decider, replace(decider, count=wanted, code=None)))
    source = pipeline.plan.source
    if _same(wanted, pool.partitioning.count) and batches is None:
        return pipeline
    by_files = source.checkpointed or not source.partitions.known
    if by_files and (batches is not None or decider is None):
        source = replace(source, partitions=wanted)
        return replace(pipeline, plan=replace(pipeline.plan, source=source))
    if batches is not None and _same(wanted, source.partitions):
        return pipeline
    before = batches or pool.grows_at
    kind = OperatorKind.RANDOM_REPARTITION if pool.around.limited else OperatorKind.INTO_PARTITIONS
    method = "repartition" if pool.around.limited else "into_partitions"
    return _changed(
        pipeline, Insertion(before, Operator(kind, method, _right_before(before), wanted))
    )


def _with_batches(pipeline: Pipeline, pool: WorkPrediction, wanted: Quantity) -> Pipeline:
    for step in pool.around.upstream:
        if _batches(step):
            return _changed(pipeline, Replacement(step, replace(step, count=wanted, code=None)))
    place = _right_before(pool.operator)
    step = Operator(OperatorKind.INTO_BATCHES, "into_batches", place, wanted)
    return _changed(pipeline, Insertion(pool.operator, step))


def _right_before(step: Operator) -> Span:
    """A place of its own for a new step: changes tell steps apart by where they stand."""
    line, column = step.span.start
    return step.span.between((line, column), (line, column))


def _batches(step: Operator) -> bool:
    return step.kind is OperatorKind.INTO_BATCHES


def _same(wanted: Quantity, present: Quantity) -> bool:
    return present.known and present.low == wanted.low


def _changed(pipeline: Pipeline, change: Insertion | Replacement) -> Pipeline:
    return replace(pipeline, plan=changed(pipeline.plan, (change,)))
