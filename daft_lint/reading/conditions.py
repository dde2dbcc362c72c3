"""Reads the tests of branches: what holds in each of them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

import libcst as cst

from daft_lint.plan.conditions import ALWAYS, Condition, Conditions
from daft_lint.reading.targets import dotted, names_in, targets_of
from daft_lint.reading.walking import NESTED, children, walk_for

if TYPE_CHECKING:
    from daft_lint.reading.scope import Scope, State
    from daft_lint.reading.session import Session

_OPPOSITE = (cst.NotEqual, cst.IsNot, cst.NotIn)
_COMPARING = (cst.Equal, cst.Is, cst.In, *_OPPOSITE)
_AGAIN_AND_AGAIN = (cst.For, cst.While, cst.CompFor)
_CONSTANTS = frozenset({"None", "True", "False"})


@dataclass(slots=True, eq=False)
class Held:
    """A test, or the values of a `case`, that hold or don't where code is followed.

    `names` are those of the scope in turn, `around` is the function or module it stands in. The
    session counts it as so many `branches`, and so many ways that have `left_early`. `asked` is a
    number of its own for each time that it is evaluated, None in a loop: there it may go any way in
    its turn.
    """

    test: cst.BaseExpression
    case: cst.MatchCase | None
    holds: bool
    branches: int
    left_early: int
    names: Scope
    around: cst.CSTNode
    module: cst.Module
    asked: int | None = None
    read: Conditions | None = None


class Circumstances:
    """The conditions under which the code is run that is followed at this moment.

    Tests are read when somebody wants to know: most branches build no frame.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self.now: tuple[Held, ...] = ()
        self._bound: dict[cst.CSTNode, Counter[str]] = {}
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
        return None if self._session.recorder.loops else self._asked

    def assume(
        self,
        test: cst.BaseExpression,
        state: State,
        *,
        holds: bool,
        asked: int | None,
        case: cst.MatchCase | None = None,
        branches: int = 1,
        left_early: int = 0,
    ) -> None:
        """From now on a test holds, or doesn't; with `case`, it is the subject of that.

        `asked` is what `ask` gave when it was evaluated.
        """
        stack, module = self._session.call_stack, self._session.file.module
        around = stack[-1].node if stack else module
        held = Held(test, case, holds, branches, left_early, state.scope, around, module, asked)
        self.now = (*self.now, held)

    @property
    def conditions(self) -> Conditions:
        """What holds now."""
        if self._known[0] is not self.now:
            held = [self._read(one) for one in self.now]
            self._known = self.now, ALWAYS.union(*held)
        return self._known[1]

    def _read(self, held: Held) -> Conditions:
        if held.read is None:
            case = held.case
            given = (
                self._given(held.test, held, held.holds) if case is None else self._of(case, held)
            )
            told = frozenset(given)
            held.read = told if held.asked is None else told | {_way(held, told)}
        return held.read

    def _of(self, case: cst.MatchCase, held: Held) -> Iterator[Condition]:
        values = _values_of_pattern(case.pattern)
        # One with a guard may not be chosen though its values fit.
        found = self._subject(held.test, held) if values else None
        if found is not None and (held.holds or case.guard is None):
            yield Condition(found[0], values, held.holds, found[1])

    def _given(self, test: cst.BaseExpression, held: Held, holds: bool) -> Iterator[Condition]:
        if isinstance(test, cst.UnaryOperation) and isinstance(test.operator, cst.Not):
            yield from self._given(test.expression, held, not holds)
        elif isinstance(test, cst.BooleanOperation):
            if isinstance(test.operator, cst.And) == holds:
                yield from self._given(test.left, held, holds)
                yield from self._given(test.right, held, holds)
        elif isinstance(test, cst.Comparison):
            yield from self._compared(test, held, holds)
        else:
            found = self._subject(test, held)
            if found is not None:
                yield Condition(found[0], None, holds, found[1])

    def _compared(self, test: cst.Comparison, held: Held, holds: bool) -> Iterator[Condition]:
        if len(test.comparisons) != 1 or not isinstance(test.comparisons[0].operator, _COMPARING):
            return
        operator, right = test.comparisons[0].operator, test.comparisons[0].comparator
        agrees = holds != isinstance(operator, _OPPOSITE)
        if isinstance(operator, cst.In | cst.NotIn) and isinstance(test.left, cst.SimpleString):
            container, own = self._subject(right, held), f"{test.left.value} in"
            if container is not None:
                exact = None if container[1] is None else f"{own} {container[1]}"
                yield Condition(f"{own} {container[0]}", None, agrees, exact)
            return
        found, values = self._subject(test.left, held), _values(right)
        if found is not None and values:
            yield Condition(found[0], values, agrees, found[1])

    def _subject(self, node: cst.BaseExpression, held: Held) -> tuple[str, str | None] | None:
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
        scope = held.names
        while scope.parent is not None and first not in scope.names:
            scope = scope.parent
        number = self._scopes.setdefault(scope, len(self._scopes))
        exact = None if self._may_be_set(rest) else f"{number}:{name}"
        return (rest[-1] if rest else first).lower(), exact

    def _may_be_set(self, attributes: list[str]) -> bool:
        """Whether some file that was read sets one of these, of whatever object, at any time."""
        if not attributes:
            return False
        sets = re.compile(rf"\.(?:{'|'.join(attributes)})\s*(?::[^=\n]+)?[-+*/|&]*=(?!=)")
        return any(sets.search(file.document.text) for file in self._session.files)

    def _stays(self, name: str, held: Held) -> bool:
        """Whether a name, and what it is asked for, are bound but once in the code around."""
        first, *rest = name.split(".")
        around = held.module if held.names.is_from_around(first) else held.around
        bound = self.bound_in(around)
        return bound[first] <= 1 and all(bound[f".{one}"] <= 1 for one in rest)

    def bound_in(self, code: cst.CSTNode) -> Counter[str]:
        """How often names are bound in some code, and attributes by `.name`."""
        if code not in self._bound:
            self._bound[code] = _bound_in(code)
        return self._bound[code]


def _way(held: Held, told: Conditions) -> Condition:
    """The way that a run goes on from a test, whatever the test is about."""
    subject = f"#{held.asked}"
    is_told = bool(told) and held.case is None and not isinstance(held.test, cst.BooleanOperation)
    return Condition(subject, None, held.holds, exact=subject, is_told=is_told)


def _bound_in(code: cst.CSTNode) -> Counter[str]:
    """How often names are bound in some code, and attributes by `.name`; in loops, that is often.

    What functions in it bind is their own.
    """
    bound: Counter[str] = Counter()
    if isinstance(code, cst.FunctionDef | cst.Lambda):
        bound.update(walked.name.value for walked in walk_for(cst.Param, code.params))
    waiting = [(one, False) for one in children(code)]
    while waiting:
        node, repeated = waiting.pop()
        repeated = repeated or isinstance(node, _AGAIN_AND_AGAIN)
        if isinstance(node, cst.ImportAlias) and node.asname is None:
            bound[dotted(node.name).partition(".")[0]] += 1
        for target in targets_of(node):
            names = {f".{target.attr.value}"} if isinstance(target, cst.Attribute) else set[str]()
            for name in names or names_in(target):
                bound[name] += 2 if repeated else 1
        if type(node) not in NESTED:
            waiting += ((one, repeated) for one in children(node))
        elif isinstance(node, cst.FunctionDef):
            bound.update(
                name.name.value
                for one in children(node.body)
                for part in children(one)
                if isinstance(part, cst.Global | cst.Nonlocal)
                for name in part.names
            )
    return bound


def _variable(node: cst.BaseExpression) -> str | None:
    """The variable of the environment that an expression reads."""
    if isinstance(node, cst.Call) and dotted(node.func) in {"os.getenv", "os.environ.get"}:
        key = node.args[0].value if node.args else None
    elif isinstance(node, cst.Subscript) and dotted(node.value) == "os.environ":
        index = node.slice[0].slice
        key = index.value if isinstance(index, cst.Index) else None
    else:
        return None
    value = key.evaluated_value if isinstance(key, cst.SimpleString) else None
    return value if isinstance(value, str) else None


def _values_of_pattern(pattern: cst.MatchPattern) -> frozenset[str]:
    if isinstance(pattern, cst.MatchValue):
        return _values(pattern.value)
    if isinstance(pattern, cst.MatchSingleton):
        return frozenset({pattern.value.value})
    if isinstance(pattern, cst.MatchOr):
        each = [_values_of_pattern(one.pattern) for one in pattern.patterns]
        return frozenset[str]().union(*each) if all(each) else frozenset()
    return frozenset()


def _values(node: cst.BaseExpression) -> frozenset[str]:
    """The values that something is compared to, as far as all of them are written there."""
    if isinstance(node, cst.Tuple | cst.List | cst.Set):
        each = [_values(one.value) for one in node.elements]
        return frozenset[str]().union(*each) if all(each) else frozenset()
    if isinstance(node, cst.SimpleString):
        return frozenset({repr(node.evaluated_value)})
    if isinstance(node, cst.Integer | cst.Float):
        return frozenset({node.value})
    name = dotted(node).rpartition(".")[2]
    return frozenset({name}) if name.isupper() or name in _CONSTANTS else frozenset()
