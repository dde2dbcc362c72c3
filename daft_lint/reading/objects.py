"""Attributes of ordinary objects and classes: what they are, and what setting them does."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from daft_lint.index.walking import MUTATORS
from daft_lint.plan.quantity import Origin, OriginKind
from daft_lint.reading.binding import replaceable
from daft_lint.reading.fields import EVERY
from daft_lint.reading.foresight import behind
from daft_lint.reading.inheriting import bound, mangled
from daft_lint.reading.relying import relying
from daft_lint.reading.scope import of_class
from daft_lint.reading.targets import changes_its_object
from daft_lint.reading.values import (
    NO_EXCEPTION,
    UNKNOWN,
    Arguments,
    Binding,
    ClassValue,
    FactoryValue,
    FunctionValue,
    Items,
    Mapping,
    ObjectValue,
    SuperValue,
    Unknown,
    Value,
    is_changeable,
    is_constant,
    one_of,
)

if TYPE_CHECKING:
    from daft_lint.reading.foresight import Foresight
    from daft_lint.reading.functions import Functions
    from daft_lint.reading.scope import Owner, State
    from daft_lint.reading.session import Session

# What an object is made of; whoever sets it makes it into something else.
_INTERNALS = frozenset({"__bases__", "__class__", "__dict__"})
# Methods that are called without a call being written.
_OF_PYTHON = frozenset(
    {
        "__add__",
        "__aiter__",
        "__anext__",
        "__bool__",
        "__contains__",
        "__eq__",
        "__format__",
        "__ge__",
        "__getattr__",
        "__getitem__",
        "__gt__",
        "__hash__",
        "__iter__",
        "__le__",
        "__len__",
        "__lt__",
        "__mul__",
        "__ne__",
        "__next__",
        "__or__",
        "__radd__",
        "__repr__",
        "__rshift__",
        "__str__",
        "__sub__",
    }
)
# Methods by which an object is true or false.
_TRUTH = ("__bool__", "__len__")


class Objects:
    """Looks attributes up as Python does, and sets them."""

    def __init__(self, session: Session, functions: Functions, foresight: Foresight) -> None:
        self._session = session
        self._functions = functions
        self._foresight = foresight
        # `__getattr__` may ask its object for what it sets itself.
        self._in_use: set[ObjectValue] = set()
        # What was set of things that aren't known, by the names of the attributes.
        self._set_out_of_sight: dict[str, Unknown] = {}

    def attribute(self, owner: Owner | SuperValue, name: str, state: State) -> Value:
        """What `owner.name` stands for."""
        if self._is_remade(owner):
            return one_of(owner) if isinstance(owner, ObjectValue) else UNKNOWN
        name = mangled(name, self._home)
        if isinstance(owner, SuperValue):
            home = next((one for one in owner.classes if name in one.own), None)
            return UNKNOWN if home is None else self._on_object(home, owner.owner, name, state)
        if isinstance(owner, ClassValue):
            return _as_far_as_known(owner, self._of_class(owner, name, state))
        if name == "__class__":
            return owner.made_of
        return _as_far_as_known(owner.made_of, self._of_object(owner, name, state))

    def set(self, owner: Owner, name: str, value: Value, state: State) -> None:
        """`owner.name = value`, which a property may make something else of."""
        if name in _INTERNALS:
            self._session.changes.remake(owner if isinstance(owner, ObjectValue) else owner.node)
            return
        name = mangled(name, self._home)
        if isinstance(owner, ObjectValue):
            if not owner.made_of.guarded.isdisjoint((name, EVERY)):
                value = UNKNOWN
            descriptor = owner.made_of.constant(name)
            if _has(descriptor, "__set__"):
                self._called(descriptor, "__set__", Arguments((owner, value)), state)
                return
        method = owner.made_of.function(name) if isinstance(owner, ObjectValue) else None
        if method is None or method.binding is not Binding.PROPERTY or method.cached:
            self._session.program.relevance.note_given(owner, value)
            state.set_attribute(owner, name, value)
        elif method.setter is not None and isinstance(owner, ObjectValue):
            setter = replace(method.setter, bound_to=owner)
            self._functions.call(setter, Arguments((value,)), state)

    def set_on_any(self, owner: Unknown, name: str, value: Value, state: State) -> None:
        """`owner.name = value`, where several may be the owner: none surely is."""
        owners = self._owners(owner)
        for one in owners:
            self.set(one, name, one_of(value), state)
        if not owners and is_changeable(value):
            known = self._set_out_of_sight.get(name, UNKNOWN)
            self._set_out_of_sight[name] = one_of(known, value)

    def of_any(self, owner: Unknown, name: str, state: State) -> Unknown:
        """What `owner.name` may be, where several may be the owner."""
        if name == "args":
            # An exception has there what it was made with.
            return owner
        found = [state.attribute(one, name) or of_class((one, name)) for one in self._owners(owner)]
        found.append(self._set_out_of_sight.get(name))
        return one_of(*(value for value in found if value is not None))

    def _owners(self, owner: Unknown) -> list[ObjectValue | ClassValue]:
        within = self._session.changes.reached(owner)
        return [one for one in within if isinstance(one, ObjectValue | ClassValue)]

    def call_on_any(self, owner: Unknown, name: str) -> None:
        """`owner.name(...)`, where several may be the owner: each of them may be changed."""
        changes = self._session.changes
        for one in changes.reached(owner):
            method = one.made_of.function(name) if isinstance(one, ObjectValue) else None
            called = (method, *behind(method)) if method is not None else ()
            is_container = isinstance(one, Items | Mapping) and name in MUTATORS
            if is_container or any(changes_its_object(each.node) for each in called):
                changes.change(one)

    def entered(self, manager: Value, state: State, *, is_async: bool) -> Value:
        """What `with manager as name` binds."""
        method = "__aenter__" if is_async else "__enter__"
        return self._called(manager, method, Arguments(), state)

    def left(self, manager: Value, state: State, *, is_async: bool) -> None:
        """The block of `with manager` is over."""
        method = "__aexit__" if is_async else "__exit__"
        self._called(manager, method, NO_EXCEPTION, state)

    def used(self, value: Value, state: State) -> None:
        """An operator, a loop or a function of Python calls special methods of a value."""
        if isinstance(value, ObjectValue) and value not in self._in_use:
            self._in_use.add(value)
            for name, method in value.made_of.functions.items():
                if name in _OF_PYTHON:
                    self._foresight.handed_on(bound(method, value), UNKNOWN, state)
            self._in_use.remove(value)

    def tested(self, value: Value, state: State) -> None:
        """Somebody asks whether a value is true."""
        if any(_has(value, method) for method in _TRUTH):
            self.used(value, state)

    def iterated(self, value: Value, state: State) -> Value:
        """What a loop over a value is given its items by."""
        if isinstance(value, ObjectValue) and _has(value, "__iter__"):
            self.used(value, state)
            return self._called(value, "__iter__", Arguments(), state)
        return value

    def item(self, owner: ObjectValue, key: Value, state: State) -> Value:
        """`owner[key]`."""
        self.used(owner, state)
        return self._called(owner, "__getitem__", Arguments((key,)), state)

    def calls_itself(self, owner: Value, state: State) -> None:
        """A method of a base out of sight is called: it may call any of those in sight."""
        if isinstance(owner, ObjectValue) and not owner.made_of.closed:
            for method in self.methods(owner):
                self._foresight.handed_on(method, UNKNOWN, state)

    def made_above(self, owner: Value, state: State) -> None:
        """`super().__init__(...)` of a base out of sight: it may set what was set before."""
        if not isinstance(owner, SuperValue) or owner.owner.made_of.closed:
            return
        instance = owner.owner
        text = f"what gets this `{instance.made_of.node.name.value}` leaves it as it is"
        assumed = (Origin(OriginKind.ASSUMPTION, text),)
        for one, name in [*state.attributes]:
            if one == instance:
                value = relying(state.attributes[one, name], assumed, self._session)
                state.set_attribute(instance, name, value)

    def methods(self, owner: ObjectValue) -> list[FunctionValue]:
        """The methods of an object that are called by their names."""
        functions = [
            one for name, one in owner.made_of.functions.items() if not name.startswith("__")
        ]
        return [bound(one, owner) for one in functions]

    def replaceable_constant(self, made_of: ClassValue, name: str) -> Value:
        """A class attribute that something out of sight may set on the object."""
        what = f"`{name}` in `{made_of.node.name.value}`"
        return replaceable(made_of.constant(name), what, self._session.span(made_of.node.name))

    def _called(self, owner: Value | None, name: str, arguments: Arguments, state: State) -> Value:
        if isinstance(owner, ObjectValue):
            method = self.attribute(owner, name, state)
            if isinstance(method, FunctionValue):
                return self._functions.call(method, arguments, state)
        return UNKNOWN

    def _is_remade(self, owner: Owner | SuperValue) -> bool:
        """Whether an object or a class isn't what it was made as, or a class that it comes from."""
        if isinstance(owner, SuperValue):
            return self._is_remade(owner.owner)
        made_of = owner.made_of if isinstance(owner, ObjectValue) else owner
        nodes = (one.node for one in (made_of, *made_of.order))
        return self._session.changes.is_remade(owner, *nodes)

    @property
    def _home(self) -> str:
        """The class whose method is followed, by its name; empty outside of classes."""
        stack = self._session.call_stack
        home = stack[-1].home if stack else None
        return home.name.value if home is not None else ""

    def _of_object(self, owner: ObjectValue, name: str, state: State) -> Value:
        changes = self._session.changes
        method = owner.made_of.function(name)
        is_hidden = changes.hides(owner)
        if method is not None and method.binding is Binding.PROPERTY and not method.cached:
            return self._functions.call(replace(method, bound_to=owner), Arguments(), state)
        value = None if is_hidden else state.attribute(owner, name)
        if value is not None:
            return changes.assumed(owner, value)
        if method is not None:
            return self._on_object(owner.made_of, owner, name, state)
        if owner.made_of.function("__getattr__") is not None:
            self.used(owner, state)
        if is_hidden:
            return UNKNOWN
        if not owner.made_of.closed:
            return self.replaceable_constant(owner.made_of, name)
        return changes.assumed(owner, self._on_object(owner.made_of, owner, name, state))

    def _on_object(self, made_of: ClassValue, owner: ObjectValue, name: str, state: State) -> Value:
        """What a class gives for an object of it or of a class below it."""
        found = _set_on_class(made_of, name, state) or made_of.function(name)
        if found is None:
            value = self._of_class(made_of, name, state)
            if not _has(value, "__get__"):
                return value
            return self._called(value, "__get__", Arguments((owner, made_of)), state)
        if not isinstance(found, FunctionValue) or found.bound_to is not None:
            return found
        if found.binding is Binding.PROPERTY:
            value = self._functions.call(replace(found, bound_to=owner), Arguments(), state)
            if found.cached:
                state.set_attribute(owner, name, value)
            return value
        return bound(found, owner)

    def _of_class(self, owner: ClassValue, name: str, state: State) -> Value:
        value = _set_on_class(owner, name, state)
        if value is not None:
            return value
        method = owner.function(name)
        if method is None:
            constant = owner.constant(name)
            return UNKNOWN if isinstance(constant, FactoryValue) else constant or UNKNOWN
        if method.binding is Binding.PROPERTY:
            return UNKNOWN
        return replace(method, bound_to=owner) if method.binding is Binding.CLASS else method


def _has(value: Value | None, method: str) -> bool:
    """Whether it is an object whose class has a method."""
    return isinstance(value, ObjectValue) and value.made_of.function(method) is not None


def _set_on_class(owner: ClassValue, name: str, state: State) -> Value | None:
    """What was set on a class, or on the base that it has a name from, after its body."""
    for one in (owner, *owner.order):
        value = state.attribute(one, name)
        if value is not None or name in one.own:
            return value
    return None


def _as_far_as_known(made_of: ClassValue, value: Value) -> Value:
    """A value of a class that may change what is set, or what is asked for."""
    return UNKNOWN if is_constant(value) and not made_of.plain else value
