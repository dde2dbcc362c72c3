"""The meaning of names in a function's body, where the function is defined."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

import libcst as cst

from daft_lint.index.code import ELSEWHERE, Call, Definition, Expression, Scope, last_name
from daft_lint.index.expressions import place_of
from daft_lint.infer import daft
from daft_lint.infer.attributes import inside as body_of
from daft_lint.infer.context import Context, module_of
from daft_lint.syntax.parsing import Place, places_in, tree_of_program
from daft_lint.syntax.traversal import walk, walk_for
from daft_lint.udf_code.exception_handlers import around
from daft_lint.udf_code.targets import dotted
from daft_lint.values.values import UNKNOWN, Function, Imported, Value

if TYPE_CHECKING:
    from daft_lint.documents.document import Document
    from daft_lint.infer.inference import Infer
    from daft_lint.modules.module_map import Module
    from daft_lint.plan.span import Span

_NO_FUNCTIONS = frozenset({"classmethod", "staticmethod", "property", "cached_property"})


class Code:
    """A module beside LibCST's trees of what is asked for in it, each parsed once.

    It is used where the stack is deep.
    """

    def __init__(self, infer: Infer, module: Module) -> None:
        """Take a module."""
        self.infer, self.source = infer, module
        self._outer: dict[int, cst.Module] = {}
        self._places: dict[cst.CSTNode, Place] = {}
        self._definitions: dict[tuple[int, int], cst.FunctionDef | cst.ClassDef] = {}
        self._calls: dict[Span, cst.Call] = {}

    def span(self, node: cst.CSTNode) -> Span:
        """Where a node of the file stands."""
        line, column, end_line, end_column = self._places[node]
        return self.source.between((line, column + 1), (end_line, end_column + 1))

    def definition(self, scope: Scope) -> cst.FunctionDef | cst.ClassDef:
        """A function or class."""
        span, whole, _ = daft.places(self.source, scope)
        if span.start not in self._definitions:
            self._parsed(whole.line, whole.end_line)
        return self._definitions[span.start]

    def call_at(self, place: Place) -> cst.Call:
        """The call at a place of the index."""
        span, line = self.source.span(place), place[0]
        if span not in self._calls:
            scopes = (each for each in self.source.index.scopes if each.kind == "function")
            around = [each for each in scopes if each.place[0] <= line <= each.place[2]]
            if around:
                self.definition(max(around, key=lambda each: each.place[0]))
            else:
                self._statement(line)
        return self._calls[span]

    def around(self, node: cst.CSTNode) -> tuple[cst.CSTNode, ...]:
        """All that a node stands in, from its outer statement on, and last itself or its like."""
        outer, place = self._statement(self._places[node][0]), self._places[node]
        alike = (each for each in walk(outer) if type(each) is type(node))
        return around(next(each for each in alike if self._places[each] == place), outer)

    def read(self, node: cst.CSTNode) -> tuple[Expression, int] | None:
        """An expression as the index has it, and its scope; None for what isn't evaluated."""
        return self._expressions.get(self.span(node)) if node in self._places else None

    def written(self, expression: Expression) -> Span | None:
        """Where an expression of the index stands."""
        return next((at for at, (each, _) in self._expressions.items() if each == expression), None)

    @cached_property
    def named(self) -> dict[str, list[tuple[Span, Expression, int]]]:
        """The expressions that are a name, by that name."""
        found: dict[str, list[tuple[Span, Expression, int]]] = {}
        for span, expression, scope in self.reads():
            if expression[0] == "name":
                found.setdefault(expression[1], []).append((span, expression, scope))
        return found

    def reads(self) -> Iterator[tuple[Span, Expression, int]]:
        """The expressions of the module: where each stands, and the scope it belongs to."""
        return ((span, *found) for span, found in self._expressions.items())

    def _statement(self, line: int) -> cst.Module:
        """LibCST's tree of the outer statement on a line, with all that stands right above it."""
        number = bisect_left(self._ends, line)
        if number not in self._outer:
            first = self._ends[number - 1] + 1 if number else 1
            self._outer[number] = self._parsed(first, self._ends[number])
        return self._outer[number]

    def _parsed(self, first: int, last: int) -> cst.Module:
        """LibCST's tree of some lines, with its definitions and calls noted."""
        document = self.source.document
        text = document.text[document.offset(first, 1) : document.offset(last + 1, 1)]
        if text[0] in " \t":
            text, first = f"if True:\n{text}", first - 1
        tree = tree_of_program(text)
        self._places.update(places_in(tree, first))
        for node in walk(tree):
            if isinstance(node, cst.FunctionDef | cst.ClassDef):
                self._definitions.setdefault(self.span(node.name).start, node)
            elif isinstance(node, cst.Call):
                self._calls.setdefault(self.span(node), node)
        return tree

    @cached_property
    def _ends(self) -> list[int]:
        """The last lines of the outer statements; those that share a line are one."""
        ends: list[int] = []
        for statement in self.source.tree.body:
            if ends and statement.lineno <= ends[-1]:
                ends.pop()
            ends.append(statement.end_lineno or statement.lineno)
        return ends

    @cached_property
    def _expressions(self) -> dict[Span, tuple[Expression, int]]:
        _, noted = self.source.written
        return {self.source.span(place_of(node)): found for node, found in noted.items()}


class Names:
    """Tells what names in one function or class mean, and where its nodes stand.

    What depends on a parameter of it is unknown.
    """

    def __init__(self, code: Code, inside: Context) -> None:
        """Take the code of a file, and the context of a function or class of it."""
        self._code = code
        self._inside = inside
        self._contexts = {each.scope.number: each for each in _outwards(inside)}

    def qualified(self, expression: cst.CSTNode | str) -> str | None:
        """The dotted name of something imported or built in: `requests.get`, `builtins.len`.

        None for all else. What a relative import binds has none. A text is a name in the function.
        """
        if isinstance(expression, str):
            scope = self._inside.scope
            own = scope.bound.get(expression, [ELSEWHERE])
            return self.named(("name", expression, own[0]), scope.number) if len(own) == 1 else None
        if not isinstance(expression, cst.Name | cst.Attribute):
            return None
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

    def value(self, expression: cst.CSTNode) -> Value:
        """What is known of an expression; unknown for calls."""
        found = None if isinstance(expression, cst.Call) else self._code.read(expression)
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

    def is_parameter(self, name: cst.Name) -> bool:
        """Whether a name is a parameter, which nothing has bound anew."""
        found, definitions = self._code.read(name), self._code.source.index.definitions
        number = ELSEWHERE if found is None or found[0][0] != "name" else found[0][2]
        while number >= 0 and definitions[number][0] == "loop" and definitions[number][2] is None:
            number = definitions[number][1]
        return number >= 0 and definitions[number][0] == "parameter"

    def free(self, node: cst.CSTNode) -> Iterator[cst.Name]:
        """The names read in a node of the function that something outside of it binds."""
        for name in walk_for(cst.Name, node):
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

    def makers(self, name: cst.Name) -> Iterator[str | None]:
        """What is called to make what a name stands for, also by `with`; None for any other thing.

        There are several where branches make it. One that leaves it None doesn't count.
        """
        found = self._code.read(name)
        home = None if found is None else self._binding(*found)
        if found is None or home is None:
            return
        only = self._only(name.value, home)
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

    def is_bound_once(self, name: cst.Name) -> bool:
        """Whether a single place binds a name."""
        found = self._code.read(name)
        home = None if found is None else self._binding(*found)
        return home is not None and self._only(name.value, home) is not None

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

    def node(self, call: Call) -> cst.Call:
        """LibCST's node of a call."""
        return self._code.call_at(call.place)

    def uses(self, name: str) -> Iterator[Span]:
        """Where the file reads what a name of its home stands for."""
        home = self.home(name)
        for span, expression, scope in self._code.named.get(name, ()) if home is not None else ():
            if self._binding(expression, scope) is home:
                yield span

    def span(self, node: cst.CSTNode) -> Span:
        """Where a node of the file stands."""
        return self._code.span(node)

    def written(self, expression: Expression) -> Span | None:
        """Where an expression of the index stands."""
        return self._code.written(expression)

    def within(self, span: Span, expression: Expression) -> Span:
        """Where an expression of the index stands first in a place that has it."""
        reads = self._code.reads()
        return next(at for at, each, _ in reads if each == expression and span.holds(at))

    def code(self, node: cst.CSTNode) -> str:
        """The text of a node as it stands in the file, with the parentheses around it."""
        span = self._code.span(node)
        return self._code.source.text(span.start, span.end)

    def around(self, node: cst.CSTNode) -> tuple[cst.CSTNode, ...]:
        """All that a node of the file stands in, from its outer statement on, and last itself."""
        return self._code.around(node)

    @property
    def document(self) -> Document:
        """The file that is read."""
        return self._code.source.document

    def function(self, expression: cst.CSTNode) -> tuple[cst.FunctionDef, Names] | None:
        """The function of the file that an expression stands for, and what names mean in it."""
        value = self.value(expression)
        if not isinstance(value, Function) or value.bound or value.scope.kind != "function":
            return None
        decorators = {last_name(each) for each in value.scope.decorators}
        if module_of(value) is not self._code.source or decorators & _NO_FUNCTIONS:
            return None
        node = self._code.definition(value.scope)
        inside = body_of(self._code.infer, value)
        return (node, Names(self._code, inside)) if isinstance(node, cst.FunctionDef) else None

    @staticmethod
    def walk(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
        """A node and all below it in the order they are written, whitespace left out."""
        return walk(node)

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
