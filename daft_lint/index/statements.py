"""The pass over a module that makes its index: statements in the order in which they run."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Any

from daft_lint.index.code import NOTHING, OPAQUE, STAR, Block, Expression, Index
from daft_lint.index.environment import LoopNames, Names
from daft_lint.index.expressions import Expressions, place_of
from daft_lint.index.marimo import as_run


def index_of(tree: ast.Module) -> Index:
    """The index of a module by its tree.

    Raises:
        RecursionError: when code nests deeper than the stack is.
    """
    pass_ = _Statements()
    pass_.body(as_run(tree.body))
    pass_.finish()
    return pass_.index


def expressions_of(tree: ast.Module) -> dict[ast.expr, tuple[Expression, int]]:
    """The expressions of a tree as its index has them, each with the number of its scope.

    Raises:
        RecursionError: when code nests deeper than the stack is.
    """
    pass_ = _Noting()
    pass_.body(as_run(tree.body))
    return pass_.noted


class _Statements(Expressions):
    """Follows statements; what stands behind a `return` is read, but reaches nothing."""

    def body(self, statements: Sequence[ast.stmt]) -> None:
        """Statements one after the other."""
        block = self.block
        for statement in statements:
            handler = _HANDLERS.get(type(statement))
            if handler is None:
                continue
            if self.names is not None:
                handler(self, statement)
            else:
                self.names = dict(self.last)
                handler(self, statement)
                self.names = None
        self.block = block

    def within(self, block: Block, statements: Sequence[ast.stmt]) -> None:
        """Statements in a block of their own."""
        around, self.block = self.block, self.opened(block)
        self.body(statements)
        self.block = around

    # Ways

    def if_(self, node: ast.If) -> None:
        """Both branches; where one leaves, all that follows is the other one."""
        test = self.expression(node.test)
        before = self.names
        self.names = None if before is None else before.copy()
        self.within(Block(self.block, "if", test), node.body)
        then = self.names
        self.names = None if before is None else before.copy()
        self.within(Block(self.block, "if", test, holds=False), node.orelse)
        otherwise = self.names
        self.names = self.met(then, otherwise, test)
        if (then is None) != (otherwise is None):
            holds = then is not None
            self.block = self.opened(Block(self.block, "if", test, holds=holds, early=True))

    def for_(self, node: ast.For | ast.AsyncFor) -> None:
        """A loop over something."""
        over = self.expression(node.iter)
        self.loop(node, over, node.iter)

    def while_(self, node: ast.While) -> None:
        """A loop as long as a test holds, which each round evaluates."""
        self.loop(node, None, node.test)

    def loop(
        self, node: ast.For | ast.AsyncFor | ast.While, over: Expression | None, last: ast.expr
    ) -> None:
        """The body of a loop, and what its rounds leave."""
        around = self.block
        before = dict(self.last) if self.names is None else self.names
        header = (node.lineno, node.col_offset, last.end_lineno or 0, last.end_col_offset or 0)
        end = place_of(node.body[-1])
        body = (*place_of(node.body[0])[:2], *end[2:])
        counted = not isinstance(node, ast.While)
        block = Block(around, "loop", over, place=header, body=body, counted=counted)
        if over is None:
            self.block = self.opened(block)
        else:
            self.iterating(block, last)
        block.begin = self.here()
        inside = LoopNames(before, {}, self.index.definitions, self.block)
        self.names = inside
        broken: list[Names] = []
        continued: list[Names] = []
        self.loops.append((broken, continued, block))
        if isinstance(node, ast.While):
            block.test = self.expression(node.test)
        elif over is not None:
            self.target(node.target, "each", over)
        self.body(node.body)
        self.loops.pop()
        block.end = self.here()
        for names in continued:
            self.names = self.met(names, self.names, None)
        self.names = self.looped(before, inside, self.names)
        self.block = around
        self.body(node.orelse)
        for names in broken:
            whole = before.copy()
            whole.update(names)
            self.names = self.met(whole, self.names, None)

    def try_(self, node: Any) -> None:
        """The body may stop anywhere: handlers and what comes at last see any of its names."""
        before = None if self.names is None else self.names.copy()
        made: list[tuple[str, int]] = []
        self.guards.append(made)
        if node.handlers:
            self.within(Block(self.block, "try", None), node.body)
        else:
            self.body(node.body)
        of_body = [*made]
        self.body(node.orelse)
        result = self.names
        for handler in node.handlers:
            self.names = self.interrupted(before, of_body)
            self.expression(handler.type)
            if handler.name:
                self.bind(handler.name, self.define("opaque"))
            self.within(Block(self.block, "except", None), handler.body)
            result = self.met(result, self.names, None)
        self.guards.pop()
        self.names = result
        if node.finalbody:
            self.at_last(node.finalbody, before, made)

    def at_last(
        self, body: Sequence[ast.stmt], before: Names | None, made: list[tuple[str, int]]
    ) -> None:
        """A `finally`, which runs behind an exception too; what follows it doesn't."""
        whole = self.names
        start = self.interrupted(before, made)
        self.names = None if start is None else start.copy()
        self.body(body)
        end = self.names
        if whole is not None and start is not None and end is not None:
            for name, definition in end.items():
                if name not in start or start[name] != definition:
                    whole[name] = definition
        self.names = None if end is None else whole

    def with_(self, node: ast.With | ast.AsyncWith) -> None:
        """Context managers; what they do isn't followed."""
        for item in node.items:
            manager = self.expression(item.context_expr)
            if item.optional_vars is not None:
                self.target(item.optional_vars, "entered", manager)
        self.body(node.body)

    def match(self, node: ast.Match) -> None:
        """Cases, like branches."""
        subject = self.expression(node.subject)
        before = self.names
        result: Names | None = None
        is_complete = False
        for case in node.cases:
            self.names = None if before is None else before.copy()
            for part in ast.walk(case.pattern):
                name = getattr(part, "name", None) or getattr(part, "rest", None)
                if isinstance(name, str):
                    self.bind(name, self.define("opaque"))
            values = _values_of(case.pattern) if case.guard is None else frozenset()
            if case.guard is not None:
                self.expression(case.guard)
            self.within(Block(self.block, "case", subject, values=values), case.body)
            result = self.met(result, self.names, None)
            whole = isinstance(case.pattern, ast.MatchAs) and case.pattern.pattern is None
            is_complete |= whole and case.guard is None
        self.names = result if is_complete else self.met(result, before, None)

    def left(self, node: ast.Return | ast.Raise | ast.Break | ast.Continue) -> None:
        """What leaves the block."""
        if isinstance(node, ast.Return):
            value = NOTHING if node.value is None else self.expression(node.value)
            self.scope.returns.append((value, self.block))
            for _, _, loop in self.loops:
                loop.leaves = True
        elif isinstance(node, ast.Raise):
            self.expression(node.exc)
        elif self.loops:
            broken, continued, loop = self.loops[-1]
            loop.leaves = True
            if self.names is not None:
                ways = broken if isinstance(node, ast.Break) else continued
                ways.append(self.names.copy())
        self.names = None

    # Bindings

    def assign(self, node: ast.Assign) -> None:
        """`a = b = value`."""
        value = self.expression(node.value)
        for target in node.targets:
            self.target(target, "value", value)

    def annotated(self, node: ast.AnnAssign) -> None:
        """`a: type = value`; in a class, a field."""
        self.expression(node.annotation)
        if self.scope.kind == "class" and isinstance(node.target, ast.Name):
            self.scope.fields.append(node.target.id)
        if node.value is not None:
            self.target(node.target, "value", self.expression(node.value))

    def augmented(self, node: ast.AugAssign) -> None:
        """`a += value`."""
        value = self.expression(node.value)
        operator = type(node.op).__name__
        target = node.target
        if isinstance(target, ast.Name):
            before = self.found(target.id)
            if before is None:
                self.bind(target.id, self.define("opaque"))
            else:
                self.bind(target.id, self.define("augmented", operator, before, value))
        else:
            self.target(target, "value", OPAQUE)

    def deleted(self, node: ast.Delete) -> None:
        """`del a`."""
        for target in node.targets:
            self.target(target, "value", OPAQUE)

    def imported(self, node: ast.Import) -> None:
        """`import a.b as c`."""
        for alias in node.names:
            module = alias.name if alias.asname else alias.name.partition(".")[0]
            self.bind(alias.asname or module, self.define("import", module, 0, None))

    def imported_from(self, node: ast.ImportFrom) -> None:
        """`from a import b`; a star is bound under a name of its own."""
        for alias in node.names:
            definition = self.define("import", node.module or "", node.level, alias.name)
            if alias.name == "*":
                for name in [name for name in self.last if name[0] != STAR and "." not in name]:
                    self.redefined(name, "overlaid", definition)
                self.bind(f"{STAR}{node.level}{node.module or ''}", definition)
            else:
                self.bind(alias.asname or alias.name, definition)

    def given(self, node: ast.Global | ast.Nonlocal) -> None:
        """Names of another scope that are bound here."""
        self.given_away.update(node.names)
        self.scope.globals_.update(node.names)

    def evaluated(self, node: ast.Expr) -> None:
        """An expression as a statement."""
        self.expression(node.value)

    def asserted(self, node: ast.Assert) -> None:
        """`assert test`."""
        self.expression(node.test)

    def function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        """A function, and all in it."""
        decorators = [self.expression(each) for each in node.decorator_list]
        parameters = self.parameters(node.args)
        returned = None if node.returns is None else self.expression(node.returns)
        around = self.enter("function", node.name, place_of(node))
        scope = self.scope
        scope.decorators, scope.returned = decorators, returned
        scope.is_async = isinstance(node, ast.AsyncFunctionDef)
        self.take(parameters)
        self.body(node.body)
        if self.names is not None:
            scope.returns.append((NOTHING, scope.block))
        self.leave(around)
        self.bind(node.name, self.define("function", scope.number))

    def class_(self, node: ast.ClassDef) -> None:
        """A class, and all in it."""
        decorators = [self.expression(each) for each in node.decorator_list]
        bases = [self.expression(each) for each in node.bases]
        for keyword in node.keywords:
            self.expression(keyword.value)
        around = self.enter("class", node.name, place_of(node))
        scope = self.scope
        scope.decorators, scope.bases = decorators, bases
        self.body(node.body)
        self.leave(around)
        self.bind(node.name, self.define("class", scope.number))


class _Noting(_Statements):
    """The same pass, which keeps what each node of the tree became."""

    def __init__(self) -> None:
        super().__init__()
        self.noted: dict[ast.expr, tuple[Expression, int]] = {}

    def expression(self, node: ast.expr | None) -> Expression:
        """An expression as plain data."""
        found = super().expression(node)
        if node is not None:
            self.noted[node] = found, self.scope.number
        return found


def _values_of(pattern: ast.pattern) -> frozenset[str]:
    """The values that a pattern fits, as Python writes them; none where that isn't all."""
    if isinstance(pattern, ast.MatchValue) and isinstance(pattern.value, ast.Constant):
        return frozenset({repr(pattern.value.value)})
    if isinstance(pattern, ast.MatchSingleton):
        return frozenset({repr(pattern.value)})
    if isinstance(pattern, ast.MatchOr):
        each = [_values_of(part) for part in pattern.patterns]
        return frozenset[str]().union(*each) if all(each) else frozenset()
    return frozenset()


_HANDLERS: dict[type, Callable[[_Statements, Any], None]] = {
    ast.AnnAssign: _Statements.annotated,
    ast.Assert: _Statements.asserted,
    ast.Assign: _Statements.assign,
    ast.AsyncFor: _Statements.for_,
    ast.AsyncFunctionDef: _Statements.function,
    ast.AsyncWith: _Statements.with_,
    ast.AugAssign: _Statements.augmented,
    ast.Break: _Statements.left,
    ast.ClassDef: _Statements.class_,
    ast.Continue: _Statements.left,
    ast.Delete: _Statements.deleted,
    ast.Expr: _Statements.evaluated,
    ast.For: _Statements.for_,
    ast.FunctionDef: _Statements.function,
    ast.Global: _Statements.given,
    ast.If: _Statements.if_,
    ast.Import: _Statements.imported,
    ast.ImportFrom: _Statements.imported_from,
    ast.Match: _Statements.match,
    ast.Nonlocal: _Statements.given,
    ast.Raise: _Statements.left,
    ast.Return: _Statements.left,
    ast.Try: _Statements.try_,
    ast.While: _Statements.while_,
    ast.With: _Statements.with_,
}
if hasattr(ast, "TryStar"):
    _HANDLERS[ast.TryStar] = _Statements.try_
