"""The attributes of objects over time: what a method finds, and what it leaves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from daft_lint.infer import arguments
from daft_lint.infer.attributes import (
    attribute,
    is_set_outside,
    lineage,
    method_contexts,
    of_class,
    seen_in_method,
)
from daft_lint.infer.calls import entered
from daft_lint.infer.context import Context, Given, Site, module_of
from daft_lint.infer.widening import widened
from daft_lint.values.alternatives import either
from daft_lint.values.values import UNKNOWN, Function, Instance, Value

if TYPE_CHECKING:
    from daft_lint.index.code import Index, Scope
    from daft_lint.infer.inference import Infer


def at_entry(infer: Infer, owner: Instance, name: str, context: Context) -> Value:
    """An attribute of an object as a method finds it, which runs in a context."""
    if context.scope.name == "__init__":
        return of_class(infer, owner, name)
    if is_set_outside(infer, lineage(infer, owner.made_of), name):
        return UNKNOWN
    if context.site is None:
        return seen_in_method(infer, owner, name, context)
    site = context.site
    before = site.context.index.states.get(site.number, {}).get(name)
    if before is not None:
        return infer.definition(before, site.context)
    return _before(infer, owner, name, site)


def left_by(infer: Infer, method: Value, name: str, site: Site) -> Value | None:
    """An attribute after a call of a method; None where it is unchanged."""
    if not isinstance(method, Function) or not sets(method, name):
        return None
    context = entered(infer, method, arguments.of_call(infer, site), site)
    if context is None:
        owner = method.bound[0] if method.bound else None
        return attribute(infer, owner, name) if isinstance(owner, Instance) else None
    return _left(infer, context, name)


def sets(method: Function, name: str) -> bool:
    """Whether a method may leave another value in an attribute than it found."""
    index = module_of(method).index
    return any(index.definitions[each][0] != "held" for each in _ends(index, method.scope, name))


def _ends(index: Index, method: Scope, name: str) -> Sequence[int]:
    """The definitions of an attribute that a method may leave."""
    writes = index.scopes[method.parent].writes.get(name, ()) if method.parent >= 0 else ()
    return method.left.get(name) or [each for scope, each in writes if scope == method.number]


def _left(infer: Infer, context: Context, name: str) -> Value:
    ends = _ends(context.index, context.scope, name)
    return either([infer.definition(number, context) for number in ends])


def _before(infer: Infer, owner: Instance, name: str, site: Site) -> Value:
    """An attribute of an object before a call, by the calls of its methods that came before."""
    context, index = site.context, site.context.index
    around = {*index.blocks_around(site.call.block, context.scope)}
    loops = {block for block in around if index.blocks[block].kind == "loop"}
    for number in _callable(infer, owner, name, context):
        own = {*index.blocks_around(index.calls[number].block, context.scope)}
        if number >= site.number and not own & loops:
            continue
        method = _setting(infer, owner, name, Site(context, number))
        if method is None:
            continue
        if own & loops or not own <= around:
            span = context.module.span(site.call.place)
            return widened(attribute(infer, owner, name), span, "other methods")
        # What came before that call, it found.
        found = left_by(infer, method, name, Site(context, number))
        assert found is not None
        return found
    made = owner.given.site if isinstance(owner.given, Given) else None
    if made is not None and made.context is context:
        return _at_first(infer, owner, name)
    if context.site is not None and made is not None:
        return _before(infer, owner, name, context.site)
    return attribute(infer, owner, name)


def _callable(infer: Infer, owner: Instance, name: str, context: Context) -> Sequence[int]:
    """The calls in a context, the last first, of methods called as those that set an attribute."""
    made_of, calls = owner.made_of, context.index.calls_by_name

    def found() -> Sequence[int]:
        methods = {
            scope.name
            for each in lineage(infer, made_of)
            for scope in module_of(each).index.scopes
            if scope.parent == each.scope.number and scope.name != "__init__"
            if _ends(module_of(each).index, scope, name)
        }
        return sorted({number for each in methods for number in calls.get(each, ())}, reverse=True)

    key = _callable, id(made_of.scope), id(made_of.context), name, context.module.path
    own = context.scope.number
    return [number for number in infer.once(key, found) if context.index.calls[number].scope == own]


def _setting(infer: Infer, owner: Instance, name: str, site: Site) -> Function | None:
    """The method of an object that a call runs, if it sets one of the object's attributes."""
    function = site.call.function
    if function[0] != "attribute" or infer.value(function[1], site.context) is not owner:
        return None
    method = infer.value(function, site.context)
    return method if isinstance(method, Function) and sets(method, name) else None


def _at_first(infer: Infer, owner: Instance, name: str) -> Value:
    """An attribute of an object that was made just now."""
    for each in lineage(infer, owner.made_of):
        number = each.scope.final.get("__init__")
        if number is None:
            continue
        definition = module_of(each).index.definitions[number]
        if definition[0] != "function":
            break
        (context,) = method_contexts(infer, owner, each, definition[1])
        if _ends(context.index, context.scope, name):
            return _left(infer, context, name)
    return attribute(infer, owner, name)
