"""The replay of a shape: its DataFrame, with stand-ins for its UDFs, built and run.

Of actors on Ray the recorder tells what they did. Any other UDF that is watched tells it itself: in
its column each call leaves a note in its first row, and nothing in the others.
"""

from __future__ import annotations

import asyncio
import contextlib
import inspect
import itertools
import os
import sys
import tempfile
import time
import warnings
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import daft

from daft_lint.plan.unit import Unit
from daft_lint.records import dataclass
from daft_lint.verification.messages import DAFTS_PATIENCE, Call
from daft_lint.verification.shape import PlanShape, Shape, StepKind, StepShape, UdfShape

KEY = "path"
_MOST_ROWS_FROM_PYTHON = 100_000
_PROCESS_SECONDS = 0.2
"""For each process of the native runner, how much later the last one may be ready than the first:
seven took up to 1.4 s on two busy cores (Daft 0.7.26)."""

_runs = itertools.count(1)
# Daft 0.6 has no `daft.cls`, and that of 0.7.0 takes no `cpus`.
_CLS = getattr(daft, "cls", None)
_OPTIONS_OF_CLS = frozenset(inspect.signature(_CLS).parameters) if _CLS is not None else frozenset()


@dataclass(frozen=True, slots=True)
class Replayed:
    """A run is over: the seconds it took, and a text that only its watched pool's name has.

    `calls` are those of the watched UDF where it isn't one of actors on Ray, each with the Ray node
    or the process that it was made in.
    """

    seconds: float
    name: str
    calls: tuple[tuple[str, Call], ...]


def replay(shape: Shape, patience: float) -> Replayed:
    """Run a shape once."""
    marker = f"r{next(_runs)}_"
    name = f"{marker}{shape.watched}"
    noted = None if shape.unit is Unit.ACTOR else shape.watched
    # Older versions of Daft have a longer time-out that can't be set.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if patience < DAFTS_PATIENCE and not shape.cluster.native:
            patience = min(patience * _slowness(), DAFTS_PATIENCE)
        _set_patience(patience)
        frame = _Maker(marker, noted).frame(shape.plan)
        started = time.perf_counter()
        frame.collect()
        seconds = time.perf_counter() - started
        return Replayed(seconds, name, () if noted is None else tuple(_noted(frame, name)))


def _noted(frame: Any, column: str) -> Iterator[tuple[str, Call]]:
    """The calls noted in a column."""
    for note in frame.select(column).to_pydict()[column]:
        if note:
            who, rows, *seconds = note.split()
            yield who, Call(int(rows), *map(float, seconds))


@lru_cache(maxsize=1)
def _slowness() -> float:
    """How many times its CPU time a worker of Ray takes to start: other programs slow it down."""
    import ray

    began = time.perf_counter()
    spent: float = ray.get(ray.remote(num_cpus=0)(lambda: time.process_time()).remote())
    return max(1.0, (time.perf_counter() - began) / spent)


def _set_patience(seconds: float) -> None:
    try:
        daft.set_execution_config(actor_udf_ready_timeout=max(1, round(seconds)))
    except TypeError:
        return


@dataclass(frozen=True, slots=True)
class _Maker:
    """Makes frames. The UDF `noted` notes its calls itself."""

    marker: str
    noted: str | None

    def frame(self, plan: PlanShape) -> Any:
        frame = _source(plan.rows, plan.partitions)
        for step in plan.steps:
            frame = self.then(frame, step)
        return frame

    def then(self, frame: Any, step: StepShape) -> Any:
        if step.kind is StepKind.UDF:
            return frame.with_columns(
                {f"{self.marker}{udf.name}": self.call(udf) for udf in step.udfs}
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
            other = self.frame(step.other)
            names = [*dict.fromkeys((*frame.column_names, *other.column_names))]
            return _with_all(frame, names).concat(_with_all(other, names))
        return frame.collect()

    def call(self, udf: UdfShape) -> Any:
        return _stand_in(udf, self.marker, notes=udf.name == self.noted)(daft.col(KEY))


def _with_all(frame: Any, names: list[str]) -> Any:
    """A frame with these columns, empty where it has none: Daft only concatenates equal schemas."""
    empty = {name: daft.lit("") for name in names if name not in frame.column_names}
    return frame.with_columns(empty).select(*names)


def _source(rows: int, partitions: int) -> Any:
    if partitions == 1 and rows <= _MOST_ROWS_FROM_PYTHON:
        return daft.from_pydict({KEY: [f"file-{number}" for number in range(rows)]})
    numbered = daft.range(rows, partitions=partitions)
    text = daft.col("id").cast(daft.DataType.string())
    return numbered.select((daft.lit("file-") + text).alias(KEY))


def _stand_in(udf: UdfShape, marker: str, *, notes: bool) -> Any:
    """A UDF with the options of the real one, whose work is to sleep.

    It needs nothing of this package where it runs. Actors on Ray are waited for before there is
    work; the processes of the native runner aren't. So the first one of these waits for the others.
    """
    seconds, pool, start = udf.row_seconds, udf.concurrency is not None, udf.start_seconds
    patience = _PROCESS_SECONDS * (udf.concurrency or 0)
    ready = Path(tempfile.gettempdir(), f"{marker}{udf.name}")

    class Sleeper:
        def __init__(self) -> None:
            if notes and pool:
                with contextlib.suppress(FileExistsError):
                    ready.touch(exist_ok=False)
                time.sleep(max(0.0, ready.stat().st_mtime + patience - time.time()))
            time.sleep(start)

        def __call__(self, rows: Any) -> Any:
            began = time.time()
            time.sleep(seconds * len(rows))
            return self.noted(rows, began)

        def noted(self, rows: Any, began: float) -> Any:
            if not notes:
                return rows
            ended, who = time.time(), str(os.getpid())
            ray = sys.modules.get("ray")
            if ray is not None and ray.is_initialized():
                who = ray.get_runtime_context().get_node_id()
            note = f"{who} {len(rows)} {began} {ended}"
            return [note, *[""] * (len(rows) - 1)][: len(rows)]

    class AsyncSleeper(Sleeper):
        async def __call__(self, rows: Any) -> Any:
            began = time.time()
            await asyncio.sleep(seconds * len(rows))
            return self.noted(rows, began)

    made = AsyncSleeper if udf.is_async else Sleeper
    made.__name__ = made.__qualname__ = f"{marker}{udf.name}"
    options = {"max_concurrency": udf.concurrency, "cpus": udf.cpus, "gpus": udf.gpus}
    given: dict[str, Any] = {name: value for name, value in options.items() if value is not None}
    if udf.resources:
        given["ray_options"] = {"resources": dict(udf.resources)}
    if _CLS is not None and given.keys() <= _OPTIONS_OF_CLS:
        return _new_style(made, udf.batch_size, given)
    return _legacy(made, udf)


def _new_style(sleeper: Any, batch_size: int | None, options: dict[str, Any]) -> Any:
    method = daft.method.batch(return_dtype=daft.DataType.string(), batch_size=batch_size)
    # An expression on its result hides the name of the column from the actors.
    sleeper.__call__.__qualname__ = sleeper.__qualname__
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
