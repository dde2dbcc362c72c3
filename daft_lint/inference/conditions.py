"""The conditions of branches: what holds in each of them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from daft_lint.index.tree import dotted, times_bound
from daft_lint.inference.scope import Scope
from daft_lint.plan.conditions import ALWAYS, Condition, Conditions

if TYPE_CHECKING:
    from daft_lint.inference.run import Run

_OPPOSITE = (ast.NotEq, ast.IsNot, ast.NotIn)
_COMPARING = (ast.Eq, ast.Is, ast.In, *_OPPOSITE)


@dataclass(slots=True, eq=False)
class Held:
    """A test, or the values of a `case`, that hold or don't where code is followed.

    `scope` is the one in turn, `around` the function or module it stands in. The run counts it as
    so many `branches`, and so many ways that have `left_early`. `asked` is a number of its own for
    each time that it is evaluated, None in a loop: there it may go any way in its turn.
    """

    test: ast.expr
    case: ast.match_case | None
    holds: bool
    branches: int
    left_early: int
    scope: Scope
    around: ast.AST
    module: ast.Module
    asked: int | None = None
    read: Conditions | None = None


class Circumstances:
    """The conditions under which the code is run that is followed at this moment.

    Tests are read when somebody wants to know: most branches build no frame.
    """

    def __init__(self, run: Run) -> None:
        self._run = run
        self.now: tuple[Held, ...] = ()
        self._scopes: dict[Scope, int] = {}
        self._known: tuple[tuple[Held, ...], Conditions] = ((), ALWAYS)
        self._asked = 0

    @contextmanager
    def kept(self) -> Iterator[None]:
        """What holds from some place on in the code meanwhile doesn't hold behind it."""
        before = self.now
        try:
            yield
        finally:
            self.now = before

    @contextmanager
    def apart(self) -> Iterator[None]:
        """Follow code that runs once for all who import it, whoever is the first."""
        with self.kept():
            self.now = ()
            yield

    def ask(self) -> int | None:
        """A number for a test that is evaluated now, by which its two ways exclude each other."""
        self._asked += 1
        return None if self._run.recorder.loops else self._asked

    def assume(
        self,
        test: ast.expr,
        *,
        holds: bool,
        asked: int | None,
        case: ast.match_case | None = None,
        branches: int = 1,
        left_early: int = 0,
    ) -> None:
        """From now on a test holds, or doesn't; with `case`, it is the subject of that.

        `asked` is what `ask` gave when it was evaluated.
        """
        run = self._run
        module = run.file.tree
        around = run.call_stack[-1].node if run.call_stack else module
        held = Held(test, case, holds, branches, left_early, run.scope, around, module, asked)
        self.now = (*self.now, held)

    @property
    def conditions(self) -> Conditions:
        """What holds now."""
        if self._known[0] is not self.now:
            held = [self._read(condition) for condition in self.now]
            self._known = self.now, ALWAYS.union(*held)
        return self._known[1]

    def _read(self, held: Held) -> Conditions:
        if held.read is None:
            case = held.case
            given = (
                self._given(held.test, held, held.holds) if case is None else self._of(case, held)
            )
            met = frozenset(given)
            held.read = met if held.asked is None else met | {_way(held, met)}
        return held.read

    def _of(self, case: ast.match_case, held: Held) -> Iterator[Condition]:
        values = _values_of_pattern(case.pattern)
        # One with a guard may not be chosen though its values fit.
        found = self._subject(held.test, held) if values else None
        if found is not None and (held.holds or case.guard is None):
            yield Condition(found[0], values, held.holds, found[1])

    def _given(self, test: ast.expr, held: Held, holds: bool) -> Iterator[Condition]:
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            yield from self._given(test.operand, held, not holds)
        elif isinstance(test, ast.BoolOp):
            if isinstance(test.op, ast.And) == holds:
                for value in test.values:
                    yield from self._given(value, held, holds)
        elif isinstance(test, ast.Compare):
            yield from self._compared(test, held, holds)
        else:
            found = self._subject(test, held)
            if found is not None:
                yield Condition(found[0], None, holds, found[1])

    def _compared(self, test: ast.Compare, held: Held, holds: bool) -> Iterator[Condition]:
        if len(test.ops) != 1 or not isinstance(test.ops[0], _COMPARING):
            return
        operator, right = test.ops[0], test.comparators[0]
        agrees = holds != isinstance(operator, _OPPOSITE)
        left = test.left.value if isinstance(test.left, ast.Constant) else None
        if isinstance(operator, ast.In | ast.NotIn) and isinstance(left, str):
            container, own = self._subject(right, held), f"{left!r} in"
            if container is not None:
                exact = None if container[1] is None else f"{own} {container[1]}"
                yield Condition(f"{own} {container[0]}", None, agrees, exact)
            return
        found, values = self._subject(test.left, held), _values(right)
        if found is not None and values:
            yield Condition(found[0], values, agrees, found[1])

    def _subject(self, node: ast.expr, held: Held) -> tuple[str, str | None] | None:
        """What an expression is called, and which thing it is.

        None if nobody can tell, or where it stands for something else by and by.
        """
        variable = _variable(node)
        if variable is not None:
            return variable.lower(), variable
        name = dotted(node)
        if not name or not self._stays(name, held):
            return None
        first, *rest = name.split(".")
        scope = held.scope
        while scope.parent is not None and first not in scope.names:
            scope = scope.parent
        number = self._scopes.setdefault(scope, len(self._scopes))
        exact = None if any(map(self._run.modules.sets_attribute, rest)) else f"{number}:{name}"
        return (rest[-1] if rest else first).lower(), exact

    def _stays(self, name: str, held: Held) -> bool:
        """Whether a name, and what it is asked for, are bound but once in the code around."""
        first, *rest = name.split(".")
        around = held.module if held.scope.is_from_around(first) else held.around
        bound = times_bound(around)
        return bound[first] <= 1 and all(bound[f".{attribute}"] <= 1 for attribute in rest)


def _way(held: Held, met: Conditions) -> Condition:
    """The way that a run goes on from a test, whatever the test is about."""
    subject = f"#{held.asked}"
    is_derived = bool(met) and held.case is None and not isinstance(held.test, ast.BoolOp)
    return Condition(subject, None, held.holds, exact=subject, is_derived=is_derived)


def _variable(node: ast.expr) -> str | None:
    """The variable of the environment that an expression reads."""
    key: ast.expr | None = None
    if isinstance(node, ast.Call) and dotted(node.func) in {"os.getenv", "os.environ.get"}:
        key = node.args[0] if node.args else None
    elif isinstance(node, ast.Subscript) and dotted(node.value) == "os.environ":
        key = node.slice
    value = key.value if isinstance(key, ast.Constant) else None
    return value if isinstance(value, str) else None


def _values_of_pattern(pattern: ast.pattern) -> frozenset[str]:
    if isinstance(pattern, ast.MatchValue):
        return _values(pattern.value)
    if isinstance(pattern, ast.MatchSingleton):
        return frozenset({repr(pattern.value)})
    if isinstance(pattern, ast.MatchOr):
        each = [_values_of_pattern(node) for node in pattern.patterns]
        return frozenset[str]().union(*each) if all(each) else frozenset()
    return frozenset()


def _values(node: ast.expr) -> frozenset[str]:
    """The values that something is compared to, as far as all of them are written there."""
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        each = [_values(elt) for elt in node.elts]
        return frozenset[str]().union(*each) if all(each) else frozenset()
    if isinstance(node, ast.Constant):
        return frozenset({repr(node.value)})
    name = dotted(node).rpartition(".")[2]
    return frozenset({name}) if name.isupper() else frozenset()
