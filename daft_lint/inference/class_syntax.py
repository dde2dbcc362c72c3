"""The syntax of a class: its fields, the names that calls give them, their bounds.

As dataclasses, attrs 26.1 and pydantic 2.13 have it.
"""

from __future__ import annotations

import ast
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

from daft_lint.index.traversal import FUNCTIONS
from daft_lint.index.tree import dotted, walk
from daft_lint.plan.quantity import exactly
from daft_lint.values import infix
from daft_lint.values.values import ClassValue, Flag, Nothing, Number, Signed, Value
from daft_lint.values.values import Mapping as Entries

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

# Bases that make fields of what any class below them annotates.
_UNDECORATED = frozenset({"BaseModel", "BaseSettings", "NamedTuple", "Struct", "TypedDict"})
# Calls that make a field of what no annotation stands at, as the first versions of attrs have it.
_FIELD_MAKERS = frozenset({"attr.ib", "attr.attrib", "attr.field", "attrs.field"})
# Decorators of methods that give the fields they name, or all, other values (pydantic 1 and 2).
_OF_NAMED = frozenset({"field_validator", "validator"})
_OF_ALL = frozenset({"model_validator", "root_validator"})
# What stands beside the type of a field and gives it another value.
_VALIDATORS = frozenset({"AfterValidator", "BeforeValidator", "PlainValidator", "WrapValidator"})
# Settings of a model by which calls may give a field by its own name too.
_BY_NAME = ("populate_by_name", "validate_by_name", "allow_population_by_field_name")
_ALIASES = ("validation_alias", "alias")
# What pydantic itself checks, and by which names.
_CHECKING = frozenset({"Field", "confloat", "conint"})
_BOUNDS: Mapping[str, ast.cmpop] = {
    "ge": ast.GtE(),
    "gt": ast.Gt(),
    "le": ast.LtE(),
    "lt": ast.Lt(),
}


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


def hidden_fields(
    node: ast.ClassDef,
    order: Iterable[ClassValue],
    inherited: Container[str],
    members: Iterable[str],
) -> Iterator[str]:
    """Names of a class that its objects don't have as the class does: an inherited field has them.

    What a dataclass binds without an annotation is no field of it, and nothing is without the
    decorator. Models and named tuples need none.
    """
    classes: list[ast.ClassDef] = [node, *(class_value.node for class_value in order)]
    bases = {_kind(base) for class_ in classes for base in class_.bases}
    declared = fields_of(node) if node.decorator_list or bases & _UNDECORATED else ()
    return (name for name in members if name in inherited and name not in declared)


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


def names_of_model(
    node: ast.ClassDef, config: Value, fields: Iterable[str]
) -> dict[str, tuple[str, ...]]:
    """The names under which a model of pydantic takes its fields, where these aren't their own.

    `config` are its settings, which may let a call give them by their own names too.
    """
    entries = config.entries if isinstance(config, Entries) else ()
    is_read = isinstance(config, Nothing | Entries) and all(key is not None for key, _ in entries)
    known = {key: value for key, value in entries if isinstance(key, str)}
    if known.get("alias_generator", Nothing()) != Nothing() or not is_read:
        return dict.fromkeys(fields, (EVERY,))
    values = [known.get(option, Flag(False)) for option in _BY_NAME]
    by_name = Flag(True) in values
    surely = by_name or all(value == Flag(False) for value in values)
    return {
        name: (alias, *((name,) if by_name else ()), *(() if surely else (EVERY,)))
        for name, (alias, *_) in aliases_of(node).items()
    }


def aliases_of(node: ast.ClassDef) -> dict[str, tuple[str, ...]]:
    """The names under which calls give those fields that have another one than their own."""
    taken: dict[str, tuple[str, ...]] = {}
    for part in node.body:
        if not isinstance(part, ast.AnnAssign):
            continue
        beside = [
            each_node for each_node in walk(part.annotation) if isinstance(each_node, ast.Call)
        ]
        given = [
            option_of(expression, name) for expression in (part.value, *beside) for name in _ALIASES
        ]
        known = [
            expression
            for expression in given
            if expression is not None and dotted(expression) != "None"
        ]
        if known:
            text = known[0].value if isinstance(known[0], ast.Constant) else None
            taken[dotted(part.target)] = (text if isinstance(text, str) else EVERY, EVERY)
    return taken


def attrs_names_of(node: ast.ClassDef) -> dict[str, tuple[str, ...]]:
    """The same for a class of attrs, which takes `_size` as `size`."""
    taken: dict[str, tuple[str, ...]] = {}
    for name in fields_of(node):
        if name.startswith("_"):
            taken[name] = (name.lstrip("_"),)
    for name, (alias, *_) in aliases_of(node).items():
        taken[name] = (alias,)
    return taken


def guarded_by_attrs(node: ast.ClassDef) -> Iterator[str]:
    """The fields of a class of attrs that converters or hooks run on when they are set later."""
    if any(option_of(decorator, "on_setattr") is not None for decorator in node.decorator_list):
        yield EVERY
    for part in node.body:
        if isinstance(part, ast.Assign | ast.AnnAssign) and any(
            option_of(part.value, name) is not None for name in ("converter", "on_setattr")
        ):
            targets = part.targets if isinstance(part, ast.Assign) else (part.target,)
            yield from map(dotted, targets)


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


def is_abstract(made_of: ClassValue) -> bool:
    """Whether Python surely refuses to make objects of a class, for want of a method."""
    lines = (made_of, *made_of.order)
    if not made_of.closed or not any(_checks_methods(line.node) for line in lines):
        return False
    return any(
        dotted(decorator).rpartition(".")[2] == "abstractmethod"
        for method in made_of.functions.values()
        if isinstance(method.node, FUNCTIONS)
        for decorator in method.node.decorator_list
    )


def _checks_methods(node: ast.ClassDef) -> bool:
    """Whether a class is made by `ABCMeta`, by what it names."""
    named = (dotted(base) for base in (*node.bases, *(each.value for each in node.keywords)))
    return any(name.rpartition(".")[2] in {"ABC", "ABCMeta"} for name in named)


def is_out_of_bounds(classes: Sequence[ClassValue], given: Mapping[str, Value]) -> bool:
    """Whether a model surely refuses one of the values that its fields are given."""
    numbers = {name: value for name, value in given.items() if isinstance(value, Number | Signed)}
    if not numbers:
        return False
    bounds: dict[str, list[tuple[ast.cmpop, float]]] = {}
    for class_value in reversed(classes):
        bounds.update(_bounds_of(class_value.node))
    return any(
        infix.compared(symbol, value, Number(exactly(number))) == Flag(False)
        for name, value in numbers.items()
        for symbol, number in bounds.get(name, ())
    )


def _bounds_of(node: ast.ClassDef) -> Iterator[tuple[str, list[tuple[ast.cmpop, float]]]]:
    """The bounds of the fields that a class declares itself, as far as they are written there."""
    for part in node.body:
        if isinstance(part, ast.AnnAssign):
            yield dotted(part.target), [*_bounds_in(part)]


def _bounds_in(field: ast.AnnAssign) -> Iterator[tuple[ast.cmpop, float]]:
    for call in walk(field):
        if isinstance(call, ast.Call) and dotted(call.func).rpartition(".")[2] in _CHECKING:
            for keyword in call.keywords:
                symbol = _BOUNDS.get(keyword.arg or "")
                number = keyword.value.value if isinstance(keyword.value, ast.Constant) else None
                if symbol is not None and isinstance(number, int | float):
                    yield symbol, float(number)
