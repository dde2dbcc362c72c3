"""Follows the statements of a program: names, branches, loops, functions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import libcst as cst

from daft_lint.plan.pipeline import Operator, OperatorKind
from daft_lint.plan.quantity import Origin, OriginKind
from daft_lint.reading.scope import State
from daft_lint.reading.values import (
    UNKNOWN,
    Flag,
    FrameValue,
    Imported,
    Items,
    Number,
    ObjectValue,
    Text,
    Value,
)

if TYPE_CHECKING:
    from daft_lint.reading.calls import Calls
    from daft_lint.reading.expressions import Expressions
    from daft_lint.reading.functions import Functions
    from daft_lint.reading.session import Session


class Statements:
    """Runs statements on a state."""

    def __init__(
        self, session: Session, expressions: Expressions, functions: Functions, calls: Calls
    ) -> None:
        self._session = session
        self._expressions = expressions
        self._functions = functions
        self._calls = calls
        self._returned: list[list[Value]] = []
        self._runners: dict[type[cst.CSTNode], Callable[[cst.CSTNode, State], None]] = {
            cst.SimpleStatementLine: self._simple_line,
            cst.SimpleStatementSuite: self._simple_line,
            cst.Assign: self._assign,
            cst.AnnAssign: self._annotated_assign,
            cst.AugAssign: self._augmented_assign,
            cst.Expr: self._expression,
            cst.Import: self._import,
            cst.ImportFrom: self._import_from,
            cst.Return: self._return,
            cst.Raise: self._end,
            cst.Continue: self._end,
            cst.Break: self._end,
            cst.FunctionDef: self._function,
            cst.ClassDef: self._class,
            cst.If: self._if,
            cst.For: self._for,
            cst.While: self._while,
            cst.With: self._with,
            cst.Try: self._try,
            cst.TryStar: self._try,
            cst.Match: self._match,
        }

    def module(self, module: cst.Module, state: State) -> None:
        """Run a whole module."""
        self._all(module.body, state)

    def block(self, body: cst.BaseSuite, state: State) -> None:
        """Run the statements of a block until one ends it."""
        self._all(body.body, state)

    def function_body(self, node: cst.FunctionDef, state: State) -> Value:
        """Run a function's body and give what it returns."""
        self._returned.append([])
        self.block(node.body, state)
        return self._functions.returned(self._returned.pop())

    def _all(self, statements: Sequence[cst.CSTNode], state: State) -> None:
        for statement in statements:
            if state.ended:
                return
            runner = self._runners.get(type(statement))
            if runner is not None:
                runner(statement, state)

    def _simple_line(self, node: cst.CSTNode, state: State) -> None:
        assert isinstance(node, cst.SimpleStatementLine | cst.SimpleStatementSuite)
        self._all(node.body, state)

    def _expression(self, node: cst.CSTNode, state: State) -> None:
        assert isinstance(node, cst.Expr)
        self._expressions.value(node.value, state)

    def _assign(self, node: cst.CSTNode, state: State) -> None:
        assert isinstance(node, cst.Assign)
        value = self._expressions.value(node.value, state)
        for target in node.targets:
            self._store(target.target, value, state, node)

    def _annotated_assign(self, node: cst.CSTNode, state: State) -> None:
        assert isinstance(node, cst.AnnAssign)
        if node.value is not None:
            self._store(node.target, self._expressions.value(node.value, state), state, node)

    def _augmented_assign(self, node: cst.CSTNode, state: State) -> None:
        assert isinstance(node, cst.AugAssign)
        self._expressions.value(node.value, state)
        self._store(node.target, UNKNOWN, state, node)

    def _store(
        self, target: cst.BaseExpression, value: Value, state: State, statement: cst.CSTNode
    ) -> None:
        if isinstance(target, cst.Name):
            state.scope.names[target.value] = self._as_constant(target.value, value, statement)
        elif isinstance(target, cst.Attribute):
            owner = self._expressions.value(target.value, state)
            if isinstance(owner, ObjectValue):
                name = target.attr.value
                state.set_attribute(owner, name, self._as_constant(name, value, statement))
        elif isinstance(target, cst.Tuple | cst.List):
            self._unpack(target, value, state, statement)
        elif isinstance(target, cst.Subscript):
            self._store_item(target, value, state)

    def _as_constant(self, name: str, value: Value, statement: cst.CSTNode) -> Value:
        """A literal number that gets a name is spoken of by that name from then on."""
        if not isinstance(value, Number) or len(value.quantity.origins) != 1:
            return value
        origin = value.quantity.origins[0]
        if origin.kind is not OriginKind.LITERAL:
            return value
        named = Origin(OriginKind.CONSTANT, f"{name} = {value.quantity}", origin.span)
        return Number(value.quantity.from_place(named))

    def _unpack(
        self, target: cst.Tuple | cst.List, value: Value, state: State, statement: cst.CSTNode
    ) -> None:
        items = value.values if isinstance(value, Items) else None
        starred = any(isinstance(element, cst.StarredElement) for element in target.elements)
        if items is None or starred or len(items) != len(target.elements):
            items = (UNKNOWN,) * len(target.elements)
        for element, item in zip(target.elements, items, strict=True):
            self._store(element.value, item, state, statement)

    def _store_item(self, target: cst.Subscript, value: Value, state: State) -> None:
        owner = self._expressions.value(target.value, state)
        key = target.slice[0].slice
        if owner == Imported("os.environ") and isinstance(key, cst.Index):
            name = self._expressions.value(key.value, state)
            if isinstance(name, Text):
                self._calls.set_environment(name.pattern, value, target)
        elif isinstance(target.value, cst.Name):
            # The container is changed in a way that isn't followed.
            state.scope.names[target.value.value] = UNKNOWN

    def _import(self, node: cst.CSTNode, state: State) -> None:
        assert isinstance(node, cst.Import)
        for alias in node.names:
            name = _dotted(alias.name)
            if alias.asname is not None and isinstance(alias.asname.name, cst.Name):
                state.scope.names[alias.asname.name.value] = Imported(name)
            else:
                root = name.partition(".")[0]
                state.scope.names[root] = Imported(root)

    def _import_from(self, node: cst.CSTNode, state: State) -> None:
        assert isinstance(node, cst.ImportFrom)
        if isinstance(node.names, cst.ImportStar):
            return
        module = "." * len(node.relative) + (_dotted(node.module) if node.module else "")
        for alias in node.names:
            name = _dotted(alias.name)
            bound = alias.asname.name if alias.asname is not None else alias.name
            if isinstance(bound, cst.Name):
                state.scope.names[bound.value] = Imported(f"{module}.{name}")

    def _return(self, node: cst.CSTNode, state: State) -> None:
        assert isinstance(node, cst.Return)
        value = self._expressions.value(node.value, state) if node.value is not None else None
        if self._returned and value is not None:
            self._returned[-1].append(value)
        state.ended = True

    def _end(self, node: cst.CSTNode, state: State) -> None:
        state.ended = True

    def _function(self, node: cst.CSTNode, state: State) -> None:
        assert isinstance(node, cst.FunctionDef)
        state.scope.names[node.name.value] = self._functions.define(node, state)

    def _class(self, node: cst.CSTNode, state: State) -> None:
        assert isinstance(node, cst.ClassDef)
        state.scope.names[node.name.value] = self._functions.define_class(node, state)

    def _if(self, node: cst.CSTNode, state: State) -> None:
        assert isinstance(node, cst.If)
        test = self._expressions.value(node.test, state)
        if isinstance(test, Flag) and test.value:
            self.block(node.body, state)
            return
        otherwise = node.orelse
        if isinstance(test, Flag):
            if otherwise is not None:
                self._else(otherwise, state)
            return
        self._branch(
            state,
            lambda: self.block(node.body, state),
            lambda: self._else(otherwise, state) if otherwise is not None else None,
        )

    def _else(self, node: cst.If | cst.Else, state: State) -> None:
        if isinstance(node, cst.If):
            self._if(node, state)
        else:
            self.block(node.body, state)

    def _branch(self, state: State, *alternatives: Callable[[], None]) -> None:
        """Run each alternative from here, and go on with what any of them left."""
        start = state.snapshot()
        ends = []
        self._session.branches += 1
        for alternative in alternatives:
            state.restore(start)
            alternative()
            if not state.ended:
                ends.append(state.snapshot())
        self._session.branches -= 1
        frames = _frames(*(names for names, _ in ends))
        state.meet(ends)
        self._replace_leaves(frames, state)

    def _replace_leaves(self, before: dict[int, FrameValue], state: State) -> None:
        """Frames that met in a branch go on as one; what they were made of is no end of its own."""
        for value in list(state.scope.names.values()):
            if not isinstance(value, FrameValue) or id(value.plan) in before:
                continue
            merged = [
                frame.plan
                for frame in before.values()
                if frame.plan.source.span == value.plan.source.span
            ]
            self._session.recorder.built(value.plan, self._session.where, *merged)

    def _for(self, node: cst.CSTNode, state: State) -> None:
        assert isinstance(node, cst.For)
        over = self._expressions.value(node.iter, state)
        if isinstance(over, FrameValue):
            self._calls.run_frame(over, "__iter__", node.iter)
        self._store(node.target, UNKNOWN, state, node)
        self._loop(node.body, node.orelse, state)

    def _while(self, node: cst.CSTNode, state: State) -> None:
        assert isinstance(node, cst.While)
        self._expressions.value(node.test, state)
        self._loop(node.body, node.orelse, state)

    def _loop(self, body: cst.BaseSuite, orelse: cst.Else | None, state: State) -> None:
        """Run the body once, with every name it changes as any number of rounds may leave it."""
        self._branch(
            state,
            lambda: self._round(body, state),
            lambda: None,
        )
        if orelse is not None:
            self.block(orelse.body, state)

    def _round(self, body: cst.BaseSuite, state: State) -> None:
        for name in _assigned(body):
            value = state.scope.names.get(name)
            if value is not None:
                state.scope.names[name] = self._after_rounds(value, body)
        self.block(body, state)
        state.ended = False

    def _after_rounds(self, value: Value, body: cst.BaseSuite) -> Value:
        if not isinstance(value, FrameValue):
            return UNKNOWN
        step = Operator(
            OperatorKind.OPAQUE, "loop", self._session.span(body), reads=None, writes=None
        )
        plan = value.plan.then(step)
        self._session.recorder.built(plan, self._session.where, value.plan)
        return FrameValue(plan)

    def _with(self, node: cst.CSTNode, state: State) -> None:
        assert isinstance(node, cst.With)
        for item in node.items:
            value = self._expressions.value(item.item, state)
            if item.asname is not None:
                bound = value if isinstance(value, FrameValue | ObjectValue) else UNKNOWN
                self._store(item.asname.name, bound, state, node)
        self.block(node.body, state)

    def _try(self, node: cst.CSTNode, state: State) -> None:
        assert isinstance(node, cst.Try | cst.TryStar)
        otherwise = node.orelse

        def body() -> None:
            self.block(node.body, state)
            if otherwise is not None and not state.ended:
                self.block(otherwise.body, state)

        handlers = [_running(self, handler.body, state) for handler in node.handlers]
        if handlers:
            self._branch(state, body, *handlers)
        else:
            body()
        if node.finalbody is not None:
            ended, state.ended = state.ended, False
            self.block(node.finalbody.body, state)
            state.ended = state.ended or ended

    def _match(self, node: cst.CSTNode, state: State) -> None:
        assert isinstance(node, cst.Match)
        self._expressions.value(node.subject, state)
        cases = [_running(self, case.body, state) for case in node.cases]
        self._branch(state, *cases, lambda: None)


def _running(statements: Statements, body: cst.BaseSuite, state: State) -> Callable[[], None]:
    return lambda: statements.block(body, state)


def _frames(*scopes: dict[str, Value]) -> dict[int, FrameValue]:
    return {
        id(value.plan): value
        for names in scopes
        for value in names.values()
        if isinstance(value, FrameValue)
    }


def _dotted(node: cst.BaseExpression) -> str:
    if isinstance(node, cst.Attribute):
        return f"{_dotted(node.value)}.{node.attr.value}"
    return node.value if isinstance(node, cst.Name) else ""


def _assigned(body: cst.BaseSuite) -> set[str]:
    """The names that a block may bind, nested functions and classes left out."""
    names: set[str] = set()
    waiting: list[cst.CSTNode] = [body]
    while waiting:
        node = waiting.pop()
        if isinstance(node, cst.FunctionDef | cst.ClassDef | cst.Lambda):
            continue
        if isinstance(node, _BINDING_NODES):
            names |= _target_names(node.target)
        waiting += node.children
    return names


_BINDING_NODES = (cst.AssignTarget, cst.AugAssign, cst.AnnAssign, cst.For, cst.NamedExpr)


def _target_names(target: cst.CSTNode) -> set[str]:
    if isinstance(target, cst.Name):
        return {target.value}
    if isinstance(target, cst.Tuple | cst.List):
        return set().union(*(_target_names(element.value) for element in target.elements))
    return set()
