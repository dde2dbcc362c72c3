"""Values, plans and quantities under assumptions about code out of sight."""

from __future__ import annotations

from daft_lint.plan.pipeline import Plan, Udf
from daft_lint.plan.quantity import Origin, Quantity
from daft_lint.records import replace
from daft_lint.values.values import (
    UNKNOWN,
    Class,
    ExpressionValue,
    Flag,
    FrameValue,
    Function,
    Items,
    Mapping,
    Number,
    UdfClassValue,
    UdfInstanceValue,
    UdfOptions,
    UdfValue,
    Value,
)

Origins = tuple[Origin, ...]


def with_assumptions(value: Value, origins: Origins) -> Value:
    """The same value as long as some assumptions hold; unknown where a value can't carry them."""
    if not origins:
        return value
    if isinstance(value, Function | Class):
        return replace(value, rests_on=(*value.rests_on, *origins))
    if isinstance(value, Number):
        return replace(value, quantity=of_quantity(value.quantity, origins))
    if isinstance(value, Flag):
        return UNKNOWN
    if isinstance(value, FrameValue):
        return replace(value, plan=of_plan(value.plan, origins))
    if isinstance(value, Items) and value.values is not None:
        return replace(
            value, values=tuple(with_assumptions(each, origins) for each in value.values)
        )
    if isinstance(value, Mapping):
        return Mapping(tuple((key, with_assumptions(each, origins)) for key, each in value.entries))
    return of_udfs(value, origins)


def of_udfs(value: Value, origins: Origins) -> Value:
    """A value with assumptions added to the UDFs in it."""
    if isinstance(value, UdfValue):
        return replace(value, udf=_udf(value.udf, origins))
    if isinstance(value, UdfClassValue):
        return replace(value, options=options(value.options, origins))
    if isinstance(value, UdfInstanceValue):
        made_of = replace(value.made_of, options=options(value.made_of.options, origins))
        return replace(value, made_of=made_of)
    if isinstance(value, ExpressionValue):
        calls = tuple(replace(call, udf=_udf(call.udf, origins)) for call in value.calls)
        return replace(value, calls=calls)
    return value


def options(given: UdfOptions, origins: Origins) -> UdfOptions:
    """Options that are these as long as some assumptions hold.

    Only the size of the pool carries them: without a pool the other options don't matter.
    """
    concurrency = given.concurrency and of_quantity(given.concurrency, origins)
    return replace(given, concurrency=concurrency)


def _udf(udf: Udf, origins: Origins) -> Udf:
    return replace(udf, concurrency=udf.concurrency and of_quantity(udf.concurrency, origins))


def of_plan(plan: Plan, origins: Origins) -> Plan:
    """A plan whose partitions and rows are these as long as some assumptions hold."""
    partitions, rows = plan.source.partitions, plan.source.rows
    source = replace(
        plan.source, partitions=of_quantity(partitions, origins), rows=of_quantity(rows, origins)
    )
    steps = tuple(
        replace(operator, count=operator.count and of_quantity(operator.count, origins))
        for operator in plan.operators
    )
    return Plan(source, steps)


def of_quantity(quantity: Quantity, origins: Origins) -> Quantity:
    """A quantity that is this as long as some assumptions hold."""
    return replace(quantity, origins=_more(quantity.origins, origins))


def _more(origins: Origins, more: Origins) -> Origins:
    return tuple(dict.fromkeys((*origins, *more)))
