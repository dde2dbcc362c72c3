"""UDFs that are made of the functions and classes in sight, by decorators and by wrappers."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import libcst as cst

from daft_lint.reading import relying, udfs, wrappers
from daft_lint.reading.lightness import is_light, makes_heavy
from daft_lint.reading.targets import keeps_state, set_on_its_object
from daft_lint.reading.values import (
    UNKNOWN,
    ClassValue,
    DecoratorValue,
    FunctionValue,
    UdfClassValue,
    UdfForm,
    UdfMethod,
    UdfValue,
    Unknown,
    Value,
    WrapperValue,
)
from daft_lint.reading.walking import yields

if TYPE_CHECKING:
    from daft_lint.plan.span import Span
    from daft_lint.reading.definitions import Definitions
    from daft_lint.reading.session import Session


class UdfMaking:
    """Makes UDFs."""

    def __init__(self, session: Session, definitions: Definitions) -> None:
        self._session = session
        self._definitions = definitions

    def decorated(self, decorator: DecoratorValue, target: Value, *, functional: bool) -> Value:
        """What a UDF decorator makes of a function or class of this file.

        It is `functional` when it is called with it instead of standing above it.
        """
        if decorator.form in {UdfForm.METHOD, UdfForm.METHOD_BATCH}:
            if isinstance(target, FunctionValue):
                return replace(target, marked=decorator)
            return target
        if isinstance(target, FunctionValue) and isinstance(target.node, cst.FunctionDef):
            if decorator.form is UdfForm.CLS:
                return UNKNOWN
            self._definitions.met(decorator, target, functional=functional)
            self._session.called.add(target.node)
            udf = udfs.function_udf(
                decorator,
                target.name,
                self._session.span(target.node.name),
                self._definition(target.node),
                is_async=target.node.asynchronous is not None,
                is_generator=yields(target.node),
            )
            light, heavy = is_light(target.node, udf.udf.kind), makes_heavy(target.node)
            told = replace(udf.udf, is_light=light, makes_heavy=heavy)
            return UdfValue(self._session.hints(told.span).udf(told, told.span))
        if isinstance(target, ClassValue):
            if decorator.form in {UdfForm.LEGACY, UdfForm.CLS}:
                self._definitions.met(decorator, target, functional=functional)
            return self._udf_class(decorator, target)
        return UNKNOWN

    def wrapped(self, waiting: WrapperValue, target: Value) -> UdfValue:
        """What a wrapper that settings name makes of a function or class."""
        if isinstance(target, UdfClassValue):
            made = wrappers.wrapped(waiting, target, target.span, target.definition)
        elif isinstance(target, FunctionValue | ClassValue) and not isinstance(
            target.node, cst.Lambda
        ):
            self._session.called.add(target.node)
            span = self._session.span(target.node.name)
            made = wrappers.wrapped(waiting, target, span, self._definition(target.node))
        else:
            made = wrappers.wrapped(waiting, target)
        hints = self._session.hints(made.udf.span)
        return replace(made, udf=hints.udf(made.udf, made.udf.span))

    def _udf_class(self, decorator: DecoratorValue, target: ClassValue) -> Value:
        name, span = target.node.name.value, self._session.span(target.node.name)
        if decorator.form is UdfForm.LEGACY:
            udf = udfs.legacy_class_udf(decorator, name, span, self._definition(target.node)).udf
            called = target.functions.get("__call__")
            udf = replace(udf, keeps_state=called is not None and keeps_state(called.node))
            return UdfValue(self._session.hints(span).udf(udf, span))
        if decorator.form is not UdfForm.CLS:
            return UNKNOWN
        methods = tuple(
            (method_name, self._method(function, function.node))
            for method_name, function in target.functions.items()
            if isinstance(function.node, cst.FunctionDef)
            and not self._is_remade(function)
            and not _is_refitted(target, method_name)
        )
        options = self._session.hints(span).options(decorator.options, span)
        options = relying.options(options, target.rests_on)
        return UdfClassValue(name, span, self._definition(target.node), options, methods)

    def _method(self, method: FunctionValue, node: cst.FunctionDef) -> UdfMethod:
        span = self._session.span(node.name)
        made = udfs.make_method(
            span,
            method.marked if isinstance(method.marked, DecoratorValue) else None,
            is_async=node.asynchronous is not None,
            is_generator=yields(node),
        )
        batch_size = self._session.hints(span).batch_size(made.batch_size, span)
        return replace(
            made,
            batch_size=batch_size,
            keeps_state=keeps_state(node),
            is_light=is_light(node, made.kind),
            makes_heavy=makes_heavy(node),
        )

    def _is_remade(self, method: FunctionValue) -> bool:
        """Whether a decorator out of sight may have made a UDF of a method, in its own way."""
        if self._session.changes.is_remade(method.node):
            return True
        return isinstance(method.marked, Unknown)

    def _definition(self, node: cst.FunctionDef | cst.ClassDef) -> Span:
        """All of a function or class, from its first decorator on."""
        return self._session.span_from(node.decorators[0] if node.decorators else node, node)


def _is_refitted(made_of: ClassValue, method: str) -> bool:
    """Whether a metaclass or a base may have put another method in the place of one."""
    hooks = (one.function("__init_subclass__") for one in made_of.order)
    names = [set_on_its_object(one.node) for one in hooks if one is not None]
    return made_of.refitted or any(one is None or method in one for one in names)
