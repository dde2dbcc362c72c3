"""The translation of a function's body into a Daft expression that gives the same."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import libcst as cst

from daft_lint.equivalences.bodies import Body
from daft_lint.equivalences.equivalence import Equivalence, Nulls
from daft_lint.equivalences.kinds import HELD, Kind
from daft_lint.equivalences.rendering import Code, Written, render
from daft_lint.equivalences.table import TABLE
from daft_lint.equivalences.unification import unified
from daft_lint.syntax.traversal import children

if TYPE_CHECKING:
    from collections.abc import Callable

_WORD = re.compile(r"[A-Za-z_]{2,}")
# Deeper expressions aren't worth the time.
_DEEPEST = 8


@dataclass(frozen=True, slots=True)
class Column:
    """A parameter as it is. `assumed` are its kinds where no annotation promises them."""

    parameter: str
    assumed: tuple[Kind, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Applied:
    """A row of the table, applied to columns."""

    row: Equivalence
    columns: dict[str, Column | Applied]
    constants: dict[str, Written]
    dtype: str

    def code(self, columns: Mapping[str, str]) -> Code:
        """The Daft expression, the columns of the parameters being written like that."""
        inner = {
            name: Code(columns[column.parameter])
            if isinstance(column, Column)
            else column.code(columns)
            for name, column in self.columns.items()
        }
        return render(self.row, inner, self.constants, self.dtype)

    @property
    def rows(self) -> tuple[Equivalence, ...]:
        """Every row that has a part in it."""
        inner = (column.rows for column in self.columns.values() if isinstance(column, Applied))
        return (self.row, *(row for rows in inner for row in rows))

    @property
    def leaves(self) -> Iterator[Column]:
        """The columns in it, in the order of the rows' places."""
        for column in self.columns.values():
            if isinstance(column, Column):
                yield column
            else:
                yield from column.leaves

    @property
    def first(self) -> Column:
        """The column that the result is named after, if its rows keep names."""
        column = self.columns["x"]
        return column if isinstance(column, Column) else column.first


@dataclass(frozen=True, slots=True, eq=False)
class Parameters:
    """What the annotations promise of parameters, and what names stand for in the function."""

    kinds: dict[str, tuple[Kind, ...]]
    qualified: Callable[[cst.CSTNode], str | None]
    version: tuple[int, ...]


def translate(body: Body, dtype: str, parameters: Parameters) -> Applied | None:
    """The equivalent of a body whose UDF returns a Daft type; None when none is proven."""
    if not _uses_all(body):
        return None
    found = _Translator(body, parameters).applied(body.value, dtype, 0)
    if found is None or not _is_whole(found, body):
        return None
    return found


def _uses_all(body: Body) -> bool:
    """Whether the value is made of every name that the function sets: others may do something."""
    reached: set[str] = set()
    waiting: list[cst.CSTNode] = [body.value]
    while waiting:
        node = waiting.pop()
        if isinstance(node, cst.Name) and node.value in body.locals and node.value not in reached:
            reached.add(node.value)
            waiting.append(body.locals[node.value])
        waiting += children(node)
    return reached == set(body.locals)


def _is_whole(found: Applied, body: Body) -> bool:
    """Whether it uses every parameter, assumes one thing of each, and is right about nulls."""
    leaves = list(found.leaves)
    if {leaf.parameter for leaf in leaves} != set(body.columns.values()):
        return False
    assumed: dict[str, set[tuple[Kind, ...]]] = {}
    for leaf in leaves:
        assumed.setdefault(leaf.parameter, set()).add(leaf.assumed)
    if any(len(kinds) > 1 for kinds in assumed.values()):
        return False
    return _has_same_nulls(found, body.guarded, outermost=True)


def _has_same_nulls(found: Applied, guarded: frozenset[str], *, outermost: bool) -> bool:
    inner = [column for column in found.columns.values() if isinstance(column, Applied)]
    if not all(_has_same_nulls(applied, guarded, outermost=False) for applied in inner):
        return False
    direct = {column.parameter for column in found.columns.values() if isinstance(column, Column)}
    if found.row.nulls is Nulls.FAIL:
        return True
    if found.row.nulls is Nulls.SAME:
        # A guard makes null of what would be False.
        return outermost and not inner and not direct & guarded
    # What is applied below fails on None, or none gets there.
    return direct <= guarded and not any(applied.row.nullable for applied in inner)


class _Translator:
    def __init__(self, body: Body, parameters: Parameters) -> None:
        self._body = body
        self._parameters = parameters
        self._known: dict[tuple[cst.BaseExpression, str], Applied | None] = {}

    def applied(self, node: cst.BaseExpression, dtype: str, depth: int) -> Applied | None:
        """The first row that fits and gives the wanted type."""
        node = self._resolved(node)
        if depth > _DEEPEST:
            return None
        if (node, dtype) not in self._known:
            self._known[node, dtype] = self._searched(node, dtype, depth)
        return self._known[node, dtype]

    def _searched(self, node: cst.BaseExpression, dtype: str, depth: int) -> Applied | None:
        words = frozenset(_WORD.findall(cst.Module([]).code_for_node(node)))
        for row, pattern in _patterns(self._parameters.version):
            if depth and row.outermost:
                continue
            if dtype not in row.returns or not _words(pattern) <= words:
                continue
            found = self._fitted(row, pattern, node, dtype, depth)
            if found is not None:
                return found
        return None

    def _fitted(
        self, row: Equivalence, pattern: str, node: cst.BaseExpression, dtype: str, depth: int
    ) -> Applied | None:
        bindings = unified(pattern, node, self._parameters.qualified)
        if bindings is None or not self._are_free(bindings.loops.values()):
            return None
        for name, written in bindings.constants.items():
            if not row.constants[name].accepts(written.value):
                return None
        if row.ordered and not _is_ordered(bindings.constants):
            return None
        columns: dict[str, Column | Applied] = {}
        for name, kinds in row.takes.items():
            column = self._column(bindings.columns[name], kinds, row, depth)
            if column is None:
                return None
            columns[name] = column
        return Applied(row, columns, bindings.constants, dtype)

    def _are_free(self, loops: Iterable[str]) -> bool:
        return not {*self._body.columns, *self._body.locals} & set(loops)

    def _resolved(self, node: cst.BaseExpression) -> cst.BaseExpression:
        """A name that the function set, as what it was set to."""
        for _ in range(_DEEPEST):
            if not isinstance(node, cst.Name) or node.value not in self._body.locals:
                break
            node = self._body.locals[node.value]
        return node

    def _column(
        self, node: cst.BaseExpression, kinds: tuple[Kind, ...], row: Equivalence, depth: int
    ) -> Column | Applied | None:
        node = self._resolved(node)
        if isinstance(node, cst.Name):
            parameter = self._body.columns.get(node.value)
            if parameter is None:
                return None
            promised = self._parameters.kinds.get(parameter)
            if promised is None:
                return Column(parameter, kinds) if row.obvious else None
            return Column(parameter) if set(promised) & set(kinds) else None
        for kind in kinds:
            for dtype in _inner_types(kind):
                found = self.applied(node, dtype, depth + 1)
                if found is not None:
                    return found
        return None


def _is_ordered(constants: Mapping[str, Written]) -> bool:
    low, high = constants["A"].value, constants["B"].value
    return isinstance(low, int | float) and isinstance(high, int | float) and low <= high


def _inner_types(kind: Kind) -> tuple[str, ...]:
    """The Daft types that a part of an expression may have: Python's integers are wide."""
    if kind is Kind.WHOLE:
        return ("int64",)
    return tuple(dtype for dtype, held in HELD.items() if held is kind)


@cache
def _patterns(version: tuple[int, ...]) -> tuple[tuple[Equivalence, str], ...]:
    return tuple(
        (row, pattern) for row in TABLE if row.since <= version for pattern in row.patterns
    )


@cache
def _words(pattern: str) -> frozenset[str]:
    """The words that an expression of the form surely holds: functions may be renamed."""
    methods = re.findall(r"(?:\)|\]|\b[xy])\.([a-z_]{2,})", pattern)
    return frozenset(methods)
