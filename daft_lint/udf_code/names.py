"""The meaning of names in a function's body, where the function is defined."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from daft_lint.index.code import ELSEWHERE, Call, Definition, Expression, Place, Scope, last_name
from daft_lint.index.expressions import place_of
from daft_lint.index.traversal import FUNCTIONS, children, dotted, walk
from daft_lint.infer.attributes import inside as body_of
from daft_lint.infer.context import Context, module_of
from daft_lint.values.values import UNKNOWN, Function, Imported, Value

if TYPE_CHECKING:
    from daft_lint.documents.document import Document
    from daft_lint.infer.inference import Infer
    from daft_lint.modules.module_map import Module, Placed
    from daft_lint.plan.span import Span

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef
_DEFINITIONS = (*FUNCTIONS, ast.ClassDef)
_NO_FUNCTIONS = frozenset({"classmethod", "staticmethod", "property", "cached_property"})


class Code:
    """A module with its tree, for rules about how functions and classes are written."""

    def __init__(self, infer: Infer, module: Module) -> None:
        """Take a module, which is a program."""
        self.infer, self.source = infer, module
        self._tree, self._noted = module.written

    def span(self, node: Placed) -> Span:
        """Where a node stands, without the parentheses around it."""
        if isinstance(node, ast.GeneratorExp):
            last = node.generators[-1]
            end = last.ifs[-1] if last.ifs else last.iter
            return self.source.between(self.source.start_of(node.elt), self.source.end_of(end))
        return self.source.span_of(node)

    def definition(self, scope: Scope) -> FunctionNode | ast.ClassDef:
        """A function or class."""
        return self._definitions[scope.place]

    def call_at(self, place: Place) -> ast.Call:
        """The call at a place of the index."""
        return self._calls[place]

    def around(self, node: Placed) -> tuple[ast.AST, ...]:
        """All that a node stands in, from the module on, and last itself."""
        waiting: list[tuple[ast.AST, ...]] = [(self._tree,)]
        while waiting:
            path = waiting.pop()
            if path[-1] is node:
                return path
            # Decorators stand above the line of what they decorate.
            waiting += [
                (*path, child)
                for child in children(path[-1])
                if getattr(child, "end_lineno", node.lineno) >= node.lineno
            ]
        raise LookupError(ast.dump(node))

    def read(self, node: ast.AST) -> tuple[Expression, int] | None:
        """An expression as the index has it, and its scope; None for what isn't evaluated."""
        return self._noted.get(node) if isinstance(node, ast.expr) else None

    def written(self, expression: Expression) -> Span | None:
        """Where an expression of the index stands."""
        places = (self.span(node) for node, each, _ in self.reads() if each == expression)
        return next(places, None)

    @cached_property
    def named(self) -> dict[str, list[tuple[Span, Expression, int]]]:
        """The expressions that are a name, by that name."""
        found: dict[str, list[tuple[Span, Expression, int]]] = {}
        for node, expression, scope in self.reads():
            if expression[0] == "name":
                found.setdefault(expression[1], []).append((self.span(node), expression, scope))
        return found

    def reads(self) -> Iterator[tuple[ast.expr, Expression, int]]:
        """The expressions of the module, each as the index has it, and the scope it belongs to."""
        return ((node, *found) for node, found in self._noted.items())

    @cached_property
    def _definitions(self) -> dict[Place, FunctionNode | ast.ClassDef]:
        nodes = walk(self._tree)
        return {place_of(node): node for node in nodes if isinstance(node, _DEFINITIONS)}

    @cached_property
    def _calls(self) -> dict[Place, ast.Call]:
        return {place_of(node): node for node in self._noted if isinstance(node, ast.Call)}


class Names:
    """Tells what names in one function or class mean, and where its nodes stand.

    What depends on a parameter of it is unknown.
    """

    def __init__(self, code: Code, inside: Context) -> None:
        """Take the code of a file, and the context of a function or class of it."""
        self._code = code
        self._inside = inside
        self._contexts = {each.scope.number: each for each in _outwards(inside)}

    def qualified(self, expression: ast.AST | str) -> str | None:
        """The dotted name of something imported or built in: `requests.get`, `builtins.len`.

        None for all else. What a relative import binds has none. A text is a name in the function.
        """
        if isinstance(expression, str):
            scope = self._inside.scope
            own = scope.bound.get(expression, [ELSEWHERE])
            return self.named(("name", expression, own[0]), scope.number) if len(own) == 1 else None
        path = dotted(expression)
        found = self._code.read(expression)
        if found is None:
            # It comes from an annotation in quotes.
            first, dot, rest = path.partition(".")
            outer = self.qualified(first) if first else None
            return outer and f"{outer}{dot}{rest}"
        return self.named(*found) if path else None

    def named(self, expression: Expression, scope: int) -> str | None:
        """The dotted name of something imported or built in, as `qualified` has it."""
        value = self.of(expression, scope)
        return value.name if isinstance(value, Imported) else None

    def value(self, expression: ast.expr) -> Value:
        """What is known of an expression; unknown for calls."""
        found = None if isinstance(expression, ast.Call) else self._code.read(expression)
        return UNKNOWN if found is None else self.of(*found)

    def of(self, expression: Expression, scope: int) -> Value:
        """What an expression of the index stands for in a scope."""
        root = expression
        while root[0] == "attribute":
            root = root[1]
        home = self._binding(root, scope)
        if home is not None and self._is_own(home) and root[1] in {e.name for e in home.parameters}:
            return UNKNOWN
        return self._code.infer.value(expression, self._within(scope))

    def is_parameter(self, name: ast.Name) -> bool:
        """Whether a name is a parameter, which nothing has bound anew."""
        found, definitions = self._code.read(name), self._code.source.index.definitions
        number = ELSEWHERE if found is None or found[0][0] != "name" else found[0][2]
        while number >= 0 and definitions[number][0] == "loop" and definitions[number][2] is None:
            number = definitions[number][1]
        return number >= 0 and definitions[number][0] == "parameter"

    def free(self, function: FunctionNode) -> Iterator[ast.Name]:
        """The names read in the body of the function that something outside of it binds."""
        for name in self.walk(*function.body):
            if not isinstance(name, ast.Name):
                continue
            found = self._code.read(name)
            home = None if found is None else self._binding(*found)
            if found is not None and (home is None or not self._is_own(home)):
                yield name

    def home(self, name: str) -> Scope | None:
        """The nearest function around, or the module, that binds a name; None when none does."""
        return next((each for each in self._outer() if name in each.bound), None)

    def assigned(self, name: str) -> tuple[Expression, int] | None:
        """The expression of `name = expression`, if that is all that binds a name in its home."""
        home = self.home(name)
        definition = None if home is None else self._only(name, home)
        if home is None or definition is None or definition[0] != "value":
            return None
        return definition[2], home.number

    def made(self, name: Expression, scope: int) -> tuple[Expression, int] | None:
        """The expression of `name = expression` and its scope, if that alone binds a name."""
        home = self._binding(name, scope)
        definition = None if home is None else self._only(name[1], home)
        if home is None or definition is None or definition[0] != "value":
            return None
        return definition[2], home.number

    def makers(self, name: ast.Name) -> Iterator[str | None]:
        """What is called to make what a name stands for, also by `with`; None for any other thing.

        There are several where branches make it. One that leaves it None doesn't count.
        """
        found = self._code.read(name)
        home = None if found is None else self._binding(*found)
        if found is None or home is None:
            return
        only = self._only(name.id, home)
        definitions = self._code.source.index.definitions
        reaching = None if found[0][2] < 0 else definitions[found[0][2]]
        waiting = [reaching if only is None else only]
        while waiting:
            match waiting.pop():
                case ("either", _, *ways):
                    waiting += [definitions[each] for each in ways if each >= 0]
                case ("value", place, ("choice", _, then, otherwise)):
                    waiting += [("value", place, then), ("value", place, otherwise)]
                case ("value" | "entered", *_, ("call", _) as made):
                    yield self.named(self.call(made).function, home.number)
                case ("value", _, ("constant", None, _)):
                    pass
                case _:
                    yield None

    def is_bound_once(self, name: ast.Name) -> bool:
        """Whether a single place binds a name."""
        found = self._code.read(name)
        home = None if found is None else self._binding(*found)
        return home is not None and self._only(name.id, home) is not None

    def call(self, expression: Expression) -> Call:
        """The call that an expression is."""
        return self._code.source.index.calls[expression[1]]

    def calls(self, name: str) -> Iterator[tuple[Call, Span]]:
        """The calls of a name in the file, and where each stands."""
        source = self._code.source
        for number in source.index.calls_by_name.get(name, ()):
            call = source.index.calls[number]
            if call.function[0] == "name":
                yield call, source.span(call.place)

    def node(self, call: Call) -> ast.Call:
        """The node of a call."""
        return self._code.call_at(call.place)

    def uses(self, name: str) -> Iterator[Span]:
        """Where the file reads what a name of its home stands for."""
        home = self.home(name)
        for span, expression, scope in self._code.named.get(name, ()) if home is not None else ():
            if self._binding(expression, scope) is home:
                yield span

    def span(self, node: Placed) -> Span:
        """Where a node of the file stands, without the parentheses around it."""
        return self._code.span(node)

    def written(self, expression: Expression) -> Span | None:
        """Where an expression of the index stands."""
        return self._code.written(expression)

    def within(self, span: Span, expression: Expression) -> Span:
        """Where an expression of the index stands first in a place that has it."""
        places = (self.span(node) for node, each, _ in self._code.reads() if each == expression)
        return next(at for at in places if span.holds(at))

    def code(self, node: Placed) -> str:
        """The text of a node as it stands in the file, without the parentheses around it."""
        span = self._code.span(node)
        return self.text(span.start, span.end)

    def text(self, start: tuple[int, int], end: tuple[int, int]) -> str:
        """The text of the file between two places."""
        return self._code.source.text(start, end)

    def around(self, node: Placed) -> tuple[ast.AST, ...]:
        """All that a node of the file stands in, from the module on, and last itself."""
        return self._code.around(node)

    @property
    def document(self) -> Document:
        """The file that is read."""
        return self._code.source.document

    def function(self, expression: ast.expr) -> tuple[FunctionNode, Names] | None:
        """The function of the file that an expression stands for, and what names mean in it."""
        value = self.value(expression)
        if not isinstance(value, Function) or value.bound or value.scope.kind != "function":
            return None
        decorators = {last_name(each) for each in value.scope.decorators}
        if module_of(value) is not self._code.source or decorators & _NO_FUNCTIONS:
            return None
        node = self._code.definition(value.scope)
        inside = body_of(self._code.infer, value)
        return (node, Names(self._code, inside)) if isinstance(node, FUNCTIONS) else None

    @staticmethod
    def walk(*nodes: ast.AST) -> Iterator[ast.AST]:
        """Nodes and all below them, in the order they are written."""
        waiting = [*reversed(nodes)]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += reversed(children(node))

    def _binding(self, expression: Expression, scope: int) -> Scope | None:
        """The scope that binds the name that an expression of a scope is."""
        if expression[0] != "name":
            return None
        scopes = self._code.source.index.scopes
        name, home = expression[1], scopes[scope]
        if expression[2] != ELSEWHERE or (name in home.bound and home.kind != "class"):
            return home
        while home.parent >= 0:
            home = scopes[home.parent]
            if name in home.bound and home.kind != "class":
                return home
        return None

    def _only(self, name: str, home: Scope) -> Definition | None:
        """What alone binds a name in a scope."""
        index, bound = self._code.source.index, home.bound.get(name, ())
        return (
            index.definitions[bound[0]] if len(bound) == 1 and name not in index.rebound else None
        )

    def _is_own(self, scope: Scope) -> bool:
        """Whether a scope is that of the function, or stands in it."""
        while scope.number != self._inside.scope.number and scope.parent >= 0:
            scope = self._code.source.index.scopes[scope.parent]
        return scope.number == self._inside.scope.number

    def _within(self, scope: int) -> Context:
        """The context of a scope of the file: as the function sees it, or without a caller."""
        if scope not in self._contexts:
            own = self._code.source.index.scopes[scope]
            self._contexts[scope] = Context(self._code.source, own, self._within(own.parent))
        return self._contexts[scope]

    def _outer(self) -> Iterator[Scope]:
        """The functions around, the nearest first, and the module."""
        _, *around = _outwards(self._inside)
        return (each.scope for each in around if each.scope.kind != "class")


def _outwards(context: Context) -> Iterator[Context]:
    """A context, and those of the scopes around."""
    around: Context | None = context
    while around is not None:
        yield around
        around = around.outer
