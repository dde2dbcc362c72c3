"""The uses of UDFs in a plan."""

from __future__ import annotations

from collections.abc import Iterator

from daft_lint.plan.pipeline import Plan, UdfCall


def udf_calls(plan: Plan) -> Iterator[UdfCall]:
    """Every use of a UDF in a plan, those in the plans that it takes in too."""
    for step in plan.operators:
        yield from step.calls
        for other in step.inputs:
            yield from udf_calls(other)


def pool_calls(plan: Plan) -> Iterator[UdfCall]:
    """Every use of a UDF that has a pool of actors."""
    return (call for call in udf_calls(plan) if call.udf.is_actor_pool)
