"""The UDFs of a module with their nodes, for rules that look at their code."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from daft_lint.daft_api.udfs import kind_of
from daft_lint.index.code import last_name
from daft_lint.index.expressions import place_of
from daft_lint.infer import daft
from daft_lint.infer.attributes import inside, lineage
from daft_lint.infer.context import context_of, module_of
from daft_lint.infer.decorators import udf_decorator
from daft_lint.udf_code.definitions import UdfDefinition, UdfFunction, UdfOption
from daft_lint.udf_code.names import Code, FunctionNode, Names
from daft_lint.values.values import Class, DecoratorValue, Function, UdfForm

if TYPE_CHECKING:
    from daft_lint.infer.inference import Infer
    from daft_lint.modules.module_map import Module
    from daft_lint.pipelines.definitions import Made

_NO_METHODS = frozenset({"classmethod", "staticmethod", "property", "cached_property"})


def written(infer: Infer, module: Module, made: Sequence[Made]) -> tuple[UdfDefinition, ...]:
    """The definitions of UDFs as they are written."""
    reader = _Definitions(infer, module)
    return tuple(map(reader.definition, made))


class _Definitions:
    """Puts what is known of UDFs beside the tree of their module."""

    def __init__(self, infer: Infer, module: Module) -> None:
        self._infer = infer
        self._module = module
        self._code = Code(infer, module)

    def definition(self, made: Made) -> UdfDefinition:
        target, decorator = made.target, made.decorator
        node = self._code.definition(target.scope)
        span, whole, _ = daft.places(self._module, target.scope)
        functions, others = self._functions(decorator, target)
        call = self._call_of(decorator)
        # The index has a metaclass in front of the decorators.
        shift = len(node.decorator_list) - len(target.scope.decorators)
        above = None if made.written is None else node.decorator_list[made.written + shift]
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
            names=Names(self._code, inside(self._infer, target)),
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
        assert not isinstance(node, ast.ClassDef)
        given = [each.name for each in scope.parameters if each.kind in {"", "/", "k"}]
        return UdfFunction(
            name=scope.name,
            span=daft.places(self._module, scope)[0],
            node=node,
            form=form,
            kind=kind_of(form, is_generator=scope.is_generator),
            is_async=scope.is_async,
            parameters=tuple(given[is_bound:]),
            names=Names(self._code, inside(self._infer, function)),
            decorator=None if own is None else self._above(own, node, function),
            options=() if own is None else self._options(own),
        )

    def _above(
        self, own: DecoratorValue, node: FunctionNode, function: Function
    ) -> ast.expr | None:
        """The expression of a method's own decorator."""
        for place, decorator in enumerate(function.scope.decorators):
            found = udf_decorator(self._infer, decorator, context_of(function))
            if found is not None and found.node is own.node:
                return self._call_of(own) or node.decorator_list[place]
        return None

    def _options(self, decorator: DecoratorValue) -> tuple[UdfOption, ...]:
        """The named arguments of the decorator's call; a bare decorator has none."""
        call = self._call_of(decorator)
        values = decorator.arguments.keywords
        return tuple(
            UdfOption(each.arg, values[each.arg], self._code.span(each), each)
            for each in (() if call is None else call.keywords)
            if each.arg in values
        )

    def _call_of(self, decorator: DecoratorValue) -> ast.Call | None:
        """The call that made a decorator; None where it is none of this module."""
        node = decorator.node
        if node is None or self._module.nodes.get((ast.Call, place_of(node))) is not node:
            return None
        return self._code.call_at(place_of(node))
