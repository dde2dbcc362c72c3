"""`json`: pipelines and predictions in full, in a stable shape.

A change that consumers would notice needs a new version.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from daft_lint.judgement import Status
from daft_lint.judging.judged_work import judgement_of
from daft_lint.judging.pools import effect_of
from daft_lint.plan.cluster import Runner
from daft_lint.plan.pipeline import Operator, Source, Udf, UdfCall
from daft_lint.plan.placement import Placement
from daft_lint.plan.quantity import Origin, Quantity
from daft_lint.reporting.json import unjudged_as_json
from daft_lint.reporting.json_values import (
    Json,
    as_json,
    picked,
    quantity_as_json,
    shares_as_json,
    span_as_json,
    written,
)
from daft_lint.reporting.pipelines.outline import Running, Side, dropped, outline, shared
from daft_lint.reporting.pipelines.phrases import title
from daft_lint.reporting.report import Style
from daft_lint.rule import Case
from daft_lint.scheduling.optimiser.optimiser_rules import Dropped
from daft_lint.scheduling.prediction.predict import WorkPrediction
from daft_lint.scheduling.tuning.overheads import needed_row_seconds

VERSION = 1


def render(cases: Sequence[Case], style: Style) -> str:
    """The pipelines as one JSON document in ASCII."""
    return written({"version": VERSION, "pipelines": [_pipeline(case) for case in cases]})


def _pipeline(case: Case) -> Json:
    pipeline, side = case.pipeline, outline(case)
    return {
        "name": pipeline.name,
        "runner": _runner(case.runner),
        "cluster": _picked(pipeline.cluster, "workers", "cpus_per_worker", "gpus_per_worker"),
        **_Sides(shared(side)).side(side),
        "dropped": [_dropped(row) for row in dropped(side)],
        "unused": [_call(call) for call in case.judged.optimised.unused],
        "pools": [_pool(pool) for pool in case.judged.pools],
        "work": [_work(work, case) for work in case.judged.work],
        "action": None
        if pipeline.action is None
        else {
            **_picked(pipeline.action, "kind", "method"),
            **span_as_json(pipeline.action.span),
            "rows": as_json(pipeline.action.rows, _quantity),
        },
    }


def _runner(runner: Runner) -> Json:
    return {
        **_picked(runner, "kind", "certain"),
        "origin": None if runner.origin is None else _origin(runner.origin),
    }


class _Sides:
    """Writes the sides of a plan; `numbers`, by their ids, are for those that are written once.

    Such a side has a `frame`, and nothing else where it meets others again.
    """

    def __init__(self, numbers: Mapping[int, int]) -> None:
        self._numbers = numbers
        self._shown: set[int] = set()

    def side(self, side: Side) -> Json:
        number = self._numbers.get(id(side))
        named: Json = {} if number is None else {"frame": number}
        if number is not None and id(side) in self._shown:
            return named
        self._shown.add(id(side))
        steps = [self._step(row) for row in side.rows if isinstance(row, Running)]
        return {**named, "source": _source(side.source), "steps": steps}

    def _step(self, row: Running) -> Json:
        """A step; `inputs` are the other sides of a concat or join, as `source` and `steps`."""
        operator, after = row.step.operator, row.step.after
        return {
            **_step(operator),
            **_picked(operator, "count", "maybe", "heavy"),
            "finished": row.step.finished,
            "calls": [_call(call) for call in operator.calls],
            "partitions": _quantity(after.count),
            "rows": _quantity(after.rows),
            "inputs": [self.side(other) for other in row.inputs],
        }


def _step(operator: Operator) -> Json:
    return {**_picked(operator, "kind", "method"), **_named(operator)}


def _named(operator: Operator) -> Json:
    return {"title": title(operator), **span_as_json(operator.span)}


def _source(source: Source) -> Json:
    return {
        "name": source.name,
        **span_as_json(source.span),
        "data": source.path,
        **_picked(source, "in_memory", "partitions", "rows"),
    }


def _dropped(row: Dropped) -> Json:
    return {
        **_step(row.operator),
        "reason": row.reason,
        "by": None if row.by is None else _named(row.by),
    }


def _call(call: UdfCall) -> Json:
    return {
        **span_as_json(call.span),
        "reads": None if call.reads is None else sorted(call.reads),
        "output": call.output,
        "udf": _udf(call.udf),
    }


def _udf(udf: Udf) -> Json:
    return {
        "name": udf.name,
        **span_as_json(udf.span),
        **_picked(udf, "kind", "is_async", "legacy", "concurrency", "batch_size", "cpus", "gpus"),
        "placement": _placement(udf.placement),
    }


def _placement(placement: Placement | None) -> Json | None:
    """The placement by `ray_options`: custom resources, and whether anything more."""
    if placement is None:
        return None
    return {"resources": dict(placement.resources), "more": placement.more}


def _pool(pool: WorkPrediction) -> Json:
    return {
        "call": _call(pool.call),
        "decided_by": list(map(_named, pool.around.upstream)),
        **_picked(pool, "actors", "anywhere", "tasks", "tasks_per_worker", "rows_per_task"),
        "rows_per_morsel": _quantity(pool.batch_size),
        **_picked(pool, "morsels_per_task", "idle", "utilisation"),
        "needed_row_seconds": needed_row_seconds(pool),
        "rows_per_actor": shares_as_json(effect_of(pool).shares),
    }


_GOOD = (Status.GOOD, Status.GOOD_NATIVELY)


def _work(work: WorkPrediction, case: Case) -> Json:
    """A pool, a UDF in the tasks, or the heavy expressions of a step, which no UDF is called by."""
    judged = judgement_of(case, work)
    is_open = judged.status is Status.OPEN and work.tasks.high >= 1
    builtin = work.call.udf.builtin
    return {
        "unit": work.unit.value,
        **_pool(work),
        "call": None if builtin else _call(work.call),
        "step": _named(work.operator),
        "expressions": list(work.operator.expressions) if builtin else [],
        **_picked(work, "tasks_at_once", "calls_at_once"),
        "good": judged.result if judged.status in _GOOD else None,
        "open": unjudged_as_json(judged) if is_open else None,
    }


def _quantity(quantity: Quantity) -> Json:
    """Both bounds, and where the number comes from."""
    return {
        **quantity_as_json(quantity),
        "origins": [_origin(origin) for origin in quantity.origins],
    }


def _origin(origin: Origin) -> Json:
    place = (
        dict.fromkeys(("path", "line", "column"))
        if origin.span is None
        else span_as_json(origin.span)
    )
    shown = {name: value for name, value in place.items() if not name.startswith("end_")}
    return {**_picked(origin, "kind", "text"), **shown}


_picked = partial(picked, quantity=_quantity)
