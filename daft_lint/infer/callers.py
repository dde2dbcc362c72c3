"""The callers of a function: its scope in the context of each call in the project.

They are searched by its name, and by those under which a module imports or holds it. No test
counts as a caller of what isn't a test. Without a caller in sight, nothing is known of its
parameters.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from daft_lint.infer import arguments
from daft_lint.infer.attributes import lineage, method_contexts
from daft_lint.infer.calls import entered
from daft_lint.infer.context import Asked, Context, Given, Site
from daft_lint.infer.other_names import other_names
from daft_lint.infer.parameters import some_object
from daft_lint.plan.bound import Bound
from daft_lint.records import dataclass
from daft_lint.values.values import Class, Function, Instance, PartialValue, Value, each_of

if TYPE_CHECKING:
    from daft_lint.index.code import Scope
    from daft_lint.infer.inference import Infer
    from daft_lint.modules.module_map import Module

_MOST_CALLERS = 16
_MOST_CONTEXTS = 24
_DEEPEST = 8
# Most ways for one question: with functions that call one another, each may double them.
_MOST_WAYS = 300


@dataclass(slots=True)
class _Ways:
    """The ways into a scope that were followed for one question, counted.

    `cut` is what there is more of than is followed, empty where there isn't.
    """

    count: int = 0
    cut: str = ""


def contexts(infer: Infer, module: Module, number: int) -> tuple[Context, ...]:
    """A scope as each way into it runs it: from modules, or from where no caller is in sight.

    Where there are more ways than are followed, the scope is one of those that are `cut`.
    """
    key = contexts, module.path, number
    return infer.once(key, lambda: _found(infer, module, number))


def _found(infer: Infer, module: Module, number: int) -> tuple[Context, ...]:
    ways = _Ways()
    found = _contexts(infer, module, number, (), ways)
    if ways.cut:
        span = module.span(module.index.scopes[number].place)
        infer.cut[module.path, number] = Bound(span, ways.cut)
    return tuple(found)


def _contexts(
    infer: Infer, module: Module, number: int, inner: tuple[Scope, ...], ways: _Ways
) -> list[Context]:
    scope = module.index.scopes[number]
    if scope.kind == "module":
        return [infer.free(module, 0)]
    if scope.kind == "class":
        return [infer.free(module, number)]
    found: dict[int, Context] = {}
    ways.count += 1
    if len(inner) >= _DEEPEST:
        ways.cut = f"{_DEEPEST} callers in one another"
    elif ways.count > _MOST_WAYS:
        ways.cut = f"{_MOST_WAYS} ways into a function"
    elif all(scope is not each for each in inner):
        for context in _called(infer, module, scope, (*inner, scope), ways):
            found[id(context)] = context
            if len(found) >= _MOST_CONTEXTS:
                ways.cut = f"{_MOST_CONTEXTS} ways into a function"
                break
    around = module.index.scopes[scope.parent]
    if around.kind == "class" and len(found) < _MOST_CONTEXTS:
        known = {id(_class_of(each)) for each in found.values()}
        for context in _of_subclasses(infer, module, scope):
            if id(_class_of(context)) not in known:
                found[id(context)] = context
    return list(found.values()) or [infer.free(module, number)]


def _class_of(context: Context) -> Scope | None:
    """The class of the object that a method runs on."""
    owner: Asked | Value | None = context.itself
    if owner is None and context.given is not None and context.scope.parameters:
        owner = context.given.get(context.scope.parameters[0].name)
    return owner.made_of.scope if isinstance(owner, Instance) else None


def _of_subclasses(infer: Infer, module: Module, scope: Scope) -> Iterator[Context]:
    """A method as it runs on objects of subclasses, which don't have one of their own."""
    key = _of_subclasses, module.path, scope.parent
    made_from = module.index.scopes[scope.parent]
    for classes in infer.once(key, lambda: tuple(_subclasses(infer, module, made_from))):
        behind = [one.scope for one in classes].index(made_from)
        if all(scope.name not in one.scope.final for one in classes[:behind]):
            made = some_object(infer, classes[0])
            yield from method_contexts(infer, made, classes[behind], scope.number)


def _subclasses(infer: Infer, module: Module, made_from: Scope) -> Iterator[list[Class]]:
    """The subclasses of a class, each with its lineage. Each is made where the class has a name."""
    names = {made_from.name}
    files = [module, *infer.modules.leading_to(module)]
    while near := [file for file in files if file.says(names)]:
        files = [file for file in files if file not in near]
        for file in near:
            if module.is_test < file.is_test:
                continue
            names |= {new for each in names for new in other_names(infer, file, each, module)}
            for classes in _lineages(infer, file).get(id(made_from), ()):
                names.add(classes[0].scope.name)
                yield classes


def _lineages(infer: Infer, file: Module) -> dict[int, list[list[Class]]]:
    """The classes of a file with their lineages, by the scope of each that they are made from."""

    def found() -> dict[int, list[list[Class]]]:
        made: dict[int, list[list[Class]]] = {}
        for each in file.index.scopes:
            if each.kind == "class" and each.bases:
                classes = lineage(infer, Class(each, infer.free(file, each.parent)))
                for above in classes[1:]:
                    made.setdefault(id(above.scope), []).append(classes)
        return made

    return infer.once((_lineages, file.path), found)


def _called(
    infer: Infer, module: Module, scope: Scope, inner: tuple[Scope, ...], ways: _Ways
) -> Iterator[Context]:
    key = _sites, module.path, scope.number
    sites = infer.once(key, lambda: [*islice(_sites(infer, module, scope), _MOST_CALLERS + 1)])
    if len(sites) > _MOST_CALLERS:
        ways.cut = f"{_MOST_CALLERS} callers of a function"
    for caller, number in sites[:_MOST_CALLERS]:
        call = caller.index.calls[number]
        for around in _contexts(infer, caller, call.scope, inner, ways):
            site = Site(around, number)
            for each in each_of(infer.value(call.function, around)):
                yield from _entered(infer, each, module, scope, site)


def _sites(infer: Infer, module: Module, scope: Scope) -> Iterator[tuple[Module, int]]:
    """The calls of a function by its names, in its module and those that import it."""
    name = scope.name
    if name == "__init__":
        name = module.index.scopes[scope.parent].name
    names = {name, *other_names(infer, module, name)}
    for file in (module, *infer.modules.leading_to(module)):
        if module.is_test < file.is_test or not file.says(names):
            continue
        names |= {new for each in names for new in other_names(infer, file, each, module)}
        calls = file.index.calls_by_name
        for number in sorted({number for each in names for number in calls.get(each, ())}):
            called = _called_at(infer, file, number)
            if any(_may_run(infer, each, scope, module) for each in each_of(called)):
                yield file, number


def _called_at(infer: Infer, file: Module, number: int) -> Value:
    """What a call runs, without a known caller around it."""
    call = file.index.calls[number]
    context = infer.free(file, call.scope)
    key = _called_at, number
    return infer.answer(context.answers, key, lambda: infer.value(call.function, context))


def _may_run(infer: Infer, value: Value, scope: Scope, module: Module) -> bool:
    """Whether calling a value runs a scope, or a function that was made for it by a decorator."""
    if isinstance(value, PartialValue):
        return _may_run(infer, value.function, scope, module)
    return _is_of(value, scope, module) or (bool(scope.decorators) and isinstance(value, Function))


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
    if isinstance(value, PartialValue):
        together = value.arguments.then(arguments.evaluated(infer, arguments.of_call(infer, site)))
        context = None
        if isinstance(value.function, Function) and value.function.scope is scope:
            context = entered(infer, value.function, arguments.of(together), site)
        if context is not None:
            yield context
    elif not _is_of(value, scope, module):
        if scope.decorators and isinstance(value, Function):
            yield from _through(infer, value, module, scope, site)
    elif isinstance(value, Function):
        context = entered(infer, value, arguments.of_call(infer, site), site)
        if context is not None:
            yield context
    elif isinstance(value, Class):
        made = infer.call(site.number, site.context)
        if isinstance(made, Instance) and isinstance(made.given, Given):
            yield from method_contexts(infer, made, value, scope.number)


def _through(
    infer: Infer, wrapper: Function, module: Module, scope: Scope, site: Site
) -> Iterator[Context]:
    """A function as its decorator's function runs it."""
    context = entered(infer, wrapper, arguments.of_call(infer, site), site)
    if context is None:
        return
    for number, call in enumerate(context.index.calls):
        if call.scope == wrapper.scope.number and call.function[0] == "name":
            for each in each_of(infer.value(call.function, context)):
                if _is_of(each, scope, module):
                    yield from _entered(infer, each, module, scope, Site(context, number))
