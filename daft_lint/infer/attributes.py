"""Attributes: of modules, classes and objects of the project, and of what is out of sight."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from daft_lint.daft_api import udfs
from daft_lint.index.code import UNBOUND, last_name
from daft_lint.infer import arguments, fields
from daft_lint.infer.context import Context, Given, Site, context_of, module_of
from daft_lint.infer.names import member
from daft_lint.infer.widening import widened
from daft_lint.infer.writes import is_set_on, is_set_on_udf
from daft_lint.modules.module_map import Module as ModuleOf
from daft_lint.records import replace
from daft_lint.values.alternatives import each_way, either
from daft_lint.values.assumptions import with_assumptions
from daft_lint.values.values import (
    UNKNOWN,
    Class,
    ExpressionValue,
    FactoryValue,
    Function,
    Imported,
    Instance,
    Mapping,
    Module,
    Nothing,
    Reached,
    Super,
    UdfInstanceValue,
    Unknown,
    Value,
    is_constant,
)

if TYPE_CHECKING:
    from daft_lint.infer.inference import Infer

_MOST_BASES = 12
# Each method that sets an attribute may find it as any other one leaves it.
_MOST_WRITES = 100
_OWN_WAYS = frozenset({"__getattribute__", "__new__", "__setattr__"})
_PROPERTIES = frozenset({"property", "cached_property"})


def attribute(infer: Infer, owner: Value, name: str) -> Value:
    """What `owner.name` stands for."""
    several = each_way(owner)
    if len(several) > 1:
        there = [each for each in several if not isinstance(each, Nothing)]
        return either([attribute(infer, each, name) for each in there])
    if isinstance(owner, Imported | Reached):
        return owner.attribute(name)
    if isinstance(owner, Module):
        assert isinstance(owner.of, ModuleOf)
        return member(infer, owner.of, name) or UNKNOWN
    if isinstance(owner, Instance):
        value = infer.answer(owner.answers, name, lambda: _of_instance(infer, owner, name))
        if not isinstance(value, Function) and _has_own_ways(infer, owner.made_of):
            return UNKNOWN
        return with_assumptions(value, owner.made_of.rests_on)
    if isinstance(owner, Class):
        classes = lineage(infer, owner)
        value = _of_classes(infer, classes, name, owner)
        is_set = value is not UNKNOWN and (
            is_set_outside(infer, classes, name) or _is_set_by_class(classes, name)
        )
        return UNKNOWN if is_set else value
    if isinstance(owner, Super):
        classes = lineage(infer, owner.owner.made_of)
        scopes = [each.scope for each in classes]
        above = classes[scopes.index(owner.behind) + 1 :] if owner.behind in scopes else []
        return _of_classes(infer, above, name, owner.owner)
    if isinstance(owner, Mapping):
        # Only what `argparse` reads has its entries as attributes.
        return owner.get(name)
    if isinstance(owner, UdfInstanceValue):
        if is_set_on_udf(infer, name, owner.made_of.span):
            return UNKNOWN
        return udfs.method_udf(owner, name) or UNKNOWN
    return owner if isinstance(owner, ExpressionValue | Unknown) else UNKNOWN


def keeps(infer: Infer, owner: Value, name: str) -> bool:
    """Whether an attribute keeps the value that was set: no property, no `__setattr__`."""
    if not isinstance(owner, Instance):
        return True
    for each in lineage(infer, owner.made_of):
        number = each.scope.final.get(name)
        if number is not None and module_of(each).index.definitions[number][0] == "function":
            return False
    return not _has_own_ways(infer, owner.made_of)


def _has_own_ways(infer: Infer, made_of: Class) -> bool:
    """Whether a class may make its objects, or get and set their attributes, in its own way."""

    def found() -> bool:
        classes = lineage(infer, made_of)
        return any(
            not _OWN_WAYS.isdisjoint(each.scope.final)
            or is_set_on(infer, "__init__", each, module_of(each))
            or any(
                isinstance(infer.value(decorator, context_of(each)), Class)
                for decorator in each.scope.decorators
            )
            for each in classes
        )

    return infer.once((_has_own_ways, id(made_of.scope), id(made_of.context)), found)


def is_set_outside(infer: Infer, classes: Sequence[Class], name: str) -> bool:
    """Whether code outside of some classes sets an attribute of one of them."""
    for each in classes:
        if is_set_on(infer, name, each, module_of(each)):
            return True
        if name in each.scope.final:
            break
    return False


def _is_set_by_class(classes: Sequence[Class], name: str) -> bool:
    """Whether a class sets an attribute of itself, or of those below it."""
    for each in classes:
        scopes = module_of(each).index.scopes
        for number, _ in each.scope.writes.get(name, ()):
            names = {last_name(decorator) for decorator in scopes[number].decorators}
            if "classmethod" in names or scopes[number].name == "__init_subclass__":
                return True
    return False


def inside(infer: Infer, made_of: Class | Function) -> Context:
    """The body of a class or function without a known caller, where that was defined."""
    around = context_of(made_of)
    if around is infer.free(around.module, around.scope.number):
        return infer.free(around.module, made_of.scope.number)
    key = "class", made_of.scope.number
    if key not in around.entered:
        around.entered[key] = Context(around.module, made_of.scope, around)
    return around.entered[key]


def lineage(infer: Infer, made_of: Class) -> list[Class]:
    """A class and those of the project that it is made from, in the order of a look-up."""
    found: list[Class] = []
    waiting = [made_of]
    while waiting and len(found) < _MOST_BASES:
        each = waiting.pop(0)
        if all(each.scope is not other.scope for other in found):
            found.append(each)
            waiting += [base for base in bases(infer, each) if isinstance(base, Class)]
    module = module_of(made_of)
    if module.may_make_frames and any(each not in found for each in waiting):
        span = module.span(made_of.scope.place)
        infer.stop(module.path, span, f"{_MOST_BASES} classes that one is made from")
    return found


def bases(infer: Infer, made_of: Class) -> list[Value]:
    """The bases of a class."""
    return [infer.value(base, context_of(made_of)) for base in made_of.scope.bases]


def _of_classes(
    infer: Infer, classes: Sequence[Class], name: str, owner: Class | Instance
) -> Value:
    """A name of the first class that has it, as a class or an object has it: methods are bound.

    A private name belongs to one class alone.
    """
    if _is_private(name):
        classes = [each for each in classes if name in each.scope.final]
        if len(classes) > 1:
            return UNKNOWN
    for each in classes:
        number = each.scope.final.get(name)
        if number is None:
            continue
        value = infer.definition(number, inside(infer, each))
        if is_constant(value) and _is_enumeration(infer, classes):
            return UNKNOWN
        if isinstance(value, Function) and value.scope.parent == each.scope.number:
            return _bound(infer, value, owner)
        if isinstance(owner, Class) and isinstance(value, FactoryValue):
            return UNKNOWN
        return fields.default_of(infer, value)
    return UNKNOWN


def _is_private(name: str) -> bool:
    return name.startswith("__") and not name.endswith("__")


def of_class(infer: Infer, owner: Instance, name: str) -> Value:
    """An attribute of an object that isn't set on it: that of its class."""
    return _of_classes(infer, lineage(infer, owner.made_of), name, owner)


def _is_enumeration(infer: Infer, classes: Sequence[Class]) -> bool:
    """Whether the constants of a class become members of it."""
    above = (base for each in classes for base in bases(infer, each))
    return any(isinstance(base, Imported) and base.name.startswith("enum.") for base in above)


def _bound(infer: Infer, method: Function, owner: Class | Instance) -> Value:
    """A method as an object or a class has it."""
    names = {last_name(decorator) for decorator in method.scope.decorators}
    if "staticmethod" in names:
        return method
    if "classmethod" in names:
        made_of = owner if isinstance(owner, Class) else owner.made_of
        return _with_object(method, made_of)
    if isinstance(owner, Class):
        return method
    bound = _with_object(method, owner)
    return infer.apply(bound, Given(), None) if names & _PROPERTIES else bound


def _with_object(method: Function, owner: Value) -> Function:
    return Function(
        method.scope, method.context, (owner, *method.bound), method.marked, method.rests_on
    )


def _of_instance(infer: Infer, owner: Instance, name: str) -> Value:
    """An attribute of an object, unless other code sets it."""
    value = _own(infer, owner, name)
    is_set = value is not UNKNOWN and is_set_outside(infer, lineage(infer, owner.made_of), name)
    return UNKNOWN if is_set else value


def _own(infer: Infer, owner: Instance, name: str) -> Value:
    """What the methods of an object set, a field, or a name of its class."""
    made_of = owner.made_of
    if _is_private(name) and sum(name in e.scope.writes for e in lineage(infer, made_of)) > 1:
        return UNKNOWN
    field = fields.field_of(infer, owner, name)
    for each in lineage(infer, made_of):
        writes = each.scope.writes.get(name)
        if writes and field is not None:
            return UNKNOWN
        if writes:
            found = [
                infer.definition(number, context)
                for scope, number in writes
                for context in method_contexts(infer, owner, each, scope)
            ]
            if not _is_surely_set(each, name) and _has(lineage(infer, made_of), name):
                found.append(_of_classes(infer, lineage(infer, made_of), name, owner))
            return either(found)
    if field is not None:
        return field
    return _of_classes(infer, lineage(infer, made_of), name, owner)


def _is_surely_set(made_of: Class, name: str) -> bool:
    """Whether each run of the `__init__` of a class sets an attribute."""
    index, number = module_of(made_of).index, made_of.scope.final.get("__init__")
    definition = index.definitions[number] if number is not None else ("opaque",)
    if definition[0] != "function":
        return False
    scope = index.scopes[definition[1]]
    first = scope.parameters[0].name if scope.parameters else ""
    last = scope.final.get(f"{first}.{name}")
    if last is None:
        return False
    kind, *rest = index.definitions[last]
    return kind != "either" or UNBOUND not in rest[1:]


def _has(classes: Sequence[Class], name: str) -> bool:
    return any(name in each.scope.final for each in classes)


def seen_in_method(infer: Infer, owner: Instance, name: str, context: Context) -> Value:
    """An attribute as seen by a method that also sets it: what any method sets.

    Any of these may have run before it.
    """
    around = context.outer
    writes = () if around is None else around.scope.writes.get(name, ())
    own = context.scope.number
    if around is None or all(scope != own for scope, _ in writes):
        return attribute(infer, owner, name)
    if len(writes) > _MOST_WRITES:
        more_than = f"{_MOST_WRITES} methods that set `{name}`"
        infer.stop(context.module.path, context.module.span(around.scope.place), more_than)
        return UNKNOWN
    found = [
        infer.definition(number, each)
        for scope, number in writes
        if scope != own
        for each in method_contexts(infer, owner, _class_at(around), scope)
    ]
    if context.scope.name == "__init__" or not found:
        return either(found)
    span = context.module.span(around.scope.place)
    return widened(either(found), span, "other methods")


def _class_at(context: Context) -> Class:
    assert context.outer is not None
    return Class(context.scope, context.outer)


def method_contexts(infer: Infer, owner: Instance, made_of: Class, scope: int) -> Iterator[Context]:
    """A method as it runs on an object; `__init__` with what the object was made with."""
    around = inside(infer, made_of)
    own = around.index.scopes[scope]
    key = "method", scope, id(owner)
    if key not in around.entered:
        context = Context(around.module, own, around, itself=owner)
        if own.name == "__init__" and isinstance(owner.given, Given):
            given = _given_to_base(infer, owner, made_of)
            if given is not None:
                bound = arguments.bound(infer, Function(own, around, (owner,)), given)
                context = Context(around.module, own, around, bound, given.site)
        around.entered[key] = context
    yield around.entered[key]


def _given_to_base(infer: Infer, owner: Instance, made_of: Class) -> Given | None:
    """What the `__init__` of a class gets, which may be that of a base of the object's class.

    None where the object's class has its own `__init__`, and what that hands on is out of sight.
    """
    assert isinstance(owner.given, Given)
    first = next(
        (each for each in lineage(infer, owner.made_of) if "__init__" in each.scope.final), made_of
    )
    if first.scope is made_of.scope:
        return owner.given
    index = module_of(first).index
    definition = index.definitions[first.scope.final["__init__"]]
    for number in index.calls_by_name.get("__init__", ()):
        call = index.calls[number]
        if definition[0] == "function" and call.scope == definition[1]:
            (context,) = method_contexts(infer, owner, first, definition[1])
            given = arguments.of_call(infer, Site(context, number))
            by_super = call.function[0] == "attribute" and call.function[1][0] == "call"
            if not by_super:
                given = replace(given, positional=given.positional[1:])
            return replace(given, site=Site(context, number))
    return None
