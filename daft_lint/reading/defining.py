"""Follows `def` and `class`: what they give names to."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import libcst as cst

from daft_lint.reading import enumerations, marimo, models
from daft_lint.reading.decorating import Decorating
from daft_lint.reading.fields import (
    FIELD_WRITERS,
    fields_of,
    hidden_fields,
    in_order,
    refined_fields,
)
from daft_lint.reading.inheriting import inherited, mangled, resolution_order
from daft_lint.reading.scope import Scope
from daft_lint.reading.values import (
    UNKNOWN,
    ClassValue,
    FunctionValue,
    Imported,
    ObjectValue,
    UdfClassValue,
    UdfValue,
    Value,
    imported_name,
)

if TYPE_CHECKING:
    from daft_lint.reading.calls import Calls
    from daft_lint.reading.expressions import Expressions
    from daft_lint.reading.foresight import Foresight
    from daft_lint.reading.scope import State
    from daft_lint.reading.session import Session
    from daft_lint.reading.statements import Statements

# Methods by which a class changes how its objects are made, or what is set or asked for.
_MAGIC = frozenset({"__new__", "__setattr__", "__delattr__", "__getattribute__"})
# Bases by which an object is of a class that it wasn't made of, or of a built-in one.
_STRUCTURAL = frozenset(
    {"typing.NamedTuple", "typing.Protocol", "typing.TypedDict", "typing_extensions.Protocol"}
)
_PLAIN_METACLASSES = frozenset({"abc.ABCMeta", "builtins.type", "enum.EnumMeta", "enum.EnumType"})
# Methods of a metaclass that are called with a new class.
_OF_NEW_CLASSES = ("__init__", "__new__")
# Bases that set no attribute but the fields.
_CLOSED_BASES = frozenset(
    {
        "abc.ABC",
        "builtins.object",
        "msgspec.Struct",
        "pydantic.BaseModel",
        "typing.Generic",
        "typing.NamedTuple",
        "typing.Protocol",
    }
)


class Defining:
    """Binds the names of functions and classes on a state."""

    def __init__(
        self,
        session: Session,
        expressions: Expressions,
        calls: Calls,
        foresight: Foresight,
        statements: Statements,
    ) -> None:
        self._session = session
        self._expressions = expressions
        self._calls = calls
        self._foresight = foresight
        self._statements = statements
        self._decorating = Decorating(session, expressions, calls)

    def run_def(self, node: cst.FunctionDef, state: State) -> None:
        """Run a `def`, or a cell of a notebook of marimo."""
        if self._is_cell(node, state):
            self._session.called.add(node)
            self._statements.block(marimo.code_of(node), state)
            return
        function = self._expressions.function(node, node.name.value, state)
        if self._session.is_at_root:
            self._session.functions.append(function)
        value = self._decorating.decorated(node, function, state)
        state.scope.names[node.name.value] = self._calls.udf_calls.made_here(value)

    def _is_cell(self, node: cst.FunctionDef, state: State) -> bool:
        if not node.decorators or state.scope.parent is not None:
            return False
        return marimo.is_cell(node) and marimo.is_notebook(self._session.document.text)

    def run_class(self, node: cst.ClassDef, state: State) -> None:
        """Run a `class`."""
        first = len(self._session.functions)
        value = self._class(node, state)
        self._tell_bases(value, state)
        # Methods are read with their class, as entry points of it, not as bare functions.
        del self._session.functions[first:]
        result = self._decorating.decorated(node, value, state)
        if isinstance(result, ClassValue):
            value = result
        if self._session.is_at_root and not isinstance(result, UdfClassValue | UdfValue):
            self._session.classes.append(value)
        state.scope.names[node.name.value] = self._calls.udf_calls.made_here(result)

    def _class(self, node: cst.ClassDef, state: State) -> ClassValue:
        bases = [self._base(base.value, state) for base in node.bases]
        own = [base for base in bases if isinstance(base, ClassValue)]
        self._session.effort.spend(sum(len(base.order) for base in own))
        order = resolution_order(own)
        functions, constants = inherited(order)
        fields = {name: named for base in reversed(order) for name, named in base.fields}
        scope = Scope(state.scope, home=node)
        self._statements.block(node.body, state.inside(scope))
        written = {mangled(name, node.name.value): one for name, one in scope.names.items()}
        members = enumerations.with_members(node, written, bases)
        for name, member in members.items():
            if isinstance(member, FunctionValue):
                functions[name] = _at_home(member, node)
                constants.pop(name, None)
            else:
                constants[name] = member
                functions.pop(name, None)
        is_model = models.is_model(bases)
        if fields or is_model or any(imported_name(base) in FIELD_WRITERS for base in bases):
            constants.update(dict.fromkeys(hidden_fields(node, order, fields, members), UNKNOWN))
            fields.update(fields_of(node))
        closed = all(
            base.closed if isinstance(base, ClassValue) else imported_name(base) in _CLOSED_BASES
            for base in bases
        )
        made = ClassValue(
            node=node,
            scope=state.scope,
            functions=functions,
            constants=constants,
            fields=in_order(fields),
            refined=refined_fields(node).union(*(base.refined for base in order)),
            guarded=frozenset[str]().union(*(base.guarded for base in order)),
            taken_as=dict(ChainMap(*(base.taken_as for base in order))),
            own=frozenset(members),
            order=order,
            closed=closed,
            plain=self._is_plain(node, members, order, state),
            enumerates=enumerations.enumerates(bases, members),
            nominal=closed and _is_nominal(bases, members),
            refitted=self._is_refitted(node, own, state),
            rests_on=tuple(origin for base in own for origin in base.rests_on),
        )
        return models.as_model(made, members) if is_model else made

    def _tell_bases(self, value: ClassValue, state: State) -> None:
        """A base is told of each new class, and may write it down somewhere."""
        hooks = (base.function("__init_subclass__") for base in value.order)
        hook = next((one for one in hooks if one is not None), None)
        if hook is not None:
            self._foresight.handed_on(replace(hook, bound_to=value), UNKNOWN, state)

    def _is_plain(
        self,
        node: cst.ClassDef,
        members: Mapping[str, Value],
        order: Sequence[ClassValue],
        state: State,
    ) -> bool:
        """Whether attributes of the class and of its objects are what they are set to."""
        if any(name in members for name in _MAGIC) or any(map(_names_itself, members.values())):
            return False
        if not all(base.plain and base.function("__init_subclass__") is None for base in order):
            return False
        return imported_name(self._metaclass(node, state)) in _PLAIN_METACLASSES

    def _is_refitted(self, node: cst.ClassDef, bases: Sequence[ClassValue], state: State) -> bool:
        """Whether a metaclass may have put other methods in place."""
        if any(base.refitted for base in bases):
            return True
        metaclass = self._metaclass(node, state)
        if isinstance(metaclass, ClassValue):
            return any(metaclass.function(name) is not None for name in _OF_NEW_CLASSES)
        return imported_name(metaclass) not in _PLAIN_METACLASSES

    def _metaclass(self, node: cst.ClassDef, state: State) -> Value:
        """The metaclass that a class names; without one it is `type`."""
        named = next((one.value for one in node.keywords if _is_metaclass(one)), None)
        if named is None:
            return Imported("builtins.type")
        return self._expressions.value(named, state)

    def _base(self, node: cst.BaseExpression, state: State) -> Value:
        """A base class; `Generic[T]` is `Generic`."""
        plain = node.value if isinstance(node, cst.Subscript) else node
        return self._expressions.value(plain, state)


def _at_home(function: FunctionValue, node: cst.ClassDef) -> FunctionValue:
    """A function that a class has, wherever it was defined."""
    setter = function.setter and _at_home(function.setter, node)
    return replace(function, home=function.home or node, setter=setter)


def _names_itself(member: Value) -> bool:
    """Whether a member of a class is told of it, and may set others."""
    return isinstance(member, ObjectValue) and member.made_of.function("__set_name__") is not None


def _is_nominal(bases: Sequence[Value], members: Mapping[str, Value]) -> bool:
    """Whether an object is of a class with such bases by its own class alone."""
    if "__subclasshook__" in members:
        return False
    return all(
        base.nominal if isinstance(base, ClassValue) else imported_name(base) not in _STRUCTURAL
        for base in bases
    )


def _is_metaclass(keyword: cst.Arg) -> bool:
    return keyword.keyword is not None and keyword.keyword.value == "metaclass"
