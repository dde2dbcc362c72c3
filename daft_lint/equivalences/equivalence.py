"""One row of the table: a Python expression and the Daft expression that gives the same."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from daft_lint.equivalences.constants import Constant
from daft_lint.equivalences.kinds import Kind


class Nulls(Enum):
    """What the Python expression makes of None, for which the Daft expression gives null.

    `FAIL`: it raises, so the two are equal wherever the function works. `SAME`: both give the same.
    `DIFFERENT`: only a function that returns None for None gives the same.
    """

    FAIL = "fail"
    SAME = "same"
    DIFFERENT = "different"


@dataclass(frozen=True, slots=True)
class Equivalence:
    """A proven pair.

    `patterns` are Python expressions that mean the same: `x`, `y` are columns, capitals such as `A`
    are literals (`constants` says which). In `expression` stand `{x}`, `{A}`; `{x:int64}` is the
    column cast to that type unless it surely has it, `{A:regex}` a regular expression that matches
    that text alone. `takes` are the kinds that each column may be of.

    `natural` is the Daft type of the expression, the empty text if that depends on the columns.
    `returns` are the declared types of the UDF that it was proven for; it is cast to them.

    `failing` says for which values that aren't null the UDF fails and the expression doesn't.
    `assuming` is what must hold of the values besides. `obvious` rows need no annotation: only such
    columns make the function work. `keeps_name` says whether the column is named like that of `x`.
    `nullable` rows may give null for what isn't null. `ordered` rows hold where the literal `A`
    isn't above `B`. `outermost` rows are no part of others: Python goes on with what no longer fits
    into 64 bits. `tolerance` is how far the two are apart at most, relative to the size of the
    operands: 0 but for sums in another order.
    `since` is the first Daft version it was proven with.
    """

    name: str
    patterns: tuple[str, ...]
    expression: str
    takes: dict[str, tuple[Kind, ...]]
    natural: str
    returns: tuple[str, ...]
    constants: dict[str, Constant] = field(default_factory=dict)
    nulls: Nulls = Nulls.FAIL
    failing: str = ""
    assuming: str = ""
    obvious: bool = True
    keeps_name: bool = True
    nullable: bool = False
    ordered: bool = False
    outermost: bool = False
    tolerance: float = 0.0
    since: tuple[int, ...] = (0, 7)


def row(
    name: str,
    pattern: str | tuple[str, ...],
    expression: str,
    kind: Kind | tuple[Kind, ...],
    natural: str,
    **others: Any,
) -> Equivalence:
    """A row whose columns are all of one kind, and that returns its natural type."""
    patterns = (pattern,) if isinstance(pattern, str) else pattern
    kinds = (kind,) if isinstance(kind, Kind) else kind
    columns = [each_name for each_name in ("x", "y") if f"{{{each_name}" in expression]
    others.setdefault("returns", (natural,))
    return Equivalence(
        name=name,
        patterns=patterns,
        expression=expression,
        takes=dict.fromkeys(columns, kinds),
        natural=natural,
        **others,
    )
