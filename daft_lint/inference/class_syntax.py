"""The syntax of a class: its fields, and which of them get other values than they are given.

As dataclasses, attrs 26.1 and pydantic 2.13 have it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from daft_lint.index.traversal import FUNCTIONS
from daft_lint.index.tree import dotted, walk

EVERY = "*"
"""Stands for all fields of a class."""
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
MODELS = frozenset({"pydantic.BaseModel", "pydantic_settings.BaseSettings"})

# Calls that make a field of what no annotation stands at, as the first versions of attrs have it.
_FIELD_MAKERS = frozenset({"attr.ib", "attr.attrib", "attr.field", "attrs.field"})
# Decorators of methods that give the fields they name, or all, other values (pydantic 1 and 2).
_OF_NAMED = frozenset({"field_validator", "validator"})
_OF_ALL = frozenset({"model_validator", "root_validator"})
# What stands beside the type of a field and gives it another value.
_VALIDATORS = frozenset({"AfterValidator", "BeforeValidator", "PlainValidator", "WrapValidator"})


def fields_of(node: ast.ClassDef) -> dict[str, bool]:
    """The fields that a class declares for its `__init__`, and whether calls have to name them."""
    named = any(says(decorator, "kw_only") == "True" for decorator in node.decorator_list)
    fields: dict[str, bool] = {}
    for part in node.body:
        if isinstance(part, ast.Assign) and makes_field(part.value):
            fields.update(
                (target.id, named) for target in part.targets if isinstance(target, ast.Name)
            )
        elif isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name):
            kind = _kind(part.annotation)
            named = named or kind == "KW_ONLY"
            if kind not in {"ClassVar", "KW_ONLY"} and says(part.value, "init") != "False":
                own = says(part.value, "kw_only")
                fields[part.target.id] = named if own is None else own == "True"
    return fields


def refined_fields(node: ast.ClassDef) -> frozenset[str]:
    """The fields whose value may be another than they are given, by what the class itself says."""
    found: set[str] = set()
    for part in node.body:
        if (
            isinstance(part, ast.Assign | ast.AnnAssign)
            and says(part.value, "converter") is not None
        ):
            targets = part.targets if isinstance(part, ast.Assign) else (part.target,)
            found.update(map(dotted, targets))
        if isinstance(part, ast.AnnAssign) and _is_validated(part.annotation):
            found.add(dotted(part.target))
        if isinstance(part, FUNCTIONS):
            found.update(
                name for decorator in part.decorator_list for name in _refined_by(decorator)
            )
    return frozenset(found)


def _refined_by(decorator: ast.expr) -> Iterator[str]:
    """The fields that a method with a decorator gives other values."""
    call = decorator if isinstance(decorator, ast.Call) else None
    name = dotted(call.func if call is not None else decorator).rpartition(".")[2]
    if name in _OF_ALL:
        yield EVERY
    elif name in _OF_NAMED and call is not None:
        for argument in call.args:
            text = argument.value if isinstance(argument, ast.Constant) else None
            yield text if isinstance(text, str) else EVERY


def _is_validated(annotation: ast.expr) -> bool:
    """`Annotated[int, AfterValidator(...)]`."""
    called = (dotted(node.func) for node in walk(annotation) if isinstance(node, ast.Call))
    return any(name.rpartition(".")[2] in _VALIDATORS for name in called)


def makes_field(value: ast.expr) -> bool:
    """Whether it makes a field of what no annotation stands at."""
    return isinstance(value, ast.Call) and dotted(value.func) in _FIELD_MAKERS


def in_order(fields: Mapping[str, bool]) -> tuple[tuple[str, bool], ...]:
    """Fields as a call takes them: those that have to be named come last."""
    return tuple(sorted(fields.items(), key=lambda field: field[1]))


def _kind(annotation: ast.expr) -> str:
    """The last name of an annotation, without what stands in brackets."""
    plain = annotation.value if isinstance(annotation, ast.Subscript) else annotation
    return dotted(plain).rpartition(".")[2]


def says(call: ast.expr | None, option: str) -> str | None:
    """What an option of a call is set to: `True`, `False`, a dotted name; None without it."""
    value = option_of(call, option)
    if isinstance(value, ast.Constant):
        return repr(value.value)
    return None if value is None else dotted(value)


def option_of(call: ast.expr | None, option: str) -> ast.expr | None:
    """What an option of a call is set to."""
    keywords = call.keywords if isinstance(call, ast.Call) else ()
    return next((keyword.value for keyword in keywords if keyword.arg == option), None)
