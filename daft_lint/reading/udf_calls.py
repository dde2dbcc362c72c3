"""Calls of UDFs, and of what makes them: decorators, wrappers, overrides."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import libcst as cst

from daft_lint.plan.pipeline import UdfCall, UdfKind
from daft_lint.reading import columns, shaping, udfs, wrappers
from daft_lint.reading.slots import Slots
from daft_lint.reading.values import (
    UNKNOWN,
    Arguments,
    DecoratorValue,
    ExpressionValue,
    FunctionValue,
    Imported,
    UdfClassValue,
    UdfInstanceValue,
    UdfValue,
    Value,
    WrapperValue,
)

if TYPE_CHECKING:
    from daft_lint.plan.wrapper import UdfWrapper
    from daft_lint.reading.session import Session
    from daft_lint.reading.setting import Setting
    from daft_lint.reading.udf_making import UdfMaking


class UdfCalls:
    """Evaluates calls that make UDFs or put them into expressions."""

    def __init__(self, session: Session, making: UdfMaking, setting: Setting) -> None:
        self._session = session
        self._making = making
        self._setting = setting
        self._slots = Slots(session)

    def of_decorator(self, name: str, arguments: Arguments, node: cst.CSTNode) -> Value:
        """One of Daft's decorators is called: it waits for its target, if it isn't given one."""
        form = udfs.DECORATORS[name]
        options = self._slots.decorator(udfs.options_of(form, arguments), form, node, arguments)
        expression = node if isinstance(node, cst.BaseExpression) else None
        decorator = DecoratorValue(form, options, expression, arguments)
        if arguments.positional:
            return self.of_waiting_decorator(decorator, arguments)
        return decorator

    def of_waiting_decorator(self, decorator: DecoratorValue, arguments: Arguments) -> Value:
        """A decorator is called with what it makes a UDF of."""
        target = arguments.get(0) or UNKNOWN
        return self.made_here(self._making.decorated(decorator, target, functional=True))

    def of_wrapper(
        self, wrapper: UdfWrapper, function: Value, arguments: Arguments, node: cst.CSTNode
    ) -> Value:
        """A call of a function that settings name as a maker of UDFs."""
        in_sight = self._in_sight(function)
        if in_sight is not None:
            self._session.called.add(in_sight.node)
        options = wrappers.options_of(wrapper, arguments, in_sight)
        waiting = WrapperValue(
            name=wrapper.name.rpartition(".")[2],
            span=self._session.span(node),
            options=self._slots.wrapper(options, wrapper, node),
            takes_batch_size=bool(wrapper.batch_size),
            made=self._made(arguments),
        )
        target = wrappers.target_of(wrapper, arguments)
        return waiting if target is None else self._making.wrapped(waiting, target)

    def _in_sight(self, wrapper: Value) -> FunctionValue | None:
        """The function of the project that a wrapper is, however often it is exported anew."""
        names: set[str] = set()
        while isinstance(wrapper, Imported) and wrapper.name not in names:
            names.add(wrapper.name)
            wrapper = self._session.program.behind(wrapper)
        return wrapper if isinstance(wrapper, FunctionValue) else None

    def of_waiting_wrapper(
        self, function: WrapperValue, arguments: Arguments, node: cst.CSTNode
    ) -> Value:
        """A wrapper that waits for a class or function, called; on expressions it has one."""
        target = arguments.get(0) or UNKNOWN
        udf = self._making.wrapped(function, target)
        if any(isinstance(value, ExpressionValue) for value in arguments.values):
            return self.of_udf(udf, arguments, node)
        return udf

    def of_class(self, made_of: UdfClassValue, arguments: Arguments) -> UdfInstanceValue:
        """A `@daft.cls` class is called."""
        return UdfInstanceValue(made_of, f"{made_of.made}{self._made(arguments)}")

    def of_instance(
        self, instance: UdfInstanceValue, arguments: Arguments, node: cst.CSTNode
    ) -> Value:
        """An instance of a `@daft.cls` class is called."""
        method = udfs.method_udf(instance, "__call__")
        return UNKNOWN if method is None else self.of_udf(method, arguments, node)

    def of_udf(self, function: UdfValue, arguments: Arguments, node: cst.CSTNode) -> Value:
        """A UDF called on expressions is part of a plan; called on plain values it just runs."""
        values = arguments.values
        plain = arguments.complete and all(columns.is_plain(value) for value in values)
        if plain and function.makes_objects:
            return replace(function, made=f"{function.made}{self._made(arguments)}")
        if plain and values:
            return UNKNOWN
        span = self._session.span(node)
        udf = self._session.hints(span).udf(self._setting.in_force(function.udf), span)
        inner = columns.of_arguments(arguments)
        place = f"{udf.span.path}:{udf.span.line}:{udf.span.column}"
        made, said = f"{udf.name}@{place}", columns.words_of(arguments)
        work = said and f"{made}{function.made}{said}"
        number = self._session.recorder.next_number()
        differs = isinstance(node, cst.Call) and self._session.rounds.differ_in(node.func)
        call = UdfCall(
            udf,
            span,
            inner.reads,
            work=work,
            number=number,
            differs=differs,
            heavy=inner.heavy,
            row_bytes=inner.row_bytes,
        )
        named = (value.name for value in values if isinstance(value, ExpressionValue))
        name = None if udf.unnests else next(named, None)
        return ExpressionValue(
            reads=inner.reads,
            name=name,
            calls=(*inner.calls, call),
            heavy=inner.heavy,
            work=inner.work,
            cut=inner.cut,
            may_explode=udf.kind is UdfKind.GENERATOR,
            text=work,
            shape=shaping.called(call, arguments),
        )

    def of_method(self, owner: UdfValue, name: str, arguments: Arguments, node: cst.Call) -> Value:
        """`udf.with_concurrency(...)` and the other methods of UDFs."""
        changed = udfs.override(owner.udf, name, arguments)
        if changed is None:
            return UNKNOWN
        udf = self._slots.override(changed, name, node, arguments)
        return UdfValue(udf, f"{owner.made}.{name}{self._made(arguments)}")

    def made_here(self, value: Value) -> Value:
        """A UDF that a function defines: each call of the function makes another one."""
        if not self._session.call_stack or not isinstance(value, UdfValue | UdfClassValue):
            return value
        return replace(value, made=f"#{self._session.recorder.next_number()}")

    def _made(self, arguments: Arguments) -> str:
        """What tells apart what such arguments make, from what others do."""
        return columns.words_of(arguments) or f"#{self._session.recorder.next_number()}"
