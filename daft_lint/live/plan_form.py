"""The form of a live plan that is judged: as it was written, or as Daft would run it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

from daft_lint.live_plan.raw_plan import RawPlan
from daft_lint.live_plan.translation import LivePipeline, optimised_pipeline, written_pipeline
from daft_lint.modules.engine_settings import Decided, as_set
from daft_lint.plan.cluster import Runner
from daft_lint.plan.pipeline import Operator, OperatorKind, Plan
from daft_lint.plan.quantity import Quantity
from daft_lint.records import replace
from daft_lint.scheduling.optimiser.rewriting import optimise
from daft_lint.scheduling.simulation.stations import DEFAULT_MORSEL_ROWS


class UnreadablePlanError(ValueError):
    """Daft prints a plan in words that aren't known. The text is one line for a person."""


def judged_pipeline(raw: RawPlan, name: str, runner: Runner) -> LivePipeline:
    """The pipeline that rules judge.

    Rules speak of the plan as written, and predict what Daft's optimiser makes of it. Where Daft
    itself makes something else of it, Daft is right, and its own plan is judged.

    Raises:
        UnreadablePlanError: neither of the two can be read.
    """
    written = written_pipeline(raw, name, runner)
    optimised = optimised_pipeline(raw, name, runner)
    agree = written is not None and optimised is not None and _agree(written, optimised)
    chosen = written if agree else optimised or written
    if chosen is None:
        raise UnreadablePlanError(
            f"the plan that Daft {raw.version} prints can't be read; please report it"
        )
    if raw.morsel_rows in (None, DEFAULT_MORSEL_ROWS):
        return chosen
    settings = {Decided.MORSELS: "default_morsel_size"}
    return replace(chosen, pipeline=as_set(chosen.pipeline, settings))


def _agree(written: LivePipeline, optimised: LivePipeline) -> bool:
    predicted = optimise(written.pipeline.plan, None).plan
    return shape_of(predicted) == shape_of(optimised.pipeline.plan)


def shape_of(plan: Plan) -> tuple[Any, ...]:
    """What decides partitions, rows and calls of UDFs, in the order it runs.

    Daft calls each UDF in a step of its own, in whatever order where none needs the other, and
    makes one filter of filters beside each other.
    """
    shape: list[Any] = [_number(plan.source.partitions)]
    for step in plan.operators:
        for part in _parts(step):
            if part != _FILTER or shape[-1] != _FILTER:
                shape.append(part)
    return tuple(_with_calls_sorted(shape))


_CALL = "call"
_FILTER = (OperatorKind.FILTER,)


def _parts(step: Operator) -> Iterator[tuple[Any, ...]]:
    for call in step.calls:
        yield (_CALL, call.udf.name)
    if step.kind is OperatorKind.FILTER:
        yield _FILTER
    elif step.kind is not OperatorKind.PROJECT:
        yield (step.kind, _number(step.count), *(shape_of(branch) for branch in step.inputs))


def _with_calls_sorted(shape: Iterable[Any]) -> Iterator[Any]:
    for is_calls, parts in groupby(shape, lambda part: part[0] == _CALL):
        beside = list(parts)
        yield from sorted(beside) if is_calls else beside


def _number(quantity: Quantity | None) -> tuple[float, ...]:
    return () if quantity is None else (quantity.low, quantity.high)
