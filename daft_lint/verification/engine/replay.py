"""Builds the DataFrame of a shape, with UDFs that sleep, and runs it."""

from __future__ import annotations

import inspect
import itertools
import time
import warnings
from typing import Any

import daft

from daft_lint.verification.shape import PlanShape, Shape, StepKind, StepShape, UdfShape

KEY = "path"
_MOST_ROWS_FROM_PYTHON = 100_000
_runs = itertools.count(1)
# Daft 0.6 has no `daft.cls`, and that of 0.7.0 takes no `cpus`.
_CLS = getattr(daft, "cls", None)
_OPTIONS_OF_CLS = frozenset(inspect.signature(_CLS).parameters) if _CLS is not None else frozenset()


def replay(shape: Shape, patience: float) -> tuple[float, str]:
    """Run a shape once; the seconds it took, and a text that only its watched pool's name has."""
    marker = f"r{next(_runs)}_"
    # Older versions of Daft have a longer time-out that can't be set.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        _set_patience(patience)
        frame = _frame(shape.plan, marker)
        started = time.perf_counter()
        frame.collect()
        return time.perf_counter() - started, f"{marker}{shape.watched}"


def _set_patience(seconds: float) -> None:
    try:
        daft.set_execution_config(actor_udf_ready_timeout=max(1, round(seconds)))
    except TypeError:
        return


def _frame(plan: PlanShape, marker: str) -> Any:
    frame = _source(plan.rows, plan.partitions)
    for step in plan.steps:
        frame = _then(frame, step, marker)
    return frame


def _source(rows: int, partitions: int) -> Any:
    if partitions == 1 and rows <= _MOST_ROWS_FROM_PYTHON:
        return daft.from_pydict({KEY: [f"file-{number}" for number in range(rows)]})
    numbered = daft.range(rows, partitions=partitions)
    text = daft.col("id").cast(daft.DataType.string())
    return numbered.select((daft.lit("file-") + text).alias(KEY))


def _then(frame: Any, step: StepShape, marker: str) -> Any:
    if step.kind is StepKind.UDF:
        return frame.with_columns(
            {f"{marker}{udf.name}": _sleeper(udf, marker)(daft.col(KEY)) for udf in step.udfs}
        )
    if step.kind is StepKind.HASH_REPARTITION:
        return frame.repartition(step.count, KEY)
    if step.kind is StepKind.RANDOM_REPARTITION:
        return frame.repartition(step.count)
    if step.kind is StepKind.INTO_PARTITIONS:
        return frame.into_partitions(step.count)
    if step.kind is StepKind.INTO_BATCHES:
        return frame.into_batches(step.count)
    if step.kind is StepKind.LIMIT:
        return frame.limit(step.count)
    if step.kind is StepKind.SORT:
        return frame.sort(KEY)
    if step.kind is StepKind.CONCAT and step.other is not None:
        return frame.concat(_frame(step.other, marker))
    return frame.collect()


def _sleeper(udf: UdfShape, marker: str) -> Any:
    """A UDF with the options of the real one, whose work is to sleep."""
    seconds = udf.row_seconds

    class Sleeper:
        def __call__(self, rows: Any) -> Any:
            time.sleep(seconds * len(rows))
            return rows

    Sleeper.__name__ = Sleeper.__qualname__ = f"{marker}{udf.name}"
    options = {"max_concurrency": udf.concurrency, "cpus": udf.cpus, "gpus": udf.gpus}
    given: dict[str, Any] = {name: value for name, value in options.items() if value is not None}
    if udf.resources:
        given["ray_options"] = {"resources": dict(udf.resources)}
    if _CLS is not None and given.keys() <= _OPTIONS_OF_CLS:
        return _new_style(Sleeper, udf.batch_size, given)
    return _legacy(Sleeper, udf)


def _new_style(sleeper: Any, batch_size: int | None, options: dict[str, Any]) -> Any:
    method = daft.method.batch(return_dtype=daft.DataType.string(), batch_size=batch_size)
    sleeper.__call__ = method(sleeper.__call__)
    return daft.cls(**options)(sleeper)()


def _legacy(sleeper: Any, udf: UdfShape) -> Any:
    placed = {"ray_options": {"resources": dict(udf.resources)}} if udf.resources else {}
    made = daft.udf(
        return_dtype=daft.DataType.string(),
        batch_size=udf.batch_size,
        num_cpus=udf.cpus,
        num_gpus=udf.gpus,
        **placed,
    )(sleeper)
    return made if udf.concurrency is None else made.with_concurrency(udf.concurrency)
