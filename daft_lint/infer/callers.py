"""The callers of a function: its scope in the context of each call in the project.

What calls a function by another name than its own isn't found, and no test counts as a caller of
what isn't a test. Without a caller in sight, nothing is known of its parameters.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from daft_lint.infer import arguments
from daft_lint.infer.attributes import method_contexts
from daft_lint.infer.calls import entered
from daft_lint.infer.context import Context, Given, Site
from daft_lint.values.values import Alternatives, Class, Function, Instance, Value

if TYPE_CHECKING:
    from daft_lint.index.code import Scope
    from daft_lint.infer.inference import Infer
    from daft_lint.modules.module_map import Module

_MOST_CALLERS = 16
_MOST_CONTEXTS = 24
_DEEPEST = 8


def contexts(infer: Infer, module: Module, number: int) -> tuple[Context, ...]:
    """A scope as each way into it runs it: from modules, or from where no caller is in sight."""
    key = contexts, module.path, number
    found = infer.once(key, lambda: tuple(_contexts(infer, module, number, ())))
    assert isinstance(found, tuple)
    return found


def _contexts(infer: Infer, module: Module, number: int, inner: tuple[Scope, ...]) -> list[Context]:
    scope = module.index.scopes[number]
    if scope.kind == "module":
        return [infer.free(module, 0)]
    if scope.kind == "class":
        return [infer.free(module, number)]
    found: dict[int, Context] = {}
    if len(inner) < _DEEPEST and scope not in inner:
        for context in _called(infer, module, scope, (*inner, scope)):
            found[id(context)] = context
            if len(found) >= _MOST_CONTEXTS:
                break
    return list(found.values()) or [infer.free(module, number)]


def _called(
    infer: Infer, module: Module, scope: Scope, inner: tuple[Scope, ...]
) -> Iterator[Context]:
    for caller, number in _sites(infer, module, scope):
        call = caller.index.calls[number]
        called = infer.value(call.function, infer.free(caller, call.scope))
        if not any(_is_of(each, scope, module) for each in _each(called)):
            continue
        for around in _contexts(infer, caller, call.scope, inner):
            site = Site(around, number)
            for each in _each(infer.value(call.function, around)):
                yield from _entered(infer, each, module, scope, site)


def _sites(infer: Infer, module: Module, scope: Scope) -> list[tuple[Module, int]]:
    """The calls by the name of a function, in its module and those that import it."""
    name = scope.name
    if name == "__init__":
        name = module.index.scopes[scope.parent].name
    files = [
        module,
        *(each for each in infer.modules.leading_to(module) if name in each.document.text),
    ]
    found = [
        (each, number)
        for each in files
        if not each.is_test or module.is_test
        for number in each.index.calls_by_name.get(name, ())
    ]
    return found[:_MOST_CALLERS]


def _each(value: Value) -> tuple[Value, ...]:
    return value.values if isinstance(value, Alternatives) else (value,)


def _is_of(value: Value, scope: Scope, module: Module) -> bool:
    """Whether calling a value runs a scope."""
    if isinstance(value, Function):
        return value.scope is scope
    if isinstance(value, Class):
        return scope.name == "__init__" and scope.parent == value.scope.number
    return False


def _entered(
    infer: Infer, value: Value, module: Module, scope: Scope, site: Site
) -> Iterator[Context]:
    if not _is_of(value, scope, module):
        return
    if isinstance(value, Function):
        context = entered(infer, value, arguments.of_call(infer, site), site)
        if context is not None:
            yield context
    elif isinstance(value, Class):
        made = infer.call(site.number, site.context)
        if isinstance(made, Instance) and isinstance(made.given, Given):
            yield from method_contexts(infer, made, value, scope.number)
