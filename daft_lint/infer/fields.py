"""Fields of dataclasses, named tuples, and models of pydantic and attrs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from daft_lint.index.code import Scope, last_name
from daft_lint.infer import arguments
from daft_lint.infer.context import Context, Given, module_of
from daft_lint.plan.quantity import Origin, OriginKind
from daft_lint.values.values import (
    UNKNOWN,
    Arguments,
    Class,
    FactoryValue,
    Imported,
    Instance,
    Number,
    Value,
)

if TYPE_CHECKING:
    from daft_lint.infer.inference import Infer

# Decorators of methods that may give fields other values (pydantic 1 and 2, attrs).
_VALIDATING = ("validator", "serializer")
FIELDS = frozenset({"attr.field", "attr.ib", "attrs.field", "dataclasses.field", "pydantic.Field"})
"""Functions that declare a field in the body of a class with a generated `__init__`."""


def field_of(infer: Infer, owner: Instance, name: str) -> Value | None:
    """A field of an object: as it was given, or its default; None where it is no field.

    Where it is unknown how an object was made, its fields have defaults that may be replaced.
    """
    from daft_lint.infer.attributes import bases, inside, lineage

    classes = lineage(infer, owner.made_of)
    is_plain = not any(each.scope.decorators for each in classes)
    if is_plain and not any(_is_model(base) for each in classes for base in bases(infer, each)):
        return None
    names: list[str] = []
    homes: dict[str, Class] = {}
    validates = False
    for each in reversed(classes):
        if "__init__" in each.scope.final:
            is_set = any(name in one.scope.writes for one in classes)
            of_base = name in names or (
                name in each.scope.fields and any(map(_is_model, bases(infer, each)))
            )
            return UNKNOWN if of_base and not is_set else None
        names += [field for field in each.scope.fields if field not in names]
        homes.update(dict.fromkeys(each.scope.fields, each))
        validates = validates or _validates(inside(infer, each), each.scope)
    home, given = homes.get(name), owner.given
    if home is None:
        # attrs takes `_size` as `size`.
        is_given = isinstance(given, Given) and name.lstrip("_") in given.keywords
        return UNKNOWN if is_given else None
    if _is_hidden(classes, name, home):
        return UNKNOWN
    number = home.scope.final.get(name)
    context = inside(infer, home)
    value = UNKNOWN if number is None else infer.definition(number, context)
    if validates or _is_renamed(value):
        return UNKNOWN
    if not isinstance(given, Given):
        return _replaceable(default_of(infer, value), owner, name, context)
    if name in given.keywords:
        return arguments.known(infer, given.keywords[name])
    # An argument without a field of its name is an alias of one.
    if not given.complete or not given.keywords.keys() <= set(names):
        return UNKNOWN
    if given.positional and "_" in names:
        return UNKNOWN  # `_: KW_ONLY`
    placed = [each for each in names if _takes_place(homes[each], each)]
    place = placed.index(name) if name in placed else len(given.positional)
    if place < len(given.positional):
        return arguments.known(infer, given.positional[place])
    default = default_of(infer, value)
    return _replaceable(default, owner, name, context) if _asks(infer, owner) else default


def _is_hidden(classes: Sequence[Class], name: str, home: Class) -> bool:
    """Whether a field may not be one, or may have another default.

    A subclass may set its name, or only other classes than its own may be decorated.
    """
    first = next((each for each in classes if name in each.scope.final), home)
    if first.scope is not home.scope:
        return True
    is_decorated = any(each.scope.decorators for each in classes)
    return is_decorated and not home.scope.decorators


def _asks(infer: Infer, owner: Instance) -> bool:
    """Whether missing fields are read from the environment: settings of pydantic."""
    from daft_lint.infer.attributes import bases, lineage

    found = (base for each in lineage(infer, owner.made_of) for base in bases(infer, each))
    return any(isinstance(each, Imported) and each.name.endswith(".BaseSettings") for each in found)


def _is_model(base: Value) -> bool:
    """Whether the `__init__` of a class out of sight may set fields."""
    return not isinstance(base, Class) and base != Imported("builtins.object")


def _takes_place(home: Class, name: str) -> bool:
    """Whether a field is given by its place: not if its own call says that it isn't."""
    index, number = module_of(home).index, home.scope.final.get(name)
    definition = index.definitions[number] if number is not None else ("opaque",)
    if definition[0] != "value" or definition[2][0] != "call":
        return True
    keywords = {keyword for keyword, _ in index.calls[definition[2][1]].keywords}
    return keywords.isdisjoint({"init", "kw_only"})


def default_of(infer: Infer, value: Value) -> Value:
    """What a field is where nothing is given: `field(default_factory=list)` makes a new one."""
    if isinstance(value, FactoryValue):
        return infer.apply(value.made_by, Given(), None)
    return value


def of_call(name: str, given: Arguments) -> Value:
    """What `field(...)` stands for: its default."""
    if any(key in given.keywords for key in ("alias", "validation_alias", "converter")):
        return Imported(name)
    factory = given.get(None, "default_factory", "factory")
    if factory is not None:
        return FactoryValue(factory)
    first = 0 if name == "pydantic.Field" else None
    return given.get(first, "default") or UNKNOWN


def _is_renamed(value: Value) -> bool:
    """Whether a field has another name for those who give it, or a converter."""
    return isinstance(value, Imported) and value.name in FIELDS


def _validates(context: Context, scope: Scope) -> bool:
    """Whether a method of a class may give its fields other values."""
    index = context.index
    for definitions in scope.bound.values():
        for number in definitions:
            definition = index.definitions[number]
            if definition[0] == "function":
                for decorator in index.scopes[definition[1]].decorators:
                    if decorator[0] == "call":
                        decorator = index.calls[decorator[1]].function
                    if last_name(decorator).endswith(_VALIDATING):
                        return True
    return False


def _replaceable(value: Value, owner: Instance, name: str, context: Context) -> Value:
    """A default number that the caller who makes the object may replace."""
    if not isinstance(value, Number):
        return UNKNOWN
    what = f"`{name}` in `{owner.made_of.scope.name}`"
    span = value.quantity.origins[0].span if value.quantity.origins else None
    origin = Origin(OriginKind.DEFAULT, f"default of {what}", span)
    return Number(value.quantity.from_place(origin))
