"""The relevance of a call: whether it may concern Daft, by what is called or what it is given."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from daft_lint.inference.scope import scope_of
from daft_lint.modules.behaviour import may_build, touches_daft
from daft_lint.values.values import (
    ClassValue,
    DecoratorValue,
    ExpressionValue,
    FrameValue,
    FunctionValue,
    GroupedValue,
    Imported,
    Items,
    Mapping,
    ObjectValue,
    PartialValue,
    SuperValue,
    UdfClassValue,
    UdfInstanceValue,
    UdfValue,
    Unknown,
    Value,
    WrapperValue,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from daft_lint.documents.project import Project
    from daft_lint.inference.scope import Scope
    from daft_lint.values.values import Arguments

_OF_DAFT = (
    DecoratorValue
    | ExpressionValue
    | FrameValue
    | GroupedValue
    | UdfClassValue
    | UdfInstanceValue
    | UdfValue
    | WrapperValue
)
# How far it is looked into containers, and at how many of their items.
_DEEPEST = 3
_MOST_ITEMS = 20


class Relevance:
    """Tells which calls may build or run what pipelines are made of, and which values may be it."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._known: dict[int, tuple[object, bool]] = {}

    def is_given_any(self, arguments: Arguments) -> bool:
        """Whether a call is handed what pipelines are made of, or may make one."""
        makers = FunctionValue | PartialValue
        return any(
            isinstance(value, _OF_DAFT) or (isinstance(value, makers) and self.of_value(value))
            for value in arguments.values
        )

    def of_call(self, function: FunctionValue, arguments: Arguments) -> bool:
        """Whether a call may have to do with Daft: what is called, or what an argument holds."""
        return self.of_value(function) or self._any(arguments.values, _DEEPEST)

    def of_value(self, value: Value, depth: int = _DEEPEST) -> bool:
        """Whether a value is Daft's, or may lead to what is."""
        if isinstance(value, _OF_DAFT):
            return True
        if isinstance(value, FunctionValue):
            owner = value.bound_to
            return self._of_code(value) or (owner is not None and self.of_value(owner, depth))
        if isinstance(value, ClassValue):
            return self._of_code(value)
        if isinstance(value, ObjectValue):
            return value.itself.concerns_daft or self._of_code(value.made_of)
        if isinstance(value, Imported):
            return value.name.partition(".")[0] == "daft"
        if depth <= 0:
            return False
        if isinstance(value, SuperValue):
            return self.of_value(value.owner, depth)
        if isinstance(value, PartialValue):
            return self._any((value.function, *value.arguments.values), depth - 1)
        if isinstance(value, Items):
            return self._any((*(value.values or ()), *value.among), depth - 1)
        if isinstance(value, Mapping):
            return self._any((*(item for _, item in value.entries), *value.among), depth - 1)
        return isinstance(value, Unknown) and self._any((*value.among, *value.ways), depth - 1)

    def may_build(self, value: FunctionValue | ClassValue) -> bool:
        """Whether a function or class may take part in a pipeline, whoever calls it with what."""
        classes = value.order if isinstance(value, ClassValue) else ()
        return any(map(self._may_build, (value, *classes)))

    def _may_build(self, value: FunctionValue | ClassValue) -> bool:
        scope = scope_of(value)
        name = _outermost_name(value, scope)
        if scope.file is None or name is None:
            return True
        return may_build(scope.file.document, name, self._project) or self.of_value(value)

    def note_given(self, owner: Value, value: Value) -> None:
        """An object or class gets an attribute: of what is Daft's, its methods may make use."""
        if isinstance(owner, ObjectValue) and not owner.itself.concerns_daft:
            owner.itself.concerns_daft = self.of_value(value)

    def _any(self, values: Iterable[Value], depth: int) -> bool:
        return any(self.of_value(value, depth) for value in islice(values, _MOST_ITEMS))

    def _of_code(self, value: FunctionValue | ClassValue) -> bool:
        """Whether the text of a function or class has to do with Daft, or what is around it."""
        known = self._known.get(id(value.node))
        if known is None:
            # One that leads to itself does so without Daft.
            self._known[id(value.node)] = value.node, False
            known = self._known[id(value.node)] = value.node, self._looked_up(value)
        return known[1]

    def _looked_up(self, value: FunctionValue | ClassValue) -> bool:
        scope = scope_of(value)
        if scope.file is None:
            return True
        if isinstance(value, ClassValue) and any(map(self._of_code, value.order)):
            return True
        name = _outermost_name(value, scope)
        if name is not None:
            return touches_daft(scope.file.document, name, self._project)
        # What is around it may have given it anything.
        return scope.file.is_about_frames or self._any(scope.names.values(), 0)


def _outermost_name(value: FunctionValue | ClassValue, scope: Scope) -> str | None:
    """The name of a function or class of a module that some code is part of."""
    if isinstance(value, ClassValue):
        return str(value.node.name) if scope.parent is None else None
    if scope.parent is not None or value.name == "<lambda>":
        return None
    return value.name if value.home is None else str(value.home.name)
