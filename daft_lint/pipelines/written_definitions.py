"""The UDFs of a module beside LibCST's tree of it, for rules that look at their code."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import libcst as cst

from daft_lint.daft_api.udfs import kind_of
from daft_lint.index.code import Expression, Scope, last_name
from daft_lint.index.expressions import Expressions, place_of
from daft_lint.infer import daft
from daft_lint.infer.attributes import inside, lineage
from daft_lint.infer.context import Context, context_of, module_of, within
from daft_lint.infer.decorators import udf_decorator
from daft_lint.syntax.traversal import walk
from daft_lint.syntax.trees import tree_of
from daft_lint.udf_code.bindings import bound_by_kind
from daft_lint.udf_code.definitions import UdfDefinition, UdfFunction, UdfOption
from daft_lint.udf_code.names import Names
from daft_lint.values.values import UNKNOWN, Class, DecoratorValue, Function, UdfForm, Value

if TYPE_CHECKING:
    from daft_lint.infer.inference import Infer
    from daft_lint.modules.module_map import Module
    from daft_lint.pipelines.definitions import Made
    from daft_lint.plan.span import Span

Place = tuple[int, int]
_NO_METHODS = frozenset({"classmethod", "staticmethod", "property", "cached_property"})


def written(infer: Infer, module: Module, made: Sequence[Made]) -> tuple[UdfDefinition, ...]:
    """The definitions of UDFs as they are written."""
    reader = _Definitions(infer, module)
    return tuple(map(reader.definition, made))


class _Definitions:
    """Puts what is known of UDFs beside LibCST's tree of their module."""

    def __init__(self, infer: Infer, module: Module) -> None:
        self._infer = infer
        self._module = module
        self._code = _Code(infer, module)

    def definition(self, made: Made) -> UdfDefinition:
        target, decorator = made.target, made.decorator
        node = self._code.definition(target.scope)
        span, whole, _ = daft.places(self._module, target.scope)
        functions, others = self._functions(decorator, target)
        call = self._code.call_of(decorator)
        above = None if made.written is None else node.decorators[made.written].decorator
        expression = call or above
        assert expression is not None
        return UdfDefinition(
            name=target.scope.name,
            span=span,
            whole=whole,
            form=decorator.form,
            node=node,
            decorator=expression,
            functional=made.written is None,
            options=self._options(decorator),
            complete=decorator.arguments.complete and (call is not None or decorator.node is None),
            functions=functions,
            others=others,
            names=Names(self._code, context_of(target), node),
            error_expected=made.error_expected,
        )

    def _functions(
        self, decorator: DecoratorValue, target: Function | Class
    ) -> tuple[tuple[UdfFunction, ...], tuple[UdfFunction, ...]]:
        """What Daft calls, and the other methods."""
        if isinstance(target, Function):
            return (self._read(decorator.form, target, is_bound=False),), ()
        called: list[UdfFunction] = []
        others: list[UdfFunction] = []
        for method in self._methods(target):
            name = method.scope.name
            decorators = {last_name(each) for each in method.scope.decorators}
            public = name == "__call__" or not name.startswith("_")
            if decorator.form is UdfForm.LEGACY:
                public = name == "__call__"
            own = public and not decorators & _NO_METHODS
            is_bound = "staticmethod" not in decorators
            (called if own else others).append(self._read(decorator.form, method, is_bound))
        return tuple(called), tuple(others)

    def _methods(self, target: Class) -> Iterator[Function]:
        """The methods of a class that stand in the module, those of its bases too."""
        seen: set[str] = set()
        for each in lineage(self._infer, target):
            context = inside(self._infer, each)
            for name, number in each.scope.final.items():
                value = self._infer.definition(number, context)
                if name in seen or not isinstance(value, Function):
                    continue
                seen.add(name)
                if value.scope.kind == "function" and module_of(value) is self._module:
                    yield value

    def _read(self, form: UdfForm, function: Function, is_bound: bool) -> UdfFunction:
        scope = function.scope
        own = function.marked
        form = form if own is None else own.form
        node = self._code.definition(scope)
        assert isinstance(node, cst.FunctionDef)
        given = [each.name for each in scope.parameters if each.kind in {"", "/", "k"}]
        return UdfFunction(
            name=scope.name,
            span=daft.places(self._module, scope)[0],
            node=node,
            form=form,
            kind=kind_of(form, is_generator=scope.is_generator),
            is_async=scope.is_async,
            parameters=tuple(given[is_bound:]),
            names=Names(self._code, context_of(function), node),
            decorator=None if own is None else self._above(own, node, function),
            options=() if own is None else self._options(own),
        )

    def _above(
        self, own: DecoratorValue, node: cst.FunctionDef, function: Function
    ) -> cst.BaseExpression | None:
        """The expression of a method's own decorator."""
        for place, decorator in enumerate(function.scope.decorators):
            found = udf_decorator(self._infer, decorator, context_of(function))
            if found is not None and found.node is own.node:
                return self._code.call_of(own) or node.decorators[place].decorator
        return None

    def _options(self, decorator: DecoratorValue) -> tuple[UdfOption, ...]:
        """The named arguments of the decorator's call; a bare decorator has none."""
        call = self._code.call_of(decorator)
        values = decorator.arguments.keywords
        return tuple(
            UdfOption(name, values[name], self._code.span(arg), arg)
            for arg in (() if call is None else call.args)
            if arg.keyword is not None and (name := arg.keyword.value) in values
        )


class _Code:
    """The code of a module for `Names`: its nodes in LibCST's tree by where they stand."""

    def __init__(self, infer: Infer, module: Module) -> None:
        tree = tree_of(module.document)
        self._infer = infer
        self._module = module
        self._locator = tree.locator
        self._definitions: dict[Place, cst.FunctionDef | cst.ClassDef] = {}
        self._calls: dict[tuple[Place, Place], cst.Call] = {}
        self.document = module.document
        self.module = tree.module
        self.rebound = frozenset(module.index.rebound)
        self.faithful = tree.exact
        for node in walk(self.module):
            if isinstance(node, cst.FunctionDef | cst.ClassDef):
                self._definitions[self.span(node.name).start] = node

    def span(self, node: cst.CSTNode) -> Span:
        """Where a node of LibCST's tree stands."""
        return self._locator.span(node)

    def text(self, start: Place, end: Place) -> str:
        """The text between two places."""
        return self._module.file.text(start, end)

    def definition(self, scope: Scope) -> cst.FunctionDef | cst.ClassDef:
        """A function or class."""
        return self._definitions[daft.places(self._module, scope)[0].start]

    def call_of(self, decorator: DecoratorValue) -> cst.Call | None:
        """The call that made a decorator; None where it is none of this module."""
        node = decorator.node
        if node is None or self._module.nodes.get((ast.Call, place_of(node))) is not node:
            return None
        if not self._calls:
            for call in walk(self.module):
                if isinstance(call, cst.Call):
                    span = self.span(call)
                    self._calls[span.start, span.end] = call
        span = self._module.span(place_of(node))
        return self._calls[span.start, span.end]

    def value(self, expression: cst.CSTNode, around: object, function: cst.CSTNode) -> Value:
        """What an expression in a function stands for, in the context around that."""
        assert isinstance(around, Context)
        assert isinstance(function, cst.FunctionDef | cst.ClassDef | cst.Lambda)
        names, imports = bound_by_kind(function)
        if isinstance(expression, cst.Name) and expression.value in names:
            return UNKNOWN
        span = self.span(function)
        places = self._imported_in(span) if imports else {}
        try:
            read = self._as_read(
                expression, {name: places[name] for name in imports if name in places}
            )
        except (SyntaxError, RecursionError):
            return UNKNOWN
        return UNKNOWN if read is None else self._infer.value(read, within(around, names))

    def _imported_in(self, span: Span) -> dict[str, int]:
        """The definitions of the names that imports bind in a function and what is nested in it."""
        index = self._module.index
        return {
            name: number
            for scope in index.scopes
            if span.start <= self._module.span(scope.place).start <= span.end
            for name, numbers in scope.bound.items()
            for number in numbers
            if index.definitions[number][0] == "import"
        }

    def function(
        self, expression: cst.CSTNode, around: object, function: cst.CSTNode
    ) -> tuple[cst.FunctionDef, object] | None:
        """The function of the module that an expression stands for, with the context around it."""
        value = self.value(expression, around, function)
        if not isinstance(value, Function) or value.bound or value.scope.kind != "function":
            return None
        decorators = {last_name(each) for each in value.scope.decorators}
        if module_of(value) is not self._module or decorators & _NO_METHODS:
            return None
        node = self.definition(value.scope)
        return (node, value.context) if isinstance(node, cst.FunctionDef) else None

    def _as_read(self, expression: cst.CSTNode, imports: dict[str, int]) -> Expression | None:
        """An expression as the index of its module would have it; None where it calls anything.

        Raises:
            SyntaxError: when it isn't one by itself.
        """
        if isinstance(expression, cst.Name):
            return "name", expression.value, imports.get(expression.value, -1)
        span = self.span(expression)
        reader = Expressions()
        reader.names = dict(imports)
        found = reader.expression(_located(self.text(span.start, span.end), span))
        index = reader.index
        return None if index.calls or index.definitions or len(index.scopes) > 1 else found


def _located(text: str, span: Span) -> ast.expr:
    """An expression, at its place in the module.

    Raises:
        SyntaxError: when it isn't one by itself.
    """
    tree = ast.parse(f"({text}\n)", mode="eval").body
    for node in ast.walk(tree):
        if isinstance(node, ast.expr | ast.keyword):
            # The bracket in front takes up one character of the first line.
            node.col_offset += span.column - 2 if node.lineno == 1 else 0
            if node.end_lineno == 1 and node.end_col_offset is not None:
                node.end_col_offset += span.column - 2
            node.end_lineno = (node.end_lineno or 1) + span.line - 1
            node.lineno += span.line - 1
    return tree
