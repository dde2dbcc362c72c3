"""The pass over a module that makes its index: statements in the order in which they run."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Any

from daft_lint.index.code import (
    DELETED,
    NOTHING,
    OPAQUE,
    STAR,
    Block,
    Expression,
    Import,
    Index,
    ItemSet,
    last_name,
)
from daft_lint.index.environment import LoopNames, Names
from daft_lint.index.expressions import CONTAINERS, Expressions, place_of
from daft_lint.index.marimo import as_run
from daft_lint.index.traversal import walk

Noted = dict[ast.expr, tuple[Expression, int]]
"""The expressions of a tree, each with the number of its scope."""


def index_of(tree: ast.Module) -> Index:
    """The index of a module by its tree.

    Raises:
        RecursionError: when code nests deeper than the stack is.
    """
    pass_ = _Statements()
    pass_.body(as_run(tree.body))
    pass_.finish()
    return pass_.index


def noted_index_of(tree: ast.Module) -> tuple[Index, Noted]:
    """The index of a module, and the expressions of its tree as that has them.

    Raises:
        RecursionError: when code nests deeper than the stack is.
    """
    pass_ = _Noting()
    pass_.body(as_run(tree.body))
    pass_.finish()
    return pass_.index, pass_.noted


class _Statements(Expressions):
    """Follows statements; what stands behind a `return` is read, but reaches nothing."""

    def body(self, statements: Sequence[ast.stmt]) -> int:
        """Statements one after the other; gives the block that they end in."""
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
        end, self.block = self.block, block
        return end

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
            self.block = self.opened(Block(self.block, "if", test, holds=holds))

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
        body = (*header[:2], *end[2:])
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
        if isinstance(node, ast.While):
            block.test = self.expression(node.test)
        elif over is not None:
            self.target(node.target, "each", over)
        self.loops.append((broken, continued, block))
        self.body(node.body)
        self.loops.pop()
        block.end = self.here()
        for names in continued:
            self.names = self.met(names, self.names, None)
        after = self.names = self.looped(before, inside, self.names)
        self.block = around
        # Only a `break` leaves `while True`.
        self.names = None if _is_endless(node) else after.copy()
        self.body(node.orelse)
        heads = inside.heads.values()
        unchanged = {head for head in heads if self.index.definitions[head][2] is None}
        for names in broken:
            # What it doesn't say itself is as earlier rounds left it.
            whole = after.copy()
            whole.update((name, each) for name, each in names.items() if each not in unchanged)
            self.names = self.met(whole, self.names, None)

    def try_(self, node: Any) -> None:
        """The body may stop anywhere: handlers and `finally` see any of its names."""
        before = None if self.names is None else self.names.copy()
        made: list[tuple[str, int]] = []
        self.stop_loops()
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
        """Context managers; of those, `contextlib.suppress` alone may end the body."""
        before, made, suppresses = self.names, list[tuple[str, int]](), False
        for item in node.items:
            manager = self.expression(item.context_expr)
            called = self.index.calls[manager[1]].function if manager[0] == "call" else OPAQUE
            suppresses = suppresses or last_name(called) == "suppress"
            if item.optional_vars is not None:
                self.target(item.optional_vars, "entered", manager)
        if suppresses:
            before = None if before is None else before.copy()
            self.guards.append(made)
            self.within(Block(self.block, "try", None), node.body)
            self.guards.pop()
            self.names = self.met(self.interrupted(before, made), self.names, None)
        else:
            self.body(node.body)
        for item in node.items:
            # What a manager does to itself at the end isn't followed.
            if self.names is not None and isinstance(item.optional_vars, ast.Name):
                for key in [*self.names]:
                    if key.startswith(f"{item.optional_vars.id}."):
                        del self.names[key]

    def match(self, node: ast.Match) -> None:
        """Cases, like branches."""
        subject = self.expression(node.subject)
        before = self.names
        result: Names | None = None
        is_complete = False
        earlier: frozenset[str] = frozenset()
        for case in node.cases:
            self.names = None if before is None else before.copy()
            for part in ast.walk(case.pattern):
                name = getattr(part, "name", None) or getattr(part, "rest", None)
                if isinstance(name, str):
                    self.bind(name, self.define("opaque"))
            values, holds = _values_of(case.pattern), True
            if isinstance(case.pattern, ast.MatchAs) and case.pattern.pattern is None:
                values, holds = earlier, False
            elif case.guard is None:
                earlier |= values
            around = self.block
            self.block = self.opened(Block(around, "case", subject, holds, values=values))
            if case.guard is not None:
                guard = self.expression(case.guard)
                self.block = self.opened(Block(self.block, "if", guard))
            self.body(case.body)
            self.block = around
            result = self.met(result, self.names, None)
            whole = isinstance(case.pattern, ast.MatchAs) and case.pattern.pattern is None
            is_complete |= whole and case.guard is None
        self.names = result if is_complete else self.met(result, before, None)

    def left(self, node: ast.Return | ast.Raise | ast.Break | ast.Continue) -> None:
        """What leaves the block."""
        if isinstance(node, ast.Return):
            if self.scope.kind != "function":
                self.misplace(node, "'return' outside function")
            value = NOTHING if node.value is None else self.expression(node.value)
            self.scope.returns.append((value, self.block, len(self.index.calls)))
            self.leave_attributes()
            self.stop_loops()
            for *_, loop in self.loops:
                loop.leaves = True
        elif isinstance(node, ast.Raise):
            self.expression(node.exc)
            self.stop_loops()
        elif self.loops:
            broken, continued, loop = self.loops[-1]
            loop.leaves = True
            is_break = isinstance(node, ast.Break)
            loop.breaks, loop.stops = loop.breaks or is_break, loop.stops or not is_break
            if self.names is not None:
                ways = broken if is_break else continued
                ways.append(self.names.copy())
        elif isinstance(node, ast.Break):
            self.misplace(node, "'break' outside loop")
        else:
            self.misplace(node, "'continue' not properly in loop")
        self.names = None

    def misplace(self, node: ast.stmt, why: str) -> None:
        """Note the first statement that Python refuses."""
        if self.index.misplaced is None:
            self.index.misplaced = node.lineno, node.col_offset, why

    # Bindings

    def assign(self, node: ast.Assign) -> None:
        """`a = b = value`."""
        value = self.expression(node.value)
        for target in node.targets:
            self.target(target, "value", value)
            if value[0] in CONTAINERS and isinstance(target, ast.Name):
                # Any other target is another name of the same list or dict.
                value = self.expression(target)

    def annotated(self, node: ast.AnnAssign) -> None:
        """`a: type = value`; in a class, a field."""
        self.expression(node.annotation)
        note = ast.dump(node.annotation)
        is_plain = "ClassVar" not in note and "Validator" not in note
        if self.scope.kind == "class" and isinstance(node.target, ast.Name) and is_plain:
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
                self.bind(target.id, self.define("augmented", before, operator, value))
                if value[0] in CONTAINERS:
                    self.note_alias(self.index.definitions[before])
        elif isinstance(target, ast.Subscript):
            item = self.expression(ast.Subscript(**{**vars(target), "ctx": ast.Load()}))
            self.target(target, "value", ("binary", operator, item, value))
        elif operator == "BitOr" and value[0] == "dict":
            owner = self.expression(ast.Attribute(**{**vars(target), "ctx": ast.Load()}))
            where = place_of(node), self.scope.number, self.block, len(self.index.calls)
            for key, set_ in value[1]:
                if key is not None:
                    self.index.items_set.append(ItemSet(owner, key, set_, *where))
            self.mutated(target, "disturbed")
        else:
            self.target(target, "value", OPAQUE)

    def deleted(self, node: ast.Delete) -> None:
        """`del a`."""
        for target in node.targets:
            self.target(target, "value", DELETED)

    def imported(self, node: ast.Import) -> None:
        """`import a.b as c`."""
        for alias in node.names:
            self.note_import(alias.name, 0, None)
            module = alias.name if alias.asname else alias.name.partition(".")[0]
            self.bind(alias.asname or module, self.define("import", module, 0, None))

    def imported_from(self, node: ast.ImportFrom) -> None:
        """`from a import b`; a star is bound under a name of its own."""
        for alias in node.names:
            self.note_import(node.module or "", node.level, alias.name)
            definition = self.define("import", node.module or "", node.level, alias.name)
            if alias.name == "*":
                for name in [name for name in self.last if name[0] != STAR and "." not in name]:
                    self.redefined(name, "overlaid", definition, name)
                self.bind(f"{STAR}{node.level}{node.module or ''}", definition)
            else:
                self.bind(alias.asname or alias.name, definition)

    def note_import(self, module: str, level: int, name: str | None) -> None:
        """A module is imported here, or something of it."""
        where = self.scope.number, self.block, len(self.index.calls)
        self.index.imports.append(Import(module, level, name, *where))

    def given(self, node: ast.Global | ast.Nonlocal) -> None:
        """Names of another scope that are bound here."""
        self.given_away.update(node.names)
        self.scope.globals_.update(node.names)

    def evaluated(self, node: ast.Expr) -> None:
        """An expression as a statement."""
        self.expression(node.value)

    def asserted(self, node: ast.Assert) -> None:
        """`assert test`: what follows runs where it holds."""
        test = self.expression(node.test)
        self.block = self.opened(Block(self.block, "assert", test))

    def function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        """A function, and all in it."""
        decorators = [self.expression(each) for each in node.decorator_list]
        parameters = self.parameters(node.args)
        self.expression(node.returns)
        shared = self.shared
        around = self.enter("function", node.name, place_of(node))
        scope = self.scope
        scope.decorators = decorators
        scope.is_async = isinstance(node, ast.AsyncFunctionDef)
        self.take(parameters)
        if self.owner is not None and not _has_no_object(node):
            self.hold_attributes(shared)
        end = self.body(node.body)
        if self.names is not None:
            self.leave_attributes()
            scope.returns.append((NOTHING, end, len(self.index.calls)))
        self.leave(around)
        self.bind(node.name, self.define("function", scope.number))

    def class_(self, node: ast.ClassDef) -> None:
        """A class, and all in it."""
        decorators = [self.expression(each) for each in node.decorator_list]
        bases = [self.expression(each) for each in node.bases]
        for keyword in node.keywords:
            value = self.expression(keyword.value)
            if keyword.arg == "metaclass":
                decorators.insert(0, value)
        around = self.enter("class", node.name, place_of(node))
        scope = self.scope
        scope.decorators, scope.bases = decorators, bases
        self.shared = _shared(node)
        self.body(node.body)
        self.leave(around)
        self.bind(node.name, self.define("class", scope.number))


class _Noting(_Statements):
    """The same pass, which keeps what each node of the tree became."""

    def __init__(self) -> None:
        super().__init__()
        self.noted: Noted = {}

    def expression(self, node: ast.expr | None) -> Expression:
        """An expression as plain data."""
        found = super().expression(node)
        if node is not None:
            self.noted[node] = found, self.scope.number
        return found


def _shared(node: ast.ClassDef) -> list[str]:
    """The attributes by which methods of a class hand something on, in an order of their own.

    They are set by another one than `__init__`, or used and not set here at all.
    """
    methods = [each for each in node.body if isinstance(each, ast.FunctionDef)]
    methods = [each for each in methods if not _has_no_object(each)]
    set_: set[str] = set()
    first: set[str] = set()
    used: set[str] = set()
    for method in methods:
        owner = [*method.args.posonlyargs, *method.args.args][:1]
        for part in walk(method) if owner else ():
            if not isinstance(part, ast.Attribute) or not isinstance(part.value, ast.Name):
                continue
            if part.value.id == owner[0].arg:
                is_set = not isinstance(part.ctx, ast.Load)
                into = used if not is_set else first if method.name == "__init__" else set_
                into.add(part.attr)
    defined = {each.name for each in node.body if isinstance(each, ast.FunctionDef)}
    # Every process gives their definitions the same numbers: indexes are kept.
    return sorted((set_ | used - first) - defined)


def _has_no_object(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether a method gets no object of its class first."""
    names = {getattr(each, "id", "") for each in node.decorator_list}
    return not names.isdisjoint({"staticmethod", "classmethod"})


def _is_endless(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.While)
        and isinstance(node.test, ast.Constant)
        and bool(node.test.value)
    )


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
