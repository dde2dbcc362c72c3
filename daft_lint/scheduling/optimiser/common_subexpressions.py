"""Common subexpressions: UDF calls that Daft makes once for several columns.

Measured on Daft 0.7.26, for `daft.func`, `daft.func.batch` and `daft.cls` alike: projections that
follow one another become one, and one expression in several of their columns is computed once. A
projection that reads a column of a UDF stays for itself.
"""

from __future__ import annotations

from collections.abc import Iterable

from daft_lint.plan.pipeline import Columns, Operator, OperatorKind
from daft_lint.records import replace
from daft_lint.scheduling.optimiser.columns import read, written


def shared(operators: Iterable[Operator]) -> tuple[Operator, ...]:
    """The steps without the calls that an earlier projection makes for them."""
    known: dict[int, Columns] = {}
    made: set[str] = set()
    found: list[Operator] = []
    for operator in operators:
        reads, writes = read(operator, operator.calls), written(operator)
        alone = operator.kind is not OperatorKind.PROJECT or operator.maybe
        if alone or reads is None or writes is None or made & reads:
            known, made = {}, set()
        if not alone:
            operator = _without(operator, known)
            made.update(call.output for call in operator.calls if call.output is not None)
        if writes is not None:
            known = {number: needs for number, needs in known.items() if not needs & writes}
        found.append(operator)
    return tuple(found)


def _without(operator: Operator, known: dict[int, Columns]) -> Operator:
    """The step without the calls that are known by now, which those that it makes are added to."""
    calls = []
    for call in operator.calls:
        if not call.number or call.reads is None or call.number not in known:
            calls.append(call)
        if call.number and call.reads is not None:
            known[call.number] = call.reads
    return replace(operator, calls=tuple(calls)) if len(calls) < len(operator.calls) else operator
