"""UDFs as a file defines them, for rules that look at their code.

Rules look at LibCST's tree, which is parsed only for a file that defines a UDF.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import libcst as cst

from daft_lint.daft_api.udfs import kind_of
from daft_lint.index.traversal import FUNCTIONS
from daft_lint.index.tree import yields
from daft_lint.inference.effort import BudgetSpentError
from daft_lint.inference.run import Run
from daft_lint.inference.scope import Kind, Scope
from daft_lint.syntax.traversal import walk
from daft_lint.syntax.trees import tree_of
from daft_lint.udf_code.bindings import bound_by_kind
from daft_lint.udf_code.definitions import UdfDefinition, UdfFunction, UdfOption
from daft_lint.udf_code.names import Names
from daft_lint.values.values import (
    UNKNOWN,
    Binding,
    ClassValue,
    DecoratorValue,
    FunctionValue,
    Imported,
    UdfForm,
    Value,
)

if TYPE_CHECKING:
    from daft_lint.plan.span import Span

Place = tuple[int, int]
Target = FunctionValue | ClassValue


@dataclass(slots=True)
class _Met:
    """A decorator and what it makes a UDF of."""

    decorator: DecoratorValue
    target: Target
    functional: bool
    error_expected: bool


class Definitions:
    """Collects the UDFs that the first file of a program defines, in the order they are met."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._met: dict[tuple[ast.AST, ast.AST], _Met] = {}

    def met(self, decorator: DecoratorValue, target: Target, *, functional: bool) -> None:
        """A decorator makes a UDF of a function or class of the file, if it ever runs."""
        run = self._run
        node, call = target.node, decorator.node
        if run.is_for_type_checkers or isinstance(node, ast.Lambda) or call is None:
            return
        if run.file_of(target.scope) is not run.root or not run.is_at_root:
            return
        known = self._met.get((node, call))
        if known is None:
            expected = run.handling > 0
            self._met[node, call] = _Met(decorator, target, functional, expected)
        elif not run.handling:
            known.error_expected = False

    @property
    def any(self) -> bool:
        """Whether the file defines a UDF."""
        return bool(self._met)

    def found(self) -> tuple[UdfDefinition, ...]:
        """The definitions, each once however often it was met."""
        if not self._met:
            return ()
        return tuple(_Definitions(self._run).definition(met) for met in self._met.values())


class _Definitions:
    """Puts what is known of UDFs beside LibCST's tree of their file."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._file = run.root
        self._bridge = _Bridge(run)

    def definition(self, met: _Met) -> UdfDefinition:
        target, decorator, file = met.target, met.decorator, self._file
        node = target.node
        assert not isinstance(node, ast.Lambda)
        assert decorator.node is not None
        functions, others = self._functions(decorator, target)
        written = self._bridge.definition(node)
        return UdfDefinition(
            name=str(node.name),
            span=file.name_span(node),
            whole=file.whole_span(node),
            form=decorator.form,
            node=written,
            decorator=self._bridge.expression(decorator.node),
            functional=met.functional,
            options=self._options(decorator),
            complete=decorator.arguments.complete,
            functions=functions,
            others=others,
            names=Names(self._bridge, target.scope, written),
            error_expected=met.error_expected,
        )

    def _functions(
        self, decorator: DecoratorValue, target: Target
    ) -> tuple[tuple[UdfFunction, ...], tuple[UdfFunction, ...]]:
        """What Daft calls, and the other methods."""
        if isinstance(target, FunctionValue):
            return tuple(self._read(decorator, target)), ()
        called: list[UdfFunction] = []
        others: list[UdfFunction] = []
        for name, method in target.functions.items():
            public = name == "__call__" or not name.startswith("_")
            if decorator.form is UdfForm.LEGACY:
                public = name == "__call__"
            own = public and method.binding is Binding.METHOD
            (called if own else others).extend(self._read(decorator, method))
        return tuple(called), tuple(others)

    def _read(self, around: DecoratorValue, function: FunctionValue) -> Iterator[UdfFunction]:
        node: ast.AST = function.node
        file = self._run.file_of(function.scope)
        if not isinstance(node, FUNCTIONS) or file is not self._file:
            return
        own = function.marked if isinstance(function.marked, DecoratorValue) else None
        form = (own or around).form
        bound = function.home is not None and function.binding is not Binding.STATIC
        given = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
        written = self._bridge.definition(node)
        assert isinstance(written, cst.FunctionDef)
        yield UdfFunction(
            name=function.name,
            span=file.name_span(node),
            node=written,
            form=form,
            kind=kind_of(form, is_generator=yields(node)),
            is_async=isinstance(node, ast.AsyncFunctionDef),
            parameters=tuple(parameter.arg for parameter in given[1 if bound else 0 :]),
            names=Names(self._bridge, function.scope, written),
            decorator=self._bridge.expression(own.node) if own and own.node else None,
            options=self._options(own) if own is not None else (),
        )

    def _options(self, decorator: DecoratorValue) -> tuple[UdfOption, ...]:
        """The named arguments of the decorator's call; a bare decorator has none."""
        node = decorator.node
        if not isinstance(node, ast.Call):
            return ()
        call = self._bridge.expression(node)
        assert isinstance(call, cst.Call)
        values = decorator.arguments.keywords
        return tuple(
            UdfOption(name, values[name], self._bridge.span(arg), arg)
            for arg in call.args
            if arg.keyword is not None and (name := arg.keyword.value) in values
        )


class _Bridge:
    """Leads from the nodes of Python's tree to those of LibCST's, by where they stand."""

    def __init__(self, run: Run) -> None:
        tree = tree_of(run.root.document)
        self._run = run
        self._locator = tree.locator
        self._definitions: dict[tuple[int, int], cst.FunctionDef | cst.ClassDef] = {}
        self._expressions: dict[tuple[Place, Place], list[cst.BaseExpression]] = {}
        self.document = run.root.document
        self.module = tree.module
        self.rebound = run.root.rebound
        self.faithful = tree.exact
        for node in walk(self.module):
            if isinstance(node, cst.FunctionDef | cst.ClassDef):
                self._definitions[self.span(node.name).start] = node
                for decorator in node.decorators:
                    self._note(decorator.decorator)

    def _note(self, node: cst.BaseExpression) -> None:
        span = self.span(node)
        self._expressions.setdefault((span.start, span.end), []).append(node)

    def span(self, node: cst.CSTNode) -> Span:
        """Where a node of LibCST's tree stands."""
        return self._locator.span(node)

    def text(self, start: Place, end: Place) -> str:
        """The text between two places."""
        return self._run.root.text(start, end)

    def value(self, expression: cst.CSTNode, around: object, function: cst.CSTNode) -> Value:
        """What an expression in a function stands for, in the scope around that."""
        assert isinstance(around, Scope)
        assert isinstance(function, cst.FunctionDef | cst.ClassDef | cst.Lambda)
        names, imports = bound_by_kind(function)
        if isinstance(expression, cst.Name) and expression.value in names:
            return UNKNOWN
        scope = Scope(Kind.FUNCTION, around)
        scope.names.update({name: Imported(meant) for name, meant in imports.items()})
        scope.names.update(dict.fromkeys(names, UNKNOWN))
        try:
            with self._run.within(scope):
                return self._run.value(self._as_read(expression))
        except (SyntaxError, BudgetSpentError, RecursionError):
            return UNKNOWN

    def function(
        self, expression: cst.CSTNode, around: object, function: cst.CSTNode
    ) -> tuple[cst.FunctionDef, object] | None:
        """The function of the file that an expression stands for, with the scope around it."""
        value = self.value(expression, around, function)
        if not isinstance(value, FunctionValue) or value.bound_to is not None:
            return None
        is_here = self._run.file_of(value.scope) is self._run.root
        if not is_here or value.binding is not Binding.METHOD or isinstance(value.node, ast.Lambda):
            return None
        written = self.definition(value.node)
        return (written, value.scope) if isinstance(written, cst.FunctionDef) else None

    def _as_read(self, expression: cst.CSTNode) -> ast.expr:
        """The same expression in Python's tree.

        Raises:
            SyntaxError: when it isn't one by itself.
        """
        if isinstance(expression, cst.Name):
            return ast.Name(expression.value, ast.Load())
        span = self.span(expression)
        return _located(self.text(span.start, span.end), span)

    def definition(self, node: ast.AST) -> cst.FunctionDef | cst.ClassDef:
        """A function or class."""
        assert isinstance(node, (*FUNCTIONS, ast.ClassDef))
        return self._definitions[self._run.root.name_span(node).start]

    def expression(self, node: ast.expr) -> cst.BaseExpression:
        """A name, an attribute or a call."""
        span = self._run.root.span(node)
        place = span.start, span.end
        if place not in self._expressions:
            # Most decorators stand above what they decorate.
            for part in walk(self.module):
                if isinstance(part, cst.Name | cst.Attribute | cst.Call | cst.Subscript):
                    self._note(part)
        kind = _KINDS.get(type(node), cst.BaseExpression)
        return next(part for part in self._expressions[place] if isinstance(part, kind))


def _located(text: str, span: Span) -> ast.expr:
    """An expression, at its place in the file.

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


_KINDS: dict[type[ast.expr], type[cst.BaseExpression]] = {
    ast.Name: cst.Name,
    ast.Attribute: cst.Attribute,
    ast.Call: cst.Call,
}
