"""Which expressions are surely objects, classes or functions of Daft."""

from __future__ import annotations

import ast
from enum import Enum

from daft_lint.daft_api.table import Member, api
from daft_lint.index.code import Expression
from daft_lint.infer.tree_values import TreeValues
from daft_lint.records import dataclass, field
from daft_lint.values.values import (
    ExpressionValue,
    FrameValue,
    GroupedValue,
    Imported,
    Reached,
    UdfInstanceValue,
    UdfValue,
    Value,
)


class Kind(Enum):
    """Whether something is a module, a class, an object of one, or what gives one when called."""

    MODULE = "module"
    CLASS = "class"
    OBJECT = "object"
    FUNCTION = "function"


@dataclass(frozen=True, slots=True)
class Known:
    """Something of Daft's: `owner` is the module or class, `member` what it was reached by."""

    kind: Kind
    owner: str
    member: Member | None = None


_EXPRESSION = Known(Kind.OBJECT, "Expression")
_KNOWN = {
    FrameValue: Known(Kind.OBJECT, "DataFrame"),
    GroupedValue: Known(Kind.OBJECT, "GroupedDataFrame"),
    ExpressionValue: _EXPRESSION,
    UdfValue: Known(Kind.FUNCTION, "Expression"),
    UdfInstanceValue: Known(Kind.FUNCTION, "Expression"),
}


@dataclass(slots=True)
class Receivers:
    """What expressions of a module are; what may be something else is unknown."""

    values: TreeValues
    _found: dict[int, Known | None] = field(default_factory=dict)

    def of(self, node: ast.expr) -> Known | None:
        """What an expression is, if it is surely of Daft's."""
        found = self.values.expression(node)
        return None if found is None else self._of(*found)

    def _of(self, expression: Expression, scope: int) -> Known | None:
        key = id(expression)
        if key not in self._found:
            self._found[key] = self._asked(expression, scope)
        return self._found[key]

    def _asked(self, expression: Expression, scope: int) -> Known | None:
        """By the table of the API where that knows the way to an expression, else by its value."""
        match expression:
            case ("attribute", base, name, _):
                owner = self._of(base, scope)
                if owner is not None:
                    return attribute(owner, name)
            case ("call", number):
                function = self.values.index.calls[number].function
                called = self._of(function, scope)
                if called is not None:
                    return _called(called)
                if function[0] == "attribute" and self._of(function[1], scope) is not None:
                    return None
            case ("name", _, number) if number >= 0:
                definition = self.values.index.definitions[number]
                if definition[0] == "value":
                    return self._of(definition[2], scope)
        return _known(self.values.of(expression, scope))


def attribute(owner: Known | None, name: str) -> Known | None:
    """An attribute of something, in whatever version of Daft has it."""
    if owner is None or owner.kind is Kind.FUNCTION:
        return None
    member = api().member(owner.owner, name)
    if member is None:
        # `daft.udf` is the function, though there is a module of that name.
        return module(f"{owner.owner}.{name}") if owner.kind is Kind.MODULE else None
    if member.is_value:
        return Known(Kind.OBJECT, member.gives) if member.gives else None
    is_class = owner.kind is Kind.MODULE and member.gives == name
    return Known(Kind.CLASS if is_class else Kind.FUNCTION, member.gives or "", member)


def module(name: str) -> Known | None:
    """A module of Daft's by its name."""
    is_daft = name == "daft" or name.startswith("daft.")
    return Known(Kind.MODULE, name) if is_daft and api().knows(name) else None


def _called(function: Known | None) -> Known | None:
    if function is None:
        return None
    gives = function.kind in {Kind.CLASS, Kind.FUNCTION} and function.owner
    return Known(Kind.OBJECT, function.owner) if gives else None


def _known(value: Value) -> Known | None:
    if isinstance(value, Imported):
        # `daft.udf` is a function too.
        owner, _, name = value.name.rpartition(".")
        return _along(value.name) or attribute(module(owner), name)
    return _along(value.path) if isinstance(value, Reached) else _KNOWN.get(type(value))


def _along(path: str) -> Known | None:
    first, *others = path.split(".")
    found = module(first)
    for part in others:
        found = attribute(found, part.removesuffix("()"))
        found = _called(found) if part.endswith("()") else found
    return found
