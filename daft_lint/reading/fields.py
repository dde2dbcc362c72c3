"""The fields of dataclasses and their like, as their `__init__` takes them."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

import libcst as cst

from daft_lint.reading.targets import dotted
from daft_lint.reading.walking import walk_for

if TYPE_CHECKING:
    from daft_lint.reading.values import ClassValue

# Bases that make fields of what any class below them annotates.
_UNDECORATED = frozenset({"BaseModel", "BaseSettings", "NamedTuple", "Struct", "TypedDict"})
# Calls that make a field of what no annotation stands at, as the first versions of attrs have it.
_FIELD_MAKERS = frozenset({"attr.ib", "attr.attrib", "attr.field", "attrs.field"})
# Decorators of methods that give the fields they name, or all, other values (pydantic 1 and 2).
_OF_NAMED = frozenset({"field_validator", "validator"})
_OF_ALL = frozenset({"model_validator", "root_validator"})
# What stands beside the type of a field and gives it another value.
_VALIDATORS = frozenset({"AfterValidator", "BeforeValidator", "PlainValidator", "WrapValidator"})
FIELD_WRITERS = frozenset(
    {
        "msgspec.Struct",
        "pydantic.BaseModel",
        "pydantic.dataclasses.dataclass",
        "pydantic_settings.BaseSettings",
        "attr.attrs",
        "attr.define",
        "attr.dataclass",
        "attr.frozen",
        "attr.s",
        "attrs.define",
        "attrs.frozen",
        "dataclasses.dataclass",
        "typing.NamedTuple",
    }
)
"""Class decorators and bases that write `__init__` from the fields of the class."""
EVERY = "*"
"""Stands for all fields of a class."""


def fields_of(node: cst.ClassDef) -> dict[str, bool]:
    """The fields that a class declares for its `__init__`, and whether calls have to name them."""
    calls = [one.decorator for one in node.decorators if isinstance(one.decorator, cst.Call)]
    named = any(says(call, "kw_only") == "True" for call in calls)
    fields: dict[str, bool] = {}
    for part in lines_of(node):
        if isinstance(part, cst.Assign) and makes_field(part.value):
            names = (one.target for one in part.targets)
            fields.update((one.value, named) for one in names if isinstance(one, cst.Name))
        elif isinstance(part, cst.AnnAssign) and isinstance(part.target, cst.Name):
            kind = _kind(part.annotation.annotation)
            named = named or kind == "KW_ONLY"
            if kind not in {"ClassVar", "KW_ONLY"} and says(part.value, "init") != "False":
                own = says(part.value, "kw_only")
                fields[part.target.value] = named if own is None else own == "True"
    return fields


def hidden_fields(
    node: cst.ClassDef,
    order: Iterable[ClassValue],
    inherited: Container[str],
    members: Iterable[str],
) -> Iterator[str]:
    """Names of a class that its objects don't have as the class does: an inherited field has them.

    What a dataclass binds without an annotation is no field of it, and nothing is without the
    decorator. Models and named tuples need none.
    """
    classes = [node, *(one.node for one in order)]
    bases = {_kind(base.value) for one in classes for base in one.bases}
    declared = fields_of(node) if node.decorators or bases & _UNDECORATED else ()
    return (name for name in members if name in inherited and name not in declared)


def refined_fields(node: cst.ClassDef) -> frozenset[str]:
    """The fields whose value may be another than they are given, by what the class itself says."""
    found: set[str] = set()
    for part in lines_of(node):
        if (
            isinstance(part, cst.Assign | cst.AnnAssign)
            and says(part.value, "converter") is not None
        ):
            targets = part.targets if isinstance(part, cst.Assign) else (part,)
            found.update(dotted(one.target) for one in targets)
        if isinstance(part, cst.AnnAssign) and _is_validated(part.annotation.annotation):
            found.add(dotted(part.target))
    for method in node.body.body:
        if isinstance(method, cst.FunctionDef):
            found.update(name for one in method.decorators for name in _refined_by(one.decorator))
    return frozenset(found)


def _refined_by(decorator: cst.BaseExpression) -> Iterator[str]:
    """The fields that a method with a decorator gives other values."""
    call = decorator if isinstance(decorator, cst.Call) else None
    name = dotted(call.func if call is not None else decorator).rpartition(".")[2]
    if name in _OF_ALL:
        yield EVERY
    elif name in _OF_NAMED and call is not None:
        for argument in call.args:
            if isinstance(argument.value, cst.SimpleString):
                yield str(argument.value.evaluated_value)
            elif argument.keyword is None:
                yield EVERY


def _is_validated(annotation: cst.BaseExpression) -> bool:
    """`Annotated[int, AfterValidator(...)]`."""
    called = (dotted(one.func) for one in walk_for(cst.Call, annotation))
    return any(name.rpartition(".")[2] in _VALIDATORS for name in called)


def makes_field(value: cst.BaseExpression) -> bool:
    """Whether it makes a field of what no annotation stands at."""
    return isinstance(value, cst.Call) and dotted(value.func) in _FIELD_MAKERS


def lines_of(node: cst.ClassDef) -> Iterator[cst.BaseSmallStatement]:
    """The simple statements of a class."""
    for line in node.body.body:
        if isinstance(line, cst.SimpleStatementLine):
            yield from line.body


def in_order(fields: Mapping[str, bool]) -> tuple[tuple[str, bool], ...]:
    """Fields as a call takes them: those that have to be named come last."""
    return tuple(sorted(fields.items(), key=lambda field: field[1]))


def _kind(annotation: cst.BaseExpression) -> str:
    """The last name of an annotation, without what stands in brackets."""
    plain = annotation.value if isinstance(annotation, cst.Subscript) else annotation
    return dotted(plain).rpartition(".")[2]


def says(call: cst.BaseExpression | None, option: str) -> str | None:
    """The name that an option of a call is set to: True, False; None without it."""
    value = option_of(call, option)
    return None if value is None else dotted(value)


def option_of(call: cst.BaseExpression | None, option: str) -> cst.BaseExpression | None:
    """What an option of a call is set to."""
    for argument in call.args if isinstance(call, cst.Call) else ():
        if argument.keyword is not None and argument.keyword.value == option:
            return argument.value
    return None
