"""UDFs in keys: Daft computes these inside the shuffle, not in the pool of the UDF.

Measured on Daft 0.7.26, on Ray and natively; the page of DFT211 has the figures.
"""

from __future__ import annotations

from daft_lint.plan.pipeline import Operator, OperatorKind, UdfCall

_OFTEN = frozenset(
    {OperatorKind.SORT, OperatorKind.DISTINCT, OperatorKind.AGGREGATE, OperatorKind.JOIN}
)


def lost_in_keys(step: Operator, call: UdfCall) -> str:
    """What a UDF in the keys of a step loses: `without its pool`, `more than once a row`.

    Empty where it loses nothing. Only the keys of a join go through the pool.
    """
    lost = [] if step.kind is OperatorKind.JOIN else [*filter(None, [lost_in_groups(call)])]
    if step.kind in _OFTEN or call.in_window == "keys":
        lost.append("more than once a row")
    return ", and ".join(lost)


def lost_in_groups(call: UdfCall) -> str:
    """What a UDF loses that runs inside of a shuffle, or on each of its groups."""
    options = ["its pool"] if call.udf.is_actor_pool else []
    options += ["its batch_size"] if call.udf.batch_size is not None else []
    return f"without {' and '.join(options)}" if options else ""


def place_of_keys(step: Operator, call: UdfCall) -> tuple[str, str]:
    """Where such a UDF is called, `the keys of`, and of what: a method or a window."""
    if call.in_window:
        return f"the {call.in_window} of", "the window"
    is_grouped = step.kind is OperatorKind.AGGREGATE and step.method != "pivot"
    return "the keys of", f"`{'groupby' if is_grouped else step.method}`"
