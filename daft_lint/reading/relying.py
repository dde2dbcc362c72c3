"""What values rest on that came by way of code out of sight."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from daft_lint.plan.pipeline import Plan, Udf
from daft_lint.plan.quantity import Origin, Quantity
from daft_lint.reading.values import (
    UNKNOWN,
    DecoratorValue,
    ExpressionValue,
    Flag,
    FrameValue,
    FunctionValue,
    Items,
    Mapping,
    Number,
    ObjectValue,
    Signed,
    UdfClassValue,
    UdfInstanceValue,
    UdfOptions,
    UdfValue,
    Unknown,
    Value,
    one_of,
)

if TYPE_CHECKING:
    from daft_lint.inference.run import Run

Origins = tuple[Origin, ...]


def relying(value: Value, origins: Origins, run: Run) -> Value:
    """The same value as long as some assumptions hold; what can't say what it rests on is unknown.

    A frame is a new one, which goes on in place of the other.
    """
    if not origins:
        return value
    if isinstance(value, Number | Signed):
        return replace(value, quantity=_number(value.quantity, origins))
    if isinstance(value, Flag):
        return UNKNOWN
    if isinstance(value, FrameValue):
        plan = _plan(value.plan, origins)
        run.recorder.met(plan, run.where, value.plan)
        return replace(value, plan=plan)
    if isinstance(value, Items) and value.values is not None:
        items = tuple(relying(one, origins, run) for one in value.values)
        return replace(value, values=items, among=one_of(value).among)
    if isinstance(value, Mapping):
        entries = tuple((key, relying(one, origins, run)) for key, one in value.entries)
        return replace(value, entries=entries, among=one_of(value).among)
    if isinstance(value, ObjectValue):
        run.changes.trust(value, origins[-1])
        return value
    if isinstance(value, Unknown):
        return replace(value, ways=tuple(relying(one, origins, run) for one in value.ways))
    return of_udfs(value, origins)


def of_udfs(value: Value, origins: Origins) -> Value:
    """The same for UDFs, and for what they are made of or make."""
    if isinstance(value, FunctionValue):
        marked = value.marked
        if isinstance(marked, DecoratorValue):
            marked = replace(marked, rests_on=_more(marked.rests_on, origins))
        return replace(value, marked=marked, rests_on=_more(value.rests_on, origins))
    if isinstance(value, UdfValue):
        return replace(value, udf=_udf(value.udf, origins))
    if isinstance(value, UdfClassValue):
        return replace(value, options=options(value.options, origins))
    if isinstance(value, UdfInstanceValue):
        made_of = replace(value.made_of, options=options(value.made_of.options, origins))
        return replace(value, made_of=made_of)
    if isinstance(value, ExpressionValue):
        calls = tuple(replace(one, udf=_udf(one.udf, origins)) for one in value.calls)
        return replace(value, calls=calls)
    return value


def options(given: UdfOptions, origins: Origins) -> UdfOptions:
    """Options that are these as long as some assumptions hold.

    It is enough that the size of the pool says so: without a pool nothing is said of the others.
    """
    concurrency = given.concurrency and _number(given.concurrency, origins)
    return replace(given, concurrency=concurrency)


def _udf(udf: Udf, origins: Origins) -> Udf:
    return replace(udf, concurrency=udf.concurrency and _number(udf.concurrency, origins))


def _plan(plan: Plan, origins: Origins) -> Plan:
    """A plan whose partitions and rows are these as long as some assumptions hold."""
    partitions, rows = plan.source.partitions, plan.source.rows
    source = replace(
        plan.source, partitions=_number(partitions, origins), rows=_number(rows, origins)
    )
    steps = tuple(
        replace(one, count=one.count and _number(one.count, origins)) for one in plan.operators
    )
    return Plan(source, steps)


def _number(quantity: Quantity, origins: Origins) -> Quantity:
    return replace(quantity, origins=_more(quantity.origins, origins))


def _more(origins: Origins, more: Origins) -> Origins:
    return tuple(dict.fromkeys((*origins, *more)))
