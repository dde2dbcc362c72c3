"""The match of a UDF with a Daft expression, and what the match assumes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import libcst as cst

from daft_lint.equivalences.bodies import body_of
from daft_lint.equivalences.declared_types import declared_type, kinds_of
from daft_lint.equivalences.equivalence import Nulls
from daft_lint.equivalences.kinds import Kind
from daft_lint.equivalences.speedups import SPEED_UPS
from daft_lint.equivalences.translation import Applied, Parameters, translate
from daft_lint.values.values import UdfForm

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from daft_lint.plan.span import Span
    from daft_lint.udf_code.definitions import UdfDefinition, UdfFunction

_FORMS = frozenset({UdfForm.FUNC, UdfForm.FUNC_BATCH, UdfForm.LEGACY})
# Options that say how the function is run, not what it gives.
_HARMLESS = frozenset({"return_dtype", "cpus", "num_cpus", "batch_size", "use_process"})
# A column of another type makes their expressions fail, not give something else.
_STRICT = frozenset(
    {Kind.TEXT, Kind.BYTES, Kind.TEXTS, Kind.DATE, Kind.TIMESTAMP, Kind.DURATION, Kind.STRUCT}
)


@dataclass(frozen=True, slots=True, eq=False)
class Match:
    """A UDF that a Daft expression is proven to equal.

    `value` is where the function says what it gives. `assuming` is what must hold of the columns.
    `failing` is for which values the UDF fails and the expression doesn't. `speed_up` is how many
    times as fast the expression is by measurements, at least; None when that isn't known.
    `exact` says that nothing can change: no value is assumed, none makes the UDF alone fail.
    """

    applied: Applied
    function: UdfFunction
    value: Span
    assuming: tuple[str, ...]
    failing: tuple[str, ...]
    speed_up: float | None
    exact: bool

    def expression(self, columns: Mapping[str, str] | None = None) -> str:
        """The expression, the columns being called like the parameters unless told otherwise."""
        names = {name: name for name in self.function.parameters}
        return self.applied.code(columns or names).text

    @property
    def keeps_name(self) -> bool:
        """Whether the column is named as that of the UDF: like its first argument."""
        kept = all(row.keeps_name for row in self.applied.rows)
        return kept and self.applied.first.parameter == self.function.parameters[0]


def match(definition: UdfDefinition, version: tuple[int, ...]) -> Match | None:
    """The expression that a UDF is proven to equal, None when there is none in the table."""
    function = _function(definition)
    if function is None:
        return None
    dtype, body = declared_type(definition, function), body_of(function)
    if dtype is None or body is None:
        return None
    kinds = kinds_of(function)
    parameters = Parameters(kinds, function.names.qualified, version[:2])
    applied = translate(body, dtype, parameters)
    if applied is None:
        return None
    assuming = tuple(dict.fromkeys(_assumptions(applied)))
    failing = tuple(
        dict.fromkeys(
            part for row in applied.rows if row.failing for part in row.failing.split(", ")
        )
    )
    unguarded = set(function.parameters) - body.guarded
    if unguarded and applied.row.nulls is not Nulls.SAME:
        failing = ("nulls", *failing)
    if any(row.nullable for row in applied.rows[1:]):
        failing = (*failing, "null items or fields")
    promised = [set(kinds.get(name, ())) <= _STRICT for name in function.parameters]
    exact = not assuming and not failing and all(promised)
    return Match(
        applied=applied,
        function=function,
        value=function.names.span(body.value),
        assuming=assuming,
        failing=failing,
        speed_up=_speed_up(function, [row.name for row in applied.rows]),
        exact=exact and not any(row.tolerance for row in applied.rows),
    )


def _speed_up(function: UdfFunction, rows: Sequence[str]) -> float | None:
    """How many times as fast a chain of expressions is as one UDF that does what they all do.

    Calling a UDF for a row costs far more than what it does there, and is done once for the chain,
    whose expressions each take their time. UDFs of batches do without these calls: of what the
    table says, they lose a half to a fourteenth (12 expressions, 100,000 rows, Daft 0.7.26).
    """
    speeds = [SPEED_UPS.get(row) for row in rows]
    if function.form is not UdfForm.FUNC or not all(speeds):
        return None
    return 1 / sum(1 / speed for speed in speeds if speed)


def _function(definition: UdfDefinition) -> UdfFunction | None:
    """The function of a definition that does nothing but call it for the rows."""
    node = definition.node
    if definition.form not in _FORMS or definition.functional or not definition.complete:
        return None
    if not isinstance(node, cst.FunctionDef) or len(node.decorators) != 1:
        return None
    if len(definition.functions) != 1:
        return None
    if isinstance(definition.decorator, cst.Call):
        named = {option.name for option in definition.options}
        if len(definition.decorator.args) != len(definition.options) or not named <= _HARMLESS:
            return None
    return definition.functions[0]


def _assumptions(applied: Applied) -> list[str]:
    found = [row.assuming for row in applied.rows if row.assuming]
    for leaf in applied.leaves:
        if leaf.assumed:
            kinds = " or ".join(kind.value for kind in leaf.assumed)
            found.append(f"`{leaf.parameter}` is a column of {kinds}")
    found += [
        f"a difference of {row.tolerance:g}, relative to the length of the vectors, doesn't matter"
        for row in applied.rows
        if row.tolerance
    ]
    return found
