"""Instances of the classes in sight: what making one sets on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from daft_lint.reading.bounds import is_out_of_bounds
from daft_lint.reading.entries import Entry
from daft_lint.reading.fields import EVERY
from daft_lint.reading.inheriting import is_abstract
from daft_lint.reading.relying import relying
from daft_lint.reading.values import (
    UNKNOWN,
    Arguments,
    ClassValue,
    FactoryValue,
    Items,
    Itself,
    Mapping,
    ObjectValue,
    Value,
)

if TYPE_CHECKING:
    from daft_lint.reading.calls import Calls
    from daft_lint.reading.functions import Functions
    from daft_lint.reading.scope import State
    from daft_lint.reading.session import Session

# Methods that run when the fields of an object are set, and what they are called with.
_AFTER_FIELDS = {
    "__post_init__": Arguments(),
    "__attrs_post_init__": Arguments(),
    "model_post_init": Arguments((UNKNOWN,)),
}


class Instances:
    """Makes instances."""

    def __init__(self, session: Session, functions: Functions, calls: Calls) -> None:
        self._session = session
        self._functions = functions
        self._calls = calls

    def make(self, made_of: ClassValue, arguments: Arguments, state: State) -> ObjectValue:
        """An instance of a class of this file, its `__init__` followed."""
        instance = ObjectValue(made_of)
        if self._is_refused(made_of, arguments):
            self._session.endings.fails(state)
            return instance
        relying(instance, made_of.rests_on, self._session)
        file = made_of.scope.file or self._session.file
        self._session.note_call(Entry(file.path, made_of.node.name.value))
        initialiser = made_of.function("__init__")
        if any(state.attribute(one, "__init__") is not None for one in (made_of, *made_of.order)):
            # Another one was put in its place.
            self._session.changes.change(instance)
        names = [name for name, _ in made_of.fields]
        if initialiser is not None:
            for name in names:
                # It may call one that nobody wrote.
                state.set_attribute(instance, name, UNKNOWN)
            self._functions.call(replace(initialiser, bound_to=instance), arguments, state)
            return instance
        given = _given(made_of, names, arguments)
        for name in names:
            if not made_of.refined.isdisjoint((name, EVERY)):
                state.set_attribute(instance, name, UNKNOWN)
            elif name in given or arguments.unread:
                self._session.program.relevance.note_given(instance, given.get(name, UNKNOWN))
                state.set_attribute(instance, name, given.get(name, UNKNOWN))
            elif not arguments.complete or not made_of.closed:
                unseen = self._calls.objects.replaceable_constant(made_of, name)
                state.set_attribute(instance, name, unseen)
            else:
                default = made_of.constant(name)
                if isinstance(default, FactoryValue):
                    default = self._calls.apply(default.made_by, Arguments(), made_of.node, state)
                elif default is not None and made_of.is_model and not _is_hashable(default):
                    default = self._copied(default, state, {})
                if default is not None:
                    state.set_attribute(instance, name, default)
        for name, handed in _AFTER_FIELDS.items():
            after = made_of.function(name)
            if after is not None:
                self._functions.call(replace(after, bound_to=instance), handed, state)
        return instance

    def _copied(self, value: Value, state: State, copies: dict[Value, Value]) -> Value:
        """A deep copy of a default, as pydantic makes one of what can't be hashed (2.13)."""
        if self._session.changes.hides(value):
            return UNKNOWN
        if isinstance(value, Items) and value.values is not None:
            items = tuple(self._copied(one, state, copies) for one in value.values)
            return replace(value, values=items)
        if isinstance(value, Mapping):
            entries = [(key, self._copied(one, state, copies)) for key, one in value.entries]
            return replace(value, entries=tuple(entries))
        if not isinstance(value, ObjectValue):
            return value
        if value not in copies:
            copies[value] = copied = replace(value, itself=Itself())
            known = {**state.imported, **state.attributes}
            for (owner, name), one in known.items():
                if owner == value:
                    own = self._session.changes.assumed(value, one)
                    state.set_attribute(copied, name, self._copied(own, state, copies))
        return copies[value]

    def _is_refused(self, made_of: ClassValue, arguments: Arguments) -> bool:
        """Whether no such object can be made, of an abstract class or with a number out of bounds.

        One that stands for those of classes below it can.
        """
        if made_of in self._session.stand_ins or made_of.refitted:
            return False
        if is_abstract(made_of):
            return True
        if made_of.function("__init__") is not None:
            return False
        return is_out_of_bounds((made_of, *made_of.order), arguments.keywords)


def _given(made_of: ClassValue, names: Sequence[str], arguments: Arguments) -> dict[str, Value]:
    """What a call gives the fields of a class."""
    keywords = arguments.keywords
    taken = {name: made_of.taken_as.get(name, (name,)) for name in names}
    given = dict(zip(names, arguments.positional, strict=False))
    claimed = {one for known in taken.values() for one in known}
    if not claimed.issuperset(keywords):
        # One of a name that isn't known may be any of those that nothing else takes.
        keywords = {EVERY: UNKNOWN, **keywords}
    for name, known in taken.items():
        found = next((keywords[one] for one in known if one in keywords), None)
        if found is not None:
            given[name] = found
    return given


def _is_hashable(value: Value) -> bool:
    """Whether a value has a hash: objects of plain classes have one, models and lists have none."""
    if not isinstance(value, ObjectValue):
        return not isinstance(value, Items | Mapping)
    made_of = value.made_of
    is_plain = not made_of.fields and made_of.function("__eq__") is None
    return is_plain or made_of.function("__hash__") is not None
