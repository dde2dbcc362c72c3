"""`json`: pipelines and predictions in full, in a stable shape.

A change that consumers would notice needs a new version.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from daft_lint.judgement import Status
from daft_lint.judging.judged_work import judgement_of
from daft_lint.plan.cluster import Cluster, Runner
from daft_lint.plan.pipeline import Action, Source, Udf, UdfCall
from daft_lint.plan.placement import Placement
from daft_lint.plan.quantity import Origin, Quantity
from daft_lint.pools import effect_of
from daft_lint.reporting.json import unjudged_as_json
from daft_lint.reporting.json_values import (
    Json,
    quantity_as_json,
    shares_as_json,
    span_as_json,
)
from daft_lint.reporting.pipelines.outline import Running, Side, dropped, outline, shared
from daft_lint.reporting.pipelines.phrases import title
from daft_lint.reporting.report import Style
from daft_lint.rule import Case
from daft_lint.scheduling.optimiser_rules import Dropped
from daft_lint.scheduling.overheads import needed_row_seconds
from daft_lint.scheduling.prediction import WorkPrediction

VERSION = 1


def render(cases: Sequence[Case], style: Style) -> str:
    """The pipelines as one JSON document in ASCII."""
    document = {"version": VERSION, "pipelines": [_pipeline(case) for case in cases]}
    return json.dumps(document, indent=2, allow_nan=False) + "\n"


def _pipeline(case: Case) -> Json:
    pipeline, side = case.pipeline, outline(case)
    return {
        "name": pipeline.name,
        "runner": _runner(case.runner),
        "cluster": _cluster(pipeline.cluster),
        **_Sides(shared(side)).side(side),
        "dropped": [_dropped(row) for row in dropped(side)],
        "unused": [_call(call) for call in case.judged.optimised.unused],
        "pools": [_pool(pool) for pool in case.judged.pools],
        "work": [_work(work, case) for work in case.judged.work],
        "action": None if pipeline.action is None else _action(pipeline.action),
    }


def _runner(runner: Runner) -> Json:
    origin = None if runner.origin is None else _origin(runner.origin)
    return {"kind": runner.kind.value, "certain": runner.certain, "origin": origin}


def _cluster(cluster: Cluster) -> Json:
    return {
        "workers": _optional(cluster.workers),
        "cpus_per_worker": _optional(cluster.cpus_per_worker),
        "gpus_per_worker": _optional(cluster.gpus_per_worker),
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
            "kind": operator.kind.value,
            "method": operator.method,
            "title": title(operator),
            **span_as_json(operator.span),
            "count": _optional(operator.count),
            "maybe": operator.maybe,
            "heavy": operator.heavy,
            "finished": row.step.finished,
            "calls": [_call(call) for call in operator.calls],
            "partitions": _quantity(after.count),
            "rows": _quantity(after.rows),
            "inputs": [self.side(other) for other in row.inputs],
        }


def _source(source: Source) -> Json:
    return {
        "name": source.name,
        **span_as_json(source.span),
        "data": source.path,
        "in_memory": source.in_memory,
        "partitions": _quantity(source.partitions),
        "rows": _quantity(source.rows),
    }


def _dropped(row: Dropped) -> Json:
    return {
        "kind": row.operator.kind.value,
        "method": row.operator.method,
        "title": title(row.operator),
        **span_as_json(row.operator.span),
        "reason": row.reason,
        "by": None if row.by is None else {"title": title(row.by), **span_as_json(row.by.span)},
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
        "kind": udf.kind.value,
        "is_async": udf.is_async,
        "legacy": udf.legacy,
        "concurrency": _optional(udf.concurrency),
        "batch_size": _optional(udf.batch_size),
        "cpus": _optional(udf.cpus),
        "gpus": _optional(udf.gpus),
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
        "decided_by": [
            {"title": title(operator), **span_as_json(operator.span)} for operator in pool.upstream
        ],
        "actors": _quantity(pool.actors),
        "anywhere": pool.anywhere,
        "tasks": _quantity(pool.tasks),
        "tasks_per_worker": _optional(pool.tasks_per_worker),
        "rows_per_task": _quantity(pool.rows_per_task),
        "rows_per_morsel": _quantity(pool.batch_size),
        "morsels_per_task": _quantity(pool.morsels_per_task),
        "idle": _quantity(pool.idle),
        "utilisation": _quantity(pool.utilisation),
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
        "step": {"title": title(work.operator), **span_as_json(work.operator.span)},
        "expressions": list(work.operator.expressions) if builtin else [],
        "tasks_at_once": _optional(work.tasks_at_once),
        "calls_at_once": _optional(work.calls_at_once),
        "good": judged.result if judged.status in _GOOD else None,
        "open": unjudged_as_json(judged) if is_open else None,
    }


def _action(action: Action) -> Json:
    return {
        "kind": action.kind.value,
        "method": action.method,
        **span_as_json(action.span),
        "rows": _optional(action.rows),
    }


def _optional(quantity: Quantity | None) -> Json | None:
    return None if quantity is None else _quantity(quantity)


def _quantity(quantity: Quantity) -> Json:
    """Both bounds, and where the number comes from."""
    return {
        **quantity_as_json(quantity),
        "origins": [_origin(origin) for origin in quantity.origins],
    }


def _origin(origin: Origin) -> Json:
    span = origin.span
    return {
        "kind": origin.kind.value,
        "text": origin.text,
        "path": None if span is None else span.path,
        **({} if span is None or span.cell_number is None else {"cell": span.cell_number}),
        "line": None if span is None else span.shown.line,
        "column": None if span is None else span.shown.column,
    }
