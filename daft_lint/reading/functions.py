"""Functions and classes of the file: what defining, decorating and calling them gives."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from daft_lint.plan.pipeline import Plan
from daft_lint.plan.quantity import Origin, OriginKind
from daft_lint.reading import sources, udfs
from daft_lint.reading.scope import Scope, State
from daft_lint.reading.values import (
    UNKNOWN,
    Arguments,
    ClassValue,
    DecoratorValue,
    FrameValue,
    FunctionValue,
    Imported,
    Nothing,
    Number,
    ObjectValue,
    UdfClassValue,
    UdfForm,
    UdfMethod,
    UdfValue,
    Value,
    join,
)

if TYPE_CHECKING:
    from daft_lint.reading.expressions import Expressions
    from daft_lint.reading.session import Session
    from daft_lint.reading.statements import Statements

# How deep calls of the file's own functions are followed.
_DEEPEST_CALL = 8
_FRAME_TYPES = frozenset({"daft.DataFrame", "daft.dataframe.DataFrame"})


class Functions:
    """Defines, decorates and calls what the file itself defines."""

    def __init__(self, session: Session, expressions: Expressions) -> None:
        self._session = session
        self._expressions = expressions
        self.statements: Statements

    def define(self, node: cst.FunctionDef, state: State) -> Value:
        """What the name of a function stands for after its `def`."""
        function = FunctionValue(
            node, state.scope, node.name.value, decorated=len(node.decorators) > 0
        )
        self._session.functions.append(function)
        value: Value = function
        for decorator in reversed(node.decorators):
            value = self._apply(decorator.decorator, value, node, state)
        return value

    def define_class(self, node: cst.ClassDef, state: State) -> Value:
        """What the name of a class stands for after its body."""
        scope = Scope(state.scope)
        inherited: dict[str, FunctionValue] = {}
        constants: dict[str, Value] = {}
        for base in reversed(node.bases):
            value = self._expressions.value(base.value, state)
            if isinstance(value, ClassValue):
                inherited.update(value.functions)
                constants.update(value.constants)
        body = State(scope, state.attributes)
        first = len(self._session.functions)
        self.statements.block(node.body, body)
        methods = dict(inherited)
        for name, member in scope.names.items():
            if isinstance(member, FunctionValue):
                methods[name] = FunctionValue(member.node, state.scope, member.name)
            else:
                constants[name] = member
        # Methods are read with their class, as entry points of it, not as bare functions.
        del self._session.functions[first:]
        value = ClassValue(node, state.scope, tuple(methods.items()), tuple(constants.items()))
        result: Value = value
        for decorator in reversed(node.decorators):
            result = self._apply(decorator.decorator, result, node, state)
        if isinstance(result, ClassValue):
            self._session.classes.append(result)
        return result

    def _apply(
        self, decorator: cst.BaseExpression, target: Value, node: cst.CSTNode, state: State
    ) -> Value:
        """A decorator that isn't Daft's may do anything, but most wrap and change no types."""
        value = self._expressions.value(decorator, state)
        if isinstance(value, Imported) and value.name in udfs.DECORATORS:
            value = DecoratorValue(udfs.DECORATORS[value.name], udfs.read_options(Arguments()))
        if isinstance(value, DecoratorValue):
            return self.decorated(value, target, node, state)
        return target

    def decorated(
        self, decorator: DecoratorValue, target: Value, node: cst.CSTNode, state: State
    ) -> Value:
        """What a UDF decorator makes of a function or class of this file."""
        if decorator.form in {UdfForm.METHOD, UdfForm.METHOD_BATCH}:
            if isinstance(target, FunctionValue):
                self._session.method_decorators[target.node] = decorator
            return target
        if isinstance(target, FunctionValue) and isinstance(target.node, cst.FunctionDef):
            if decorator.form is UdfForm.CLS:
                return UNKNOWN
            self._session.called.add(target.node)
            udf = udfs.function_udf(
                decorator,
                target.name,
                self._session.span(target.node.name),
                is_async=target.node.asynchronous is not None,
                is_generator=_yields(target.node),
            )
            return UdfValue(self._session.hints.udf(udf.udf, udf.udf.span))
        if isinstance(target, ClassValue):
            return self._udf_class(decorator, target)
        return UNKNOWN

    def _udf_class(self, decorator: DecoratorValue, target: ClassValue) -> Value:
        name, span = target.node.name.value, self._session.span(target.node.name)
        if decorator.form is UdfForm.LEGACY:
            udf = udfs.legacy_class_udf(decorator, name, span).udf
            return UdfValue(self._session.hints.udf(udf, span))
        if decorator.form is not UdfForm.CLS:
            return UNKNOWN
        methods = tuple(
            (method_name, self._method(function)) for method_name, function in target.functions
        )
        return UdfClassValue(name, span, decorator.options, methods)

    def _method(self, function: FunctionValue) -> UdfMethod:
        node = function.node
        assert isinstance(node, cst.FunctionDef)
        return udfs.make_method(
            self._session.span(node.name),
            self._session.method_decorators.get(node),
            is_async=node.asynchronous is not None,
            is_generator=_yields(node),
        )

    def call(self, function: FunctionValue, arguments: Arguments, state: State) -> Value:
        """Follow a call into a function of this file."""
        stack = self._session.call_stack
        self._session.called.add(function.node)
        if len(stack) >= _DEEPEST_CALL or any(one.node is function.node for one in stack):
            return UNKNOWN
        scope = Scope(function.scope)
        inner = State(scope, state.attributes)
        self._bind(function, arguments, inner)
        stack.append(function)
        try:
            if isinstance(function.node, cst.Lambda):
                return self._expressions.value(function.node.body, inner)
            return self.statements.function_body(function.node, inner)
        finally:
            stack.pop()

    def call_unseen(self, function: FunctionValue, owner: ObjectValue | None, state: State) -> None:
        """Read a function that nobody in sight calls: its parameters are what defaults say."""
        bound = FunctionValue(function.node, function.scope, function.name, owner)
        self.call(bound, Arguments(complete=False), state)

    def instantiate(self, made_of: ClassValue, arguments: Arguments, state: State) -> ObjectValue:
        """An instance of a class of this file, its `__init__` followed."""
        instance = ObjectValue(made_of)
        self._session.instances[made_of.node] = instance
        initialiser = dict(made_of.functions).get("__init__")
        if initialiser is not None:
            bound = FunctionValue(initialiser.node, initialiser.scope, "__init__", instance)
            self.call(bound, arguments, state)
        else:
            for name, value in arguments.keywords.items():
                state.set_attribute(instance, name, value)
        return instance

    def _bind(self, function: FunctionValue, arguments: Arguments, inner: State) -> None:
        parameters = function.node.params
        positional = [*parameters.posonly_params, *parameters.params]
        given = list(arguments.positional)
        if function.bound_to is not None:
            given.insert(0, function.bound_to)
        names = inner.scope.names
        for index, parameter in enumerate([*positional, *parameters.kwonly_params]):
            name = parameter.name.value
            if index < len(positional) and index < len(given):
                names[name] = given[index]
            elif name in arguments.keywords:
                names[name] = arguments.keywords[name]
            else:
                names[name] = self._unpassed(function, parameter, arguments, inner)
        for star in (parameters.star_arg, parameters.star_kwarg):
            if isinstance(star, cst.Param):
                names[star.name.value] = UNKNOWN

    def _unpassed(
        self, function: FunctionValue, parameter: cst.Param, arguments: Arguments, inner: State
    ) -> Value:
        """A parameter that this call doesn't pass, or that no call in sight passes."""
        default = parameter.default
        value = UNKNOWN if default is None else self._expressions.value(default, inner)
        if arguments.complete:
            return value
        if isinstance(value, Number):
            text = f"default of `{parameter.name.value}` in `{function.name}`"
            origin = Origin(OriginKind.DEFAULT, text, self._session.span(parameter))
            return Number(value.quantity.from_place(origin))
        if isinstance(value, Nothing) or default is None:
            return self._annotated(parameter, inner)
        return value

    def _annotated(self, parameter: cst.Param, inner: State) -> Value:
        """A parameter annotated as a Daft DataFrame is one, with nothing else known of it."""
        if parameter.annotation is None:
            return UNKNOWN
        annotation = parameter.annotation.annotation
        if isinstance(annotation, cst.SimpleString):
            value: Value = Imported(str(annotation.evaluated_value))
        else:
            value = self._expressions.value(annotation, inner)
        if isinstance(value, Imported) and value.name in _FRAME_TYPES:
            span = self._session.span(parameter)
            return FrameValue(
                Plan(sources.unknown_source(f"parameter `{parameter.name.value}`", span))
            )
        return UNKNOWN

    def returned(self, values: list[Value]) -> Value:
        """What a function gives whose `return`s gave these."""
        if not values:
            return Nothing()
        result = values[0]
        for value in values[1:]:
            joined = join(result, value)
            if isinstance(joined, FrameValue):
                parents = [one.plan for one in (result, value) if isinstance(one, FrameValue)]
                self._session.recorder.built(joined.plan, self._session.where, *parents)
            result = joined
        return result


def _yields(node: cst.FunctionDef) -> bool:
    """Whether a function is a generator: a `yield` in its own body, not in one nested in it."""
    waiting: list[cst.CSTNode] = [node.body]
    while waiting:
        current = waiting.pop()
        if isinstance(current, cst.Yield):
            return True
        if not isinstance(current, cst.FunctionDef | cst.ClassDef | cst.Lambda):
            waiting += current.children
    return False
