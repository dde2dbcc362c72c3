"""UDFs in keys: Daft computes these inside the shuffle, not in the pool of the UDF.

Measured on Daft 0.7.26, on Ray and natively; the page of DFT211 has the figures.
"""

from __future__ import annotations

from daft_lint.plan.pipeline import Operator, OperatorKind, UdfCall

_OFTEN = frozenset(
    {OperatorKind.SORT, OperatorKind.DISTINCT, OperatorKind.AGGREGATE, OperatorKind.JOIN}
)


def runs_often(step: Operator) -> bool:
    """Whether a step computes most of its keys more than once."""
    return step.kind in _OFTEN


def lost_in_keys(step: Operator, call: UdfCall) -> str:
    """What a UDF in the keys of a step loses: `without its pool`, `more than once a row`.

    Empty where it loses nothing. Only the keys of a join go through the pool.
    """
    options = ["its pool"] if call.udf.is_actor_pool else []
    options += ["its batch_size"] if call.udf.batch_size is not None else []
    lost = []
    if options and step.kind is not OperatorKind.JOIN:
        lost.append(f"without {' and '.join(options)}")
    if runs_often(step):
        lost.append("more than once a row")
    return ", and ".join(lost)


def method_of_keys(step: Operator) -> str:
    """The method that the keys are given to."""
    return "groupby" if step.kind is OperatorKind.AGGREGATE else step.method
