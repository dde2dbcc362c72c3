"""`json`: forecasts and advice, in a shape that stays; `plan.schema.json` describes it.

A change that consumers would notice needs a new version.
"""

from __future__ import annotations

from collections.abc import Sequence

from daft_lint.plan.cluster import Cluster
from daft_lint.plan.span import Span
from daft_lint.plan.unit import Unit
from daft_lint.planning.differences import difference
from daft_lint.planning.planner import Money, PlannedPipeline, PlannedPool, Question, SameTasks
from daft_lint.reporting.json_values import (
    Json,
    as_json,
    number_as_json,
    picked,
    span_as_json,
    written,
)
from daft_lint.reporting.planning.assumptions import assumptions_of
from daft_lint.reporting.planning.phrases import memory_bound, runner_of, what_to_do, why_it_differs
from daft_lint.reporting.report import Style
from daft_lint.scheduling.prediction.capacity import Capacity
from daft_lint.scheduling.prediction.conditions import Condition, sentence
from daft_lint.scheduling.prediction.outcome import Outcome
from daft_lint.scheduling.prediction.predict import WorkPrediction
from daft_lint.scheduling.simulation.run_times import Times
from daft_lint.scheduling.tuning.terms import Numbers, TuningStep

VERSION = 1


def render(plans: Sequence[PlannedPipeline], style: Style) -> str:
    """The plans as one JSON document in ASCII, whatever the style."""
    return written({"version": VERSION, "pipelines": [_pipeline(plan) for plan in plans]})


def _pipeline(plan: PlannedPipeline) -> Json:
    question = plan.question
    return {
        "name": plan.pipeline.name,
        "place": _place(plan.pipeline.plan.source.span),
        "runner": {"kind": plan.pipeline.runner.kind.value, "text": runner_of(plan.pipeline)},
        "cluster": _cluster(plan.pipeline.cluster),
        "pools": [
            _pool(pool, question) for pool in plan.pools if pool.pool.unit is not Unit.WORKER
        ],
        "work": [_pool(pool, question) for pool in plan.pools if pool.pool.unit is Unit.WORKER],
        "assumptions": assumptions_of(plan),
    }


def _cluster(cluster: Cluster) -> Json:
    return {
        **picked(cluster, "workers", "cpus_per_worker", "gpus_per_worker", "cost_per_worker_hour"),
        "groups": [
            {**picked(group, "name", "workers", "cpus", "gpus"), "memory_bytes": group.memory}
            for group in cluster.groups
        ],
    }


def _pool(planned: PlannedPool, question: Question) -> Json:
    pool, tuning, more = planned.pool, planned.tuning, planned.more_actors
    deviation = difference(planned, question)
    return {
        "udf": pool.call.udf.name,
        "place": _place(pool.call.span),
        **picked(pool, "unit", "actors"),
        "actors_per_worker": as_json(pool.local_actors),
        "rows": as_json(pool.partitioning.rows),
        "tasks": as_json(pool.tasks),
        "rows_per_morsel": as_json(pool.batch_size),
        "room": None if planned.room is None else _room(planned.room),
        "now": {
            **_forecast(planned.now, planned.money),
            "numbers": None if tuning is None else _numbers(tuning.numbers, pool.unit),
        },
        "advised": {
            **_forecast(planned.advised, planned.money_advised),
            "numbers": _numbers(tuning.advised_numbers, pool.unit),
        }
        if tuning is not None and planned.advised is not None
        else None,
        "more_actors": None
        if more is None
        else {**_forecast(more.forecast), "numbers": _numbers(more.numbers, pool.unit)},
        "held_up": planned.held_up,
        "memory_bound": memory_bound(planned, question),
        "check_differs": None if deviation is None else why_it_differs(deviation, pool),
        "steps": [_step(step, pool) for step in tuning.steps] if tuning is not None else [],
        "conditions": [_condition(condition) for condition in planned.conditions],
        "same_tasks": [_same_tasks(same_task) for same_task in planned.same_tasks],
    }


def _same_tasks(tasks: SameTasks) -> Json:
    work = tasks.work
    return {
        "udf": work.call.udf.name,
        "place": _place(work.call.span),
        "now": _forecast(tasks.now),
        "advised": None if tasks.advised is None else _forecast(tasks.advised),
    }


def _room(room: Capacity) -> Json:
    return {**picked(room, "actors", "resource"), "each": number_as_json(room.each)}


def _forecast(forecast: Outcome, money: Money | None = None) -> Json:
    occupancy = forecast.occupancy
    return {
        **picked(forecast, "idle", "utilisation"),
        "makespan_seconds": as_json(forecast.makespan),
        "times": None if forecast.times is None else _times(forecast.times),
        "money": money and picked(money, "lost_per_hour", "lost_per_run", "cost_per_run"),
        "unplaced": forecast.unplaced,
        "rows_per_actor": None
        if occupancy is None
        else [
            {"worker": use.worker + 1, "rows": number_as_json(use.rows)} for use in occupancy.actors
        ],
    }


def _times(times: Times) -> Json:
    return {
        "expected_seconds": times.expected,
        "late_seconds": times.late,
        "kinds": [{"share": share, "seconds": seconds} for share, seconds in times.kinds],
    }


def _numbers(numbers: Numbers, unit: Unit) -> Json:
    return {
        **picked(numbers, "partitions", "into_batches", "batch_size"),
        "concurrency": None if unit is Unit.WORKER else numbers.concurrency,
    }


def _step(step: TuningStep, pool: WorkPrediction) -> Json:
    return {
        "number": step.tunable.value,
        **picked(step, "before", "after", "reason"),
        "change": what_to_do(step, pool),
        **_forecast(step.forecast),
    }


def _condition(condition: Condition) -> Json:
    return {
        "sentence": sentence(condition),
        **picked(condition, "factor", "comparison", "threshold", "until", "holds"),
        **picked(condition, "least_idle", "workers_at_most"),
    }


def _place(span: Span) -> Json | None:
    return span_as_json(span) if span.path else None
