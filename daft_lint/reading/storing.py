"""Binds the targets of assignments: names, attributes, items."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from daft_lint.plan.quantity import Origin, OriginKind
from daft_lint.reading import containers, targets
from daft_lint.reading.values import (
    UNKNOWN,
    Imported,
    Items,
    Number,
    Value,
    item_of,
    one_of,
)

if TYPE_CHECKING:
    from daft_lint.reading.calls import Calls
    from daft_lint.reading.expressions import Expressions, Receiver
    from daft_lint.reading.scope import State
    from daft_lint.reading.session import Session

_ENVIRONMENT = Imported("os.environ")
_MODULES = Imported("sys.modules")


class Storing:
    """Gives values to targets."""

    def __init__(self, session: Session, expressions: Expressions, calls: Calls) -> None:
        self._session = session
        self._expressions = expressions
        self._calls = calls

    def store(self, target: cst.BaseExpression, value: Value, state: State) -> None:
        """Bind a target to a value: a name, an attribute, an item, or several of them."""
        if isinstance(target, cst.Name):
            self._session.note_bound_afar(target.value, value)
            state.scope.names[target.value] = _as_constant(target.value, value)
        elif isinstance(target, cst.Attribute):
            name = target.attr.value
            owner = self._expressions.value(target.value, state)
            self._calls.setting.set(owner, name, _as_constant(name, value), state)
        elif isinstance(target, cst.Tuple | cst.List):
            self._unpack(target, value, state)
        elif isinstance(target, cst.StarredElement):
            self.store(target.value, one_of(value), state)
        elif isinstance(target, cst.Subscript):
            self._store_item(target, value, state)

    def _unpack(self, target: cst.Tuple | cst.List, value: Value, state: State) -> None:
        items = value.values if isinstance(value, Items) else None
        starred = any(isinstance(element, cst.StarredElement) for element in target.elements)
        if items is None or starred or len(items) != len(target.elements):
            items = (item_of(value),) * len(target.elements)
        for element, item in zip(target.elements, items, strict=True):
            self.store(element.value, item, state)

    def _store_item(self, target: cst.Subscript, value: Value, state: State) -> None:
        receiver = self._expressions.receiver(target.value, state)
        if not self._is_of_python(target, receiver.value, value, state):
            self._set_by_name(target, state)
            self._change_item(target, receiver, value, state)

    def _is_of_python(
        self, target: cst.Subscript, owner: Value, value: Value | None, state: State
    ) -> bool:
        """Whether an item of the environment or a module is set to a value, or deleted for None."""
        index = target.slice[0].slice
        if owner not in (_ENVIRONMENT, _MODULES) or not isinstance(index, cst.Index):
            return False
        key = self._expressions.value(index.value, state)
        if owner == _ENVIRONMENT:
            self._calls.set_environment(key, value, target)
        else:
            self._session.program.put_in_place(key)
        return True

    def _set_by_name(self, target: cst.Subscript, state: State) -> None:
        """`globals()[key] = ...` and `vars(owner)[key] = ...`."""
        around = targets.object_of_namespace(target.value)
        index = target.slice[0].slice
        if isinstance(index, cst.Index) and (around or targets.is_namespace(target.value)):
            owner = self._expressions.value(around, state) if around is not None else None
            key = self._expressions.value(index.value, state)
            self._calls.setting.set_item(owner, key, state)

    def _change_item(
        self, target: cst.Subscript, receiver: Receiver, value: Value | None, state: State
    ) -> None:
        """An item is set to a value, or deleted for None."""
        index = target.slice[0].slice if len(target.slice) == 1 else None
        key = self._expressions.value(index.value, state) if isinstance(index, cst.Index) else None
        after = None if key is None else containers.with_item(receiver.value, key, value)
        if value is not None:
            self._session.changes.put(receiver.value, (value,))
        self._calls.replace_container(receiver, after, state)

    def delete(self, node: cst.Del, state: State) -> None:
        """Unbind targets."""
        for target in targets.parts(node.target):
            if isinstance(target, cst.Subscript):
                receiver = self._expressions.receiver(target.value, state)
                if not self._is_of_python(target, receiver.value, None, state):
                    self._change_item(target, receiver, None, state)
            else:
                self.store(target, UNKNOWN, state)


def _as_constant(name: str, value: Value) -> Value:
    """A literal number that gets a name is spoken of by that name from then on."""
    if not isinstance(value, Number) or len(value.quantity.origins) != 1:
        return value
    origin = value.quantity.origins[0]
    if origin.kind is not OriginKind.LITERAL:
        return value
    named = Origin(OriginKind.CONSTANT, f"{name} = {value.quantity}", origin.span)
    return Number(value.quantity.from_place(named))
