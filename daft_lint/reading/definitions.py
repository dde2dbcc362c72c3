"""UDFs as they are defined: their decorator, its options, and the code that Daft calls."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import libcst as cst

from daft_lint.plan.pipeline import UdfKind
from daft_lint.plan.span import Span
from daft_lint.reading.names import Names
from daft_lint.reading.udfs import kind_of
from daft_lint.reading.values import (
    Binding,
    ClassValue,
    DecoratorValue,
    FunctionValue,
    UdfForm,
    Value,
)
from daft_lint.reading.walking import yields

if TYPE_CHECKING:
    from daft_lint.reading.expressions import Expressions
    from daft_lint.reading.session import Session

Target = FunctionValue | ClassValue


@dataclass(frozen=True, slots=True, eq=False)
class UdfOption:
    """An argument `name=value` of a decorator: what it stands for, and where all of it stands."""

    name: str
    value: Value
    span: Span
    node: cst.Arg


@dataclass(frozen=True, slots=True, eq=False)
class UdfFunction:
    """A function that Daft calls, or another method of a class that it makes an object of.

    `form` is that of its own `@daft.method` decorator, else that of the whole definition.
    `parameters` are those that Daft gives values to, without `self`. `decorator` is the expression
    of its own `@daft.method` decorator, and `options` are that one's.
    """

    name: str
    span: Span
    node: cst.FunctionDef
    form: UdfForm
    kind: UdfKind
    is_async: bool
    parameters: tuple[str, ...]
    names: Names
    decorator: cst.BaseExpression | None = None
    options: tuple[UdfOption, ...] = ()

    def option(self, name: str) -> UdfOption | None:
        """An option of its own `@daft.method` decorator; None when it isn't written there."""
        return next((one for one in self.options if one.name == name), None)


@dataclass(frozen=True, slots=True, eq=False)
class UdfDefinition:
    """A UDF as a file defines it.

    `span` is that of its name, `whole` reaches from the first decorator to the end of the body.
    `decorator` is the expression of Daft's decorator, wherever it stands. It is `functional` when
    it isn't used as one, but called with the function or class: `daft.cls(Embed, gpus=1)`.
    `options` are the named arguments in it. `complete` is false when there may be others: behind a
    `**options`, or where the decorator was made elsewhere.
    `functions` are what Daft calls: the function, `__call__` of a legacy class, the methods of a
    class but for private ones; `others` are the remaining methods. `error_expected` says that every
    run in sight gets to the decorator in a block that may handle what it raises.
    """

    name: str
    span: Span
    whole: Span
    form: UdfForm
    node: cst.FunctionDef | cst.ClassDef
    decorator: cst.BaseExpression
    functional: bool
    options: tuple[UdfOption, ...]
    complete: bool
    functions: tuple[UdfFunction, ...]
    others: tuple[UdfFunction, ...]
    names: Names
    error_expected: bool

    def option(self, name: str) -> UdfOption | None:
        """An option of the decorator; None when it isn't written there."""
        return next((one for one in self.options if one.name == name), None)


class Definitions:
    """Collects the UDFs that a file defines, in the order they are met."""

    def __init__(self, session: Session, expressions: Expressions) -> None:
        self._session = session
        self._expressions = expressions
        self._found: dict[tuple[cst.CSTNode, cst.CSTNode], UdfDefinition] = {}

    @property
    def found(self) -> tuple[UdfDefinition, ...]:
        """The definitions so far, each once however often it was met."""
        return tuple(self._found.values())

    def met(self, decorator: DecoratorValue, target: Target, *, functional: bool) -> None:
        """A decorator makes a UDF of a function or class of the file, if it ever runs."""
        if self._session.is_for_type_checkers:
            return
        node, call = target.node, decorator.node
        if isinstance(node, cst.Lambda) or call is None:
            return
        if (node, call) in self._found:
            known = self._found[node, call]
            if known.error_expected and not self._session.handling:
                self._found[node, call] = replace(known, error_expected=False)
            return
        if not (self._session.is_of_root(node) and self._session.is_of_root(call)):
            return
        first = node.decorators[0] if node.decorators else node
        functions, others = self._functions(decorator, target)
        self._found[node, call] = UdfDefinition(
            name=node.name.value,
            span=self._session.span(node.name),
            whole=self._session.span_from(first, node),
            form=decorator.form,
            node=node,
            decorator=call,
            functional=functional,
            options=self._options(decorator),
            complete=decorator.arguments.complete,
            functions=functions,
            others=others,
            names=Names(self._session, self._expressions, target.scope, node),
            error_expected=self._session.handling > 0,
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
        node = function.node
        if isinstance(node, cst.Lambda):
            return
        own = function.marked if isinstance(function.marked, DecoratorValue) else None
        form = (own or around).form
        parameters = [*node.params.posonly_params, *node.params.params, *node.params.kwonly_params]
        bound = function.home is not None and function.binding is not Binding.STATIC
        yield UdfFunction(
            name=function.name,
            span=self._session.span(node.name),
            node=node,
            form=form,
            kind=kind_of(form, is_generator=yields(node)),
            is_async=node.asynchronous is not None,
            parameters=tuple(one.name.value for one in parameters[1 if bound else 0 :]),
            names=Names(self._session, self._expressions, function.scope, node),
            decorator=own.node if own is not None else None,
            options=self._options(own) if own is not None else (),
        )

    def _options(self, decorator: DecoratorValue) -> tuple[UdfOption, ...]:
        """The named arguments of the decorator's call; a bare decorator has none."""
        written = decorator.node.args if isinstance(decorator.node, cst.Call) else ()
        values = decorator.arguments.keywords
        return tuple(
            UdfOption(one.keyword.value, values[one.keyword.value], self._session.span(one), one)
            for one in written
            if one.keyword is not None and one.keyword.value in values
        )
