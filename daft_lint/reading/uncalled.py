"""Reads what nobody in the file calls: its callers are elsewhere, its arguments unknown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import libcst as cst

from daft_lint.reading import targets
from daft_lint.reading.entries import Entry, entry_of, entry_on
from daft_lint.reading.foresight import behind, widened
from daft_lint.reading.inheriting import bound
from daft_lint.reading.scope import Scope
from daft_lint.reading.values import (
    UNKNOWN,
    Arguments,
    ClassValue,
    FunctionValue,
    Nothing,
    ObjectValue,
    perhaps_none,
)
from daft_lint.reading.walking import children, walk

if TYPE_CHECKING:
    from daft_lint.reading.calls import Calls
    from daft_lint.reading.foresight import Foresight
    from daft_lint.reading.functions import Functions
    from daft_lint.reading.scope import Owner, State
    from daft_lint.reading.session import Session

_UNSEEN = Arguments(complete=False)
_OTHERS = "other methods"
_Code = cst.FunctionDef | cst.Lambda


class Uncalled:
    """Enters a file by each function and class that it doesn't use itself."""

    def __init__(
        self, session: Session, functions: Functions, calls: Calls, foresight: Foresight
    ) -> None:
        self._session = session
        self._functions = functions
        self._calls = calls
        self._foresight = foresight

    def read(self, state: State) -> None:
        """Read them all, each as something that may have been done before the next."""
        session = self._session
        # Files that import this one don't come by where it ends the program as a script.
        state.ended = False
        self._forget_filled(state)
        index = 0
        while index < len(session.classes) and not session.is_beside_the_point(session.root):
            self._read_class(session.classes[index], state)
            index += 1
        index = 0
        while index < len(session.functions) and not session.is_beside_the_point(session.root):
            function = session.functions[index]
            if function.node not in session.called:
                self._enter(function, entry_of(function, session.root.path), state)
            index += 1

    def _forget_filled(self, state: State) -> None:
        """Any way in may have been taken before any other: what each of them fills may be full."""
        called = self._session.called
        waiting = [one for one in self._session.functions if one.node not in called]
        waiting += [one for made_of in self._session.classes for one in made_of.functions.values()]
        done: set[cst.CSTNode] = set()
        while waiting:
            function = waiting.pop()
            if function.node in done:
                continue
            done.add(function.node)
            for node in _code_of(function.node):
                waiting += self._forget_filled_by(node, function.scope, state)

    def _forget_filled_by(self, node: _Code, around: Scope, state: State) -> list[FunctionValue]:
        """Forget what the text of a function fills, and give the functions that it calls."""
        scope, changed = Scope(around), targets.changed_by(node.body)
        scope.names = dict.fromkeys((*_parameters(node), *changed.names), UNKNOWN)
        only = replace(changed, attributes=[])
        self._foresight.foresee(only, state.inside(scope), node, _OTHERS)
        plain = (one.func.value for one in changed.called if isinstance(one.func, cst.Name))
        named = map(scope.lookup, plain)
        return [one for one in named if isinstance(one, FunctionValue)]

    def _enter(self, function: FunctionValue, entry: Entry, state: State) -> None:
        """Nothing tells whether another way in was taken before this one."""
        self._session.recorder.entry = entry
        done = state.past.done
        branching = self._session.branching
        branching.optional(lambda: self._functions.call(function, _UNSEEN, state), state)
        state.past.done = done

    def _read_class(self, made_of: ClassValue, state: State) -> None:
        """Read the methods on an object of their own; any of them may run before any other."""
        methods = [
            one for one in made_of.functions.values() if isinstance(one.node, cst.FunctionDef)
        ]
        uncalled = [one for one in methods if self._is_uncalled(one, made_of)]
        if not uncalled:
            return
        path = self._session.root.path
        self._session.recorder.entry = Entry(path, made_of.node.name.value)
        done = state.past.done
        self._session.stand_ins.add(made_of)
        instance = self._calls.instances.make(made_of, _UNSEEN, state)
        state.ended = False
        setters = self._foresee(methods, instance, state)
        for method in uncalled:
            if self._is_uncalled(method, made_of):
                entry = entry_on(made_of, method, path)
                self._enter(bound(method, instance), entry, state)
                for (owner, name), count in setters.items():
                    value = state.attribute(owner, name)
                    if value is None:
                        continue
                    if count > 1:
                        value = widened(value, self._session.span(made_of.node.name), _OTHERS)
                    # The method that sets it may be called later, or never.
                    state.set_attribute(owner, name, perhaps_none(value))
        self._session.stand_ins.clear()
        state.past.done = done

    def _is_uncalled(self, method: FunctionValue, made_of: ClassValue) -> bool:
        """Whether nothing shows yet what a method does for the objects of a class.

        What one does that a class inherits may hang on what the class defines itself.
        """
        own = [one for one in behind(method) if one.home is method.home]
        if any(one.node not in self._session.called for one in (method, *own)):
            return True
        if method.home is made_of.node or (made_of.node, method.node) in self._session.called_on:
            return False
        return not made_of.own.isdisjoint(_asked_for(method, made_of))

    def _foresee(
        self, methods: list[FunctionValue], instance: ObjectValue, state: State
    ) -> Counter[tuple[Owner, str]]:
        """Forget what other methods than `__init__` change; give how many set each attribute."""
        setters: Counter[tuple[Owner, str]] = Counter()
        wrapped = (one for method in methods for one in behind(method))
        for method in (*methods, *wrapped):
            parameters = method.node.params.params
            if method.name == "__init__" or not parameters:
                continue
            scope = Scope(method.scope)
            scope.names[parameters[0].name.value] = instance
            before = dict(state.attributes)
            changed = targets.changed_by(method.node.body)
            inside, around = state.inside(scope), instance.made_of.node.name
            for key in self._foresight.foresee(changed, inside, around, _OTHERS):
                setters[key] += 1
                if isinstance(before.get(key, Nothing()), Nothing):
                    del state.attributes[key]
        return setters


def _code_of(function: _Code) -> Iterator[_Code]:
    """A function, and those that stand in it."""
    waiting: list[_Code | cst.ClassDef] = [function]
    while waiting:
        node = waiting.pop()
        if isinstance(node, _Code):
            yield node
        waiting += [one for part in children(node) for one in targets.changed_by(part).nested]


def _parameters(function: _Code) -> list[str]:
    parameters = function.params
    every = (*parameters.posonly_params, *parameters.params, *parameters.kwonly_params)
    stars = (parameters.star_arg, parameters.star_kwarg)
    return [one.name.value for one in (*every, *stars) if isinstance(one, cst.Param)]


def _asked_for(method: FunctionValue, made_of: ClassValue) -> frozenset[str]:
    """The attributes that a method asks for, of whatever, and those that methods ask for then."""
    methods = made_of.functions
    found: set[str] = set()
    waiting = [method.node, *(one.node for one in behind(method))]
    while waiting:
        nodes = walk(waiting.pop())
        asked = {node.attr.value for node in nodes if isinstance(node, cst.Attribute)} - found
        found |= asked
        waiting += [methods[name].node for name in asked & methods.keys()]
    return frozenset(found)
