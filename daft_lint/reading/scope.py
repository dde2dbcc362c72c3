"""Names and what they stand for, through branches."""

from __future__ import annotations

from typing import TypeVar

from daft_lint.reading.values import ObjectValue, Value, join


class Scope:
    """The names of one function call, class body or module, with the scope around it."""

    def __init__(self, parent: Scope | None = None) -> None:
        self.names: dict[str, Value] = {}
        self.parent = parent

    def lookup(self, name: str) -> Value | None:
        """What a name stands for here, None when no scope in sight binds it."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.names:
                return scope.names[name]
            scope = scope.parent
        return None


Attributes = dict[tuple[ObjectValue, str], Value]


class State:
    """Where one run of the program stands: its names, its objects' attributes, whether it goes on.

    A branch is analysed on a copy; the copies are joined where the branches meet.
    """

    def __init__(self, scope: Scope, attributes: Attributes) -> None:
        self.scope = scope
        self.attributes = attributes
        self.ended = False

    def snapshot(self) -> tuple[dict[str, Value], Attributes]:
        """What a branch starts from."""
        return dict(self.scope.names), dict(self.attributes)

    def restore(self, snapshot: tuple[dict[str, Value], Attributes]) -> None:
        """Go back to a snapshot, as the start of another branch."""
        names, attributes = snapshot
        self.scope.names = dict(names)
        self.attributes.clear()
        self.attributes.update(attributes)
        self.ended = False

    def meet(self, branches: list[tuple[dict[str, Value], Attributes]]) -> None:
        """Go on with what any of the branches may have left; none: the run has ended."""
        if not branches:
            self.ended = True
            return
        self.ended = False
        names, attributes = branches[0]
        for other_names, other_attributes in branches[1:]:
            names = _join_dicts(names, other_names)
            attributes = _join_dicts(attributes, other_attributes)
        self.scope.names = dict(names)
        self.attributes.clear()
        self.attributes.update(attributes)

    def attribute(self, owner: ObjectValue, name: str) -> Value | None:
        """An attribute set on an object so far."""
        return self.attributes.get((owner, name))

    def set_attribute(self, owner: ObjectValue, name: str, value: Value) -> None:
        """Set an attribute of an object."""
        self.attributes[owner, name] = value


K = TypeVar("K")


def _join_dicts(left: dict[K, Value], right: dict[K, Value]) -> dict[K, Value]:
    """A name that only one branch binds is what that branch bound: else the program fails."""
    joined = dict(left)
    for key, value in right.items():
        joined[key] = join(left[key], value) if key in left else value
    return joined
