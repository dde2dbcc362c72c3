"""Attributes: of modules, classes and objects of the project, and of what is out of sight."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from daft_lint.daft_api import udfs
from daft_lint.index.code import last_name
from daft_lint.infer import arguments, fields
from daft_lint.infer.context import Context, Given, Site, context_of, module_of
from daft_lint.infer.names import member
from daft_lint.infer.widening import widened
from daft_lint.infer.writes import is_set_on
from daft_lint.modules.module_map import Module as ModuleOf
from daft_lint.values.alternatives import either, for_each_alternative
from daft_lint.values.values import (
    UNKNOWN,
    Alternatives,
    Class,
    ExpressionValue,
    Function,
    Imported,
    Instance,
    Mapping,
    Module,
    Nothing,
    Number,
    Reached,
    Super,
    Text,
    UdfInstanceValue,
    Unknown,
    Value,
)

if TYPE_CHECKING:
    from daft_lint.infer.inference import Infer

_MOST_BASES = 12
_PROPERTIES = frozenset({"property", "cached_property"})


def attribute(infer: Infer, owner: Value, name: str) -> Value:
    """What `owner.name` stands for."""
    if isinstance(owner, Alternatives):
        there = [each for each in owner.values if not isinstance(each, Nothing)]
        return either([attribute(infer, each, name) for each in there])
    if isinstance(owner, Unknown) and owner.ways:
        return for_each_alternative(owner, lambda each: attribute(infer, each, name))
    if isinstance(owner, Imported | Reached):
        return owner.attribute(name)
    if isinstance(owner, Module):
        assert isinstance(owner.of, ModuleOf)
        return member(infer, owner.of, name) or UNKNOWN
    if isinstance(owner, Instance):
        return infer.answer(owner.answers, name, lambda: _of_instance(infer, owner, name))
    if isinstance(owner, Class):
        return _of_classes(infer, lineage(infer, owner), name, owner)
    if isinstance(owner, Super):
        classes = lineage(infer, owner.owner.made_of)
        scopes = [each.scope for each in classes]
        above = classes[scopes.index(owner.behind) + 1 :] if owner.behind in scopes else []
        return _of_classes(infer, above, name, owner.owner)
    if isinstance(owner, Mapping):
        # Only what `argparse` reads has its entries as attributes.
        return owner.get(name)
    if isinstance(owner, UdfInstanceValue):
        return udfs.method_udf(owner, name) or UNKNOWN
    if name == "value" and isinstance(owner, Number | Text):
        # Only the members of an enumeration have it.
        return owner
    return owner if isinstance(owner, ExpressionValue) else UNKNOWN


def inside(infer: Infer, made_of: Class) -> Context:
    """The body of a class, as it ran where the class was defined."""
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
    return found


def bases(infer: Infer, made_of: Class) -> list[Value]:
    """The bases of a class."""
    return [infer.value(base, context_of(made_of)) for base in made_of.scope.bases]


def _of_classes(
    infer: Infer, classes: Sequence[Class], name: str, owner: Class | Instance
) -> Value:
    """A name of the first class that has it, as a class or an object has it: methods are bound."""
    for each in classes:
        number = each.scope.final.get(name)
        if number is None:
            continue
        value = infer.definition(number, inside(infer, each))
        if isinstance(value, Function) and value.scope.parent == each.scope.number:
            return _bound(infer, value, owner)
        return fields.default_of(infer, value)
    return UNKNOWN


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
    """An attribute of an object: what its methods set, a field, or a name of its class."""
    made_of = owner.made_of
    if is_set_on(infer, name, made_of, module_of(made_of)):
        return UNKNOWN
    for each in lineage(infer, made_of):
        writes = each.scope.writes.get(name)
        if writes:
            found = [
                infer.definition(number, context)
                for scope, number in writes
                for context in method_contexts(infer, owner, each, scope)
            ]
            return either(found)
    field = fields.field_of(infer, owner, name)
    if field is not None:
        return field
    return _of_classes(infer, lineage(infer, made_of), name, owner)


def seen_in_method(infer: Infer, owner: Instance, name: str, context: Context) -> Value:
    """An attribute as a method sees it that sets it too: by what other methods set.

    It may have been called before, and others that set it.
    """
    around = context.outer
    writes = () if around is None else around.scope.writes.get(name, ())
    own = context.scope.number
    if around is None or all(scope != own for scope, _ in writes):
        return attribute(infer, owner, name)
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

    None where the object's class has one of its own that doesn't hand anything on in sight.
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
