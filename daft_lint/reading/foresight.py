"""What code changes that isn't followed, or not yet: other rounds, other ways in, unseen calls."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import libcst as cst

from daft_lint.plan.pipeline import Operator, OperatorKind
from daft_lint.reading.inheriting import bound
from daft_lint.reading.scope import Scope
from daft_lint.reading.targets import changed_by
from daft_lint.reading.values import (
    UNKNOWN,
    Binding,
    ClassValue,
    FrameValue,
    FunctionValue,
    ObjectValue,
    Unknown,
    Value,
    one_of,
)
from daft_lint.reading.walking import walk_for

if TYPE_CHECKING:
    from daft_lint.plan.span import Span
    from daft_lint.reading.calls import Calls
    from daft_lint.reading.expressions import Expressions
    from daft_lint.reading.scope import Owner, State
    from daft_lint.reading.session import Session
    from daft_lint.reading.targets import Changed

# How many functions are looked at that code out of sight may come to call by way of one.
_MOST_HANDED_ON = 50


class Foresight:
    """Forgets what some code changes that is followed later, or by nobody in sight."""

    def __init__(self, session: Session, expressions: Expressions) -> None:
        self._session = session
        self._expressions = expressions
        self.calls: Calls
        # By their nodes, what is foreseen of a function now, and for which object.
        self._handed_on: dict[cst.CSTNode, Owner | None] = {}

    def foresee(
        self, changed: Changed, state: State, around: cst.CSTNode, what: str
    ) -> set[tuple[Owner, str]]:
        """Forget the containers and attributes that some code may change; give the attributes."""
        for container in changed.containers:
            self._session.changes.change(self._expressions.value(container, state))
        foreseen = set()
        for attribute in changed.attributes:
            owner = self._expressions.value(attribute.value, state)
            if isinstance(owner, Unknown):
                self.calls.objects.set_on_any(owner, attribute.attr.value, UNKNOWN, state)
            if isinstance(owner, ObjectValue | ClassValue):
                name = attribute.attr.value
                foreseen.add((owner, name))
                value = self.calls.attribute(owner, name, state)
                state.set_attribute(owner, name, widened(value, self._session.span(around), what))
        return foreseen

    def handed_on(self, function: FunctionValue, given: Value, state: State) -> None:
        """Somebody out of sight may call a function: what its text changes isn't known any more.

        `given` is what the function may be given. A property that it sets may be the function
        itself, for the same object or another one.
        """
        node, owner = function.node, function.bound_to
        if node in self._handed_on:
            if owner is not None and owner != self._handed_on[node]:
                self._session.changes.change(owner)
            return
        self._handed_on[node] = owner
        try:
            self._hand_on(function, given, state)
        finally:
            del self._handed_on[node]

    def _hand_on(self, function: FunctionValue, given: Value, state: State) -> None:
        # By identity; holding what is given keeps its id from being given to another.
        seen: dict[tuple[object, ...], Value] = {}
        waiting = [(function, given)]
        while waiting and len(seen) < _MOST_HANDED_ON:
            one, given = waiting.pop()
            among = given.among if isinstance(given, Unknown) else (given,)
            key = one.node, one.bound_to, *map(id, among)
            if key not in seen:
                seen[key] = given
                waiting += [(replace(each, bound_to=one.bound_to), given) for each in behind(one)]
                waiting += self._foresee_call(one, given, state)

    def _foresee_call(
        self, function: FunctionValue, given: Value, state: State
    ) -> list[tuple[FunctionValue, Value]]:
        """Forget what the text of a function changes; give the functions that it calls.

        With each comes what it may be given.
        """
        file, inside = function.scope.file or self._session.file, Scope(function.scope)
        names = [one.name.value for one in function.node.params.params]
        inside.names.update(dict.fromkeys(names, given))
        if function.bound_to is not None and names:
            inside.names[names[0]] = function.bound_to
        changed, within = changed_by(function.node.body), state.inside(inside)
        called: list[tuple[FunctionValue, Value]] = []
        with self._session.within(file):
            self.foresee(changed, within, function.node, "call")
            for call in changed.called:
                target = self.called_by(call.func, within)
                if isinstance(target, FunctionValue):
                    handed = (self._without_properties(one.value, within) for one in call.args)
                    called.append((target, one_of(given, *handed)))
        return called

    def called_by(self, node: cst.BaseExpression, state: State) -> Value:
        """What a call in a text calls; a method of anything may change whatever that may be."""
        if not isinstance(node, cst.Attribute):
            return self._without_properties(node, state)
        owner, name = self._without_properties(node.value, state), node.attr.value
        if isinstance(owner, Unknown):
            self.calls.objects.call_on_any(owner, name)
        return self._attribute(owner, name, state)

    def _without_properties(self, node: cst.BaseExpression, state: State) -> Value:
        """What a dotted name stands for, as far as asking for it runs no code."""
        if isinstance(node, cst.Name):
            return self._expressions.value(node, state)
        if not isinstance(node, cst.Attribute):
            return UNKNOWN
        return self._attribute(self._without_properties(node.value, state), node.attr.value, state)

    def _attribute(self, owner: Value, name: str, state: State) -> Value:
        """An attribute as far as asking for it runs no code."""
        if not isinstance(owner, ObjectValue):
            method = owner.function(name) if isinstance(owner, ClassValue) else None
            return method or UNKNOWN
        method = owner.made_of.function(name)
        if method is None or method.binding is Binding.PROPERTY:
            return state.attribute(owner, name) or UNKNOWN
        return bound(method, owner)


def widened(value: Value, around: Span, what: str) -> Value:
    """What a value may have become after any number of unseen steps at a place: None too."""
    if not isinstance(value, FrameValue):
        return one_of(value)
    last = value.plan.operators[-1:]
    if last and last[0].kind is OperatorKind.OPAQUE and last[0].method == what:
        return replace(value, optional=True)
    step = Operator(OperatorKind.OPAQUE, what, around, reads=None, writes=None)
    return FrameValue(value.plan.then(step), optional=True)


def behind(method: FunctionValue) -> list[FunctionValue]:
    """The functions around one that it names, as what a decorator puts in a method's place does."""
    found: dict[FunctionValue, None] = {}
    waiting = [method]
    while waiting:
        one = waiting.pop()
        if one not in found:
            found[one] = None
            waiting += _named_around(one)
    return list(found)[1:]


def _named_around(function: FunctionValue) -> list[FunctionValue]:
    if function.scope.parent is None:
        return []
    around = function.scope.names
    named = (around.get(one.value) for one in walk_for(cst.Name, function.node))
    return [one for one in named if isinstance(one, FunctionValue)]
