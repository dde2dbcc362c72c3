"""The translation of a function's body into a Daft expression that gives the same."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from daft_lint.equivalences.bodies import Body
from daft_lint.equivalences.rendering import Code, render
from daft_lint.equivalences.table import TABLE, TYPES, Equivalence, Kind
from daft_lint.equivalences.unification import unified
from daft_lint.index.traversal import walk
from daft_lint.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable

# Deeper expressions aren't worth the time.
_DEEPEST = 8


@dataclass(frozen=True, slots=True)
class Column:
    """A parameter as it is. `assumed` is its kind where no annotation promises it."""

    parameter: str
    assumed: Kind | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Applied:
    """A row of the table, applied to columns."""

    row: Equivalence
    columns: dict[str, Column | Applied]
    dtype: str

    def code(self, columns: Mapping[str, str]) -> Code:
        """The Daft expression, the columns of the parameters being written like that."""
        inner = {
            name: Code(columns[column.parameter])
            if isinstance(column, Column)
            else column.code(columns)
            for name, column in self.columns.items()
        }
        return render(self.row, inner, self.dtype)

    @property
    def rows(self) -> tuple[Equivalence, ...]:
        """Every row that has a part in it."""
        inner = (column.rows for column in self.columns.values() if isinstance(column, Applied))
        return (self.row, *(row for rows in inner for row in rows))

    @property
    def leaves(self) -> Iterator[Column]:
        """The columns in it, in the order of the rows' places: the first one names the result."""
        for column in self.columns.values():
            if isinstance(column, Column):
                yield column
            else:
                yield from column.leaves


def translate(
    body: Body,
    dtype: str,
    kinds: Mapping[str, Kind | None],
    qualified: Callable[[ast.AST], str | None],
) -> Applied | None:
    """The equivalent of a body whose UDF returns a Daft type; None when none is proven.

    `kinds` are what annotations promise of parameters, and `qualified` gives the dotted names of
    what is imported or built in.
    """
    if not _uses_all(body):
        return None
    found = _Translator(body, kinds, qualified).applied(body.value, dtype, 0)
    return found if found is not None and _is_whole(found, body) else None


def _uses_all(body: Body) -> bool:
    """Whether the value is made of every name that the function sets: others may do something."""
    reached: set[str] = set()
    waiting = [body.value]
    while waiting:
        names = {node.id for node in walk(waiting.pop()) if isinstance(node, ast.Name)}
        new = (names & body.locals.keys()) - reached
        reached |= new
        waiting += [body.locals[name] for name in new]
    return reached == set(body.locals)


def _is_whole(found: Applied, body: Body) -> bool:
    """Whether it uses every parameter, and assumes one thing of each."""
    leaves = set(found.leaves)
    named = {leaf.parameter for leaf in leaves}
    return named == set(body.columns.values()) and len(leaves) == len(named)


class _Translator:
    def __init__(
        self,
        body: Body,
        kinds: Mapping[str, Kind | None],
        qualified: Callable[[ast.AST], str | None],
    ) -> None:
        self._body = body
        self._kinds = kinds
        self._qualified = qualified

    def applied(self, node: ast.expr, dtype: str, depth: int) -> Applied | None:
        """The first row that fits and gives the wanted type."""
        if depth > _DEEPEST:
            return None
        node = self._resolved(node)
        fitted = (self._fitted(row, node, dtype, depth) for row in TABLE if dtype in row.types)
        return next((found for found in fitted if found is not None), None)

    def _fitted(self, row: Equivalence, node: ast.expr, dtype: str, depth: int) -> Applied | None:
        written = unified(row.pattern, node, self._qualified)
        if written is None:
            return None
        columns: dict[str, Column | Applied] = {}
        for name in row.columns:
            column = self._column(written[name], row, depth)
            if column is None:
                return None
            columns[name] = column
        return Applied(row, columns, dtype)

    def _resolved(self, node: ast.expr) -> ast.expr:
        """A name that the function set, as what it was set to."""
        for _ in range(_DEEPEST):
            if not isinstance(node, ast.Name) or node.id not in self._body.locals:
                break
            node = self._body.locals[node.id]
        return node

    def _column(self, node: ast.expr, row: Equivalence, depth: int) -> Column | Applied | None:
        node = self._resolved(node)
        if isinstance(node, ast.Name):
            parameter = self._body.columns.get(node.id)
            if parameter is None:
                return None
            if parameter not in self._kinds:
                return Column(parameter, row.kind) if row.obvious else None
            return Column(parameter) if self._kinds[parameter] is row.kind else None
        # Of parts of an expression, Python's integers are wide.
        inner = TYPES.get(row.kind)
        return None if inner is None else self.applied(node, inner, depth + 1)
