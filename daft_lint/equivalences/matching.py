"""The match of a UDF with a Daft expression, and what the match assumes."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from daft_lint.equivalences.bodies import body_of
from daft_lint.equivalences.declared_types import declared_type, kinds_of
from daft_lint.equivalences.table import Kind
from daft_lint.equivalences.translation import Applied, translate
from daft_lint.records import dataclass
from daft_lint.values.values import UdfForm

if TYPE_CHECKING:
    from collections.abc import Mapping

    from daft_lint.plan.span import Span
    from daft_lint.udf_code.definitions import UdfDefinition, UdfFunction

_FORMS = frozenset({UdfForm.FUNC, UdfForm.FUNC_BATCH, UdfForm.LEGACY})
# Options that say how the function is run, not what it gives.
_HARMLESS = frozenset({"return_dtype", "cpus", "num_cpus", "batch_size", "use_process"})
# A column of another type makes their expressions fail, not give something else.
_STRICT = frozenset({Kind.TEXT, Kind.LIST})


@dataclass(frozen=True, slots=True, eq=False)
class Match:
    """A UDF, and the Daft expression that gives the same.

    `value` is the place of what the function returns. `assuming` says what must hold of the
    columns. `failing` says for which values the UDF fails and the expression doesn't. `speed_up` is
    how many times as fast the expression was at least when measured; None: it wasn't. `exact`: both
    are the same for all values, so that replacing the UDF changes nothing.
    """

    applied: Applied
    function: UdfFunction
    value: Span
    assuming: tuple[str, ...]
    failing: tuple[str, ...]
    speed_up: float | None
    exact: bool

    def expression(self, columns: Mapping[str, str] | None = None) -> str:
        """The expression, the columns being called like the parameters unless given otherwise."""
        names = {name: name for name in self.function.parameters}
        return self.applied.code(columns or names).text

    @property
    def keeps_name(self) -> bool:
        """Whether the column is named as that of the UDF: like its first argument."""
        return next(self.applied.leaves).parameter == self.function.parameters[0]


def match(definition: UdfDefinition) -> Match | None:
    """The expression that a UDF is proven to equal, None when there is none in the table."""
    function = _function(definition)
    if function is None:
        return None
    dtype, body = declared_type(definition, function), body_of(function)
    if dtype is None or body is None:
        return None
    kinds = kinds_of(function)
    applied = translate(body, dtype, kinds, function.names.qualified)
    if applied is None:
        return None
    assuming = tuple(dict.fromkeys(_assumptions(applied)))
    failing = tuple(dict.fromkeys(row.failing for row in applied.rows if row.failing))
    if set(function.parameters) - body.guarded:
        failing = ("nulls", *failing)
    promised = all(kinds.get(name, Kind.TEXT) in _STRICT for name in function.parameters)
    return Match(
        applied=applied,
        function=function,
        value=function.names.span(body.value),
        assuming=assuming,
        failing=failing,
        speed_up=_speed_up(function, applied),
        exact=promised and not assuming and not failing,
    )


def _speed_up(function: UdfFunction, applied: Applied) -> float | None:
    """How many times as fast a chain of expressions is as one UDF that does what they all do.

    Calling a UDF for a row costs far more than what it does there, and is done once for the chain,
    whose expressions each take their time. UDFs of batches do without these calls: of what the
    table says, they lose a half to a fourteenth (12 expressions, 100,000 rows, Daft 0.7.26).
    """
    if function.form is not UdfForm.FUNC:
        return None
    return 1 / sum(1 / row.faster for row in applied.rows)


def _function(definition: UdfDefinition) -> UdfFunction | None:
    """The function of a definition that does nothing but call it for the rows."""
    node = definition.node
    if definition.form not in _FORMS or definition.functional or not definition.complete:
        return None
    if isinstance(node, ast.ClassDef) or len(node.decorator_list) != 1:
        return None
    if len(definition.functions) != 1:
        return None
    call = definition.decorator
    if isinstance(call, ast.Call):
        named = {option.name for option in definition.options}
        if call.args or len(call.keywords) != len(named) or not named <= _HARMLESS:
            return None
    return definition.functions[0]


def _assumptions(applied: Applied) -> list[str]:
    return [row.assuming for row in applied.rows if row.assuming] + [
        f"`{leaf.parameter}` is a column of {leaf.assumed.value}"
        for leaf in applied.leaves
        if leaf.assumed is not None
    ]
