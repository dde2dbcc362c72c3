"""What decorators make of the functions and classes that they stand above."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

import libcst as cst

from daft_lint.plan.quantity import Origin, OriginKind
from daft_lint.reading import marimo, models, udfs
from daft_lint.reading.fields import FIELD_WRITERS, fields_of, in_order
from daft_lint.reading.relying import relying
from daft_lint.reading.targets import dotted
from daft_lint.reading.values import (
    UNKNOWN,
    Arguments,
    Binding,
    ClassValue,
    DecoratorValue,
    FunctionValue,
    Imported,
    ObjectValue,
    PartialValue,
    Value,
    WrapperValue,
    imported_name,
)

if TYPE_CHECKING:
    from daft_lint.reading.calls import Calls
    from daft_lint.reading.expressions import Expressions
    from daft_lint.reading.scope import State
    from daft_lint.reading.session import Session

_BINDINGS = {
    "builtins.staticmethod": Binding.STATIC,
    "builtins.classmethod": Binding.CLASS,
    "abc.abstractclassmethod": Binding.CLASS,
    "builtins.property": Binding.PROPERTY,
    "functools.cached_property": Binding.PROPERTY,
}
_CACHED = "functools.cached_property"
_REMEMBERING = frozenset({"functools.cache", "functools.lru_cache"})
_ACCESSORS = frozenset({"setter", "deleter"})
# Decorators that hand on what they are called with, and give what the function gives.
_TRANSPARENT = frozenset(
    {
        "abc.abstractmethod",
        "contextlib.asynccontextmanager",
        "contextlib.contextmanager",
        "functools.total_ordering",
        "typing.final",
        "typing.no_type_check",
        "typing.override",
        "typing_extensions.override",
    }
)
# Decorators of functions that end the program once they are called as scripts call them.
_COMMANDS = frozenset({"click.command", "click.group"})
# Packages whose decorators leave a method what it is for Daft.
_LEAVE_METHODS = frozenset(
    {
        "abc",
        "backoff",
        "builtins",
        "contextlib",
        "functools",
        "retry",
        "tenacity",
        "torch",
        "typing",
    }
)
# Packages whose decorators are known to hand on what a function is given and returns.
_HAND_ON = sys.stdlib_module_names | _LEAVE_METHODS | {"click", "daft", "pytest", "typer"}


class Decorating:
    """Applies decorators."""

    def __init__(self, session: Session, expressions: Expressions, calls: Calls) -> None:
        self._session = session
        self._expressions = expressions
        self._calls = calls

    def decorated(self, node: cst.FunctionDef | cst.ClassDef, target: Value, state: State) -> Value:
        """What a function or class is once its decorators are applied."""
        for decorator in reversed(node.decorators):
            target = self._applied(decorator.decorator, target, node, state)
        return target

    def _applied(
        self,
        decorator: cst.BaseExpression,
        target: Value,
        node: cst.FunctionDef | cst.ClassDef,
        state: State,
    ) -> Value:
        """What a decorator makes of a function or class.

        One of this file is called. One out of sight is taken to call what it wraps and to give
        what that gives, but with arguments of its own where the call leaves them out.
        """
        if marimo.is_plain(decorator) and marimo.is_notebook(self._session.document.text):
            return target
        value = self._expressions.value(decorator, state)
        called = decorator.func if isinstance(decorator, cst.Call) else decorator
        name = imported_name(self._expressions.value(called, state)) if dotted(called) else ""
        if isinstance(value, Imported) and value.name in udfs.DECORATORS:
            form = udfs.DECORATORS[value.name]
            value = DecoratorValue(form, udfs.read_options(Arguments()), decorator)
        if isinstance(value, DecoratorValue):
            return self._calls.making.decorated(value, target, functional=False)
        if isinstance(value, WrapperValue):
            return self._calls.making.wrapped(value, target)
        applied = FunctionValue | ClassValue | PartialValue
        if isinstance(value, applied) or self._session.wrapper(value):
            return self._calls.apply(value, Arguments((target,)), node, state)
        if isinstance(target, FunctionValue):
            if isinstance(value, ObjectValue) and value.made_of.function("__call__") is not None:
                return self._calls.apply(value, Arguments((target,)), node, state)
            if isinstance(value, ObjectValue) and value.made_of.function("__enter__") is not None:
                return replace(target, managers=(*target.managers, value))
            accessed = self._property_of(decorator, state)
            if accessed is not None:
                is_setter = cst.ensure_type(decorator, cst.Attribute).attr.value == "setter"
                return replace(accessed, setter=target) if is_setter else accessed
            if name in _BINDINGS:
                return replace(target, binding=_BINDINGS[name], cached=name == _CACHED)
            if name in _REMEMBERING:
                return replace(target, remembers=True)
            if name == "functools.singledispatch":
                return UNKNOWN
            if name.partition(".")[0] not in _LEAVE_METHODS:
                target = replace(target, marked=target.marked or UNKNOWN)
            if name in _TRANSPARENT:
                return target
            target = replace(target, wrapped=True, exits=target.exits or name in _COMMANDS)
        if isinstance(target, ClassValue) and name in FIELD_WRITERS:
            return _with_fields(target, name)
        assumed = _assumed(called, name, node)
        if isinstance(target, ClassValue) and name not in _TRANSPARENT:
            return replace(target, closed=False, rests_on=(*target.rests_on, *assumed))
        return relying(target, assumed, self._session)

    def _property_of(self, decorator: cst.BaseExpression, state: State) -> FunctionValue | None:
        """The property that `@name.setter` and `@name.deleter` add to."""
        if not isinstance(decorator, cst.Attribute) or decorator.attr.value not in _ACCESSORS:
            return None
        owner = self._expressions.value(decorator.value, state)
        if isinstance(owner, FunctionValue) and owner.binding is Binding.PROPERTY:
            return owner
        return None


def _with_fields(target: ClassValue, writer: str) -> ClassValue:
    """A class for whose fields a decorator writes `__init__`."""
    node = target.node
    fields = in_order({**dict(target.fields), **fields_of(node)})
    taken: dict[str, models.Names] = {}
    guarded: Iterable[str] = ()
    if writer.startswith(("attr.", "attrs.")):
        taken, guarded = models.taken_by_attrs(node), models.refined_by_attrs(node)
    elif writer.startswith("pydantic."):
        # Its settings may have it validate what is set later.
        taken, guarded = models.taken_by_dataclass(node), target.refined
    return replace(
        target,
        fields=fields,
        guarded=target.guarded.union(guarded),
        taken_as={**target.taken_as, **taken},
    )


def wrapping(wrapper: Value, wrapped: Value) -> Value:
    """A function that took over the attributes of another one, Daft's marks among them."""
    if not isinstance(wrapper, FunctionValue):
        return wrapper
    if isinstance(wrapped, FunctionValue):
        return replace(wrapper, marked=wrapped.marked or wrapper.marked)
    if imported_name(wrapped).startswith("builtins."):
        return wrapper
    return replace(wrapper, marked=UNKNOWN)


def _assumed(
    decorator: cst.BaseExpression, name: str, node: cst.FunctionDef | cst.ClassDef
) -> tuple[Origin, ...]:
    """What is taken for granted of a decorator out of sight; `name` is its dotted one."""
    if name.partition(".")[0] in _HAND_ON:
        return ()
    around, inside = f"`{dotted(decorator)}`", f"`{node.name.value}`"
    if around == "``":
        around = "a decorator"
    text = f"{around} leaves {inside} as it is"
    if isinstance(node, cst.FunctionDef):
        text = f"{around} hands on what {inside} is given and returns"
    return (Origin(OriginKind.ASSUMPTION, text),)
