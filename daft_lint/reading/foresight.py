"""What code changes that isn't followed, or not yet: earlier rounds, other ways in."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import libcst as cst

from daft_lint.plan.pipeline import Operator, OperatorKind
from daft_lint.reading.values import (
    ClassValue,
    FrameValue,
    ObjectValue,
    Unknown,
    Value,
    one_of,
)

if TYPE_CHECKING:
    from daft_lint.plan.span import Span
    from daft_lint.reading.calls import Calls
    from daft_lint.reading.expressions import Expressions
    from daft_lint.reading.scope import Owner, State
    from daft_lint.reading.session import Session
    from daft_lint.reading.targets import Changed


class Foresight:
    """Forgets what some code changes before it is followed."""

    def __init__(self, session: Session, expressions: Expressions, calls: Calls) -> None:
        self._session = session
        self._expressions = expressions
        self._calls = calls

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
                self._calls.objects.set_on_any(owner, attribute.attr.value, state)
            if isinstance(owner, ObjectValue | ClassValue):
                name = attribute.attr.value
                foreseen.add((owner, name))
                value = self._calls.attribute(owner, name, state)
                state.set_attribute(owner, name, widened(value, self._session.span(around), what))
        return foreseen


def widened(value: Value, around: Span, what: str) -> Value:
    """What a value may have become after any number of unseen steps at a place: None too."""
    if not isinstance(value, FrameValue):
        return one_of(value)
    last = value.plan.operators[-1:]
    if last and last[0].kind is OperatorKind.OPAQUE and last[0].method == what:
        return replace(value, optional=True)
    step = Operator(OperatorKind.OPAQUE, what, around, reads=None, writes=None)
    return FrameValue(value.plan.then(step), optional=True)
