"""The steps that unknown frames pass.

A value out of sight is taken for a frame from where something cuts it as only a frame is cut.
These steps are no pipeline to judge, but what is said of a step has to be true of them too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from daft_lint.daft_api import operators, sources
from daft_lint.index.code import ELSEWHERE, OPAQUE
from daft_lint.infer import arguments
from daft_lint.infer.callers import contexts
from daft_lint.infer.context import Site
from daft_lint.plan.cluster import Runner, RunnerKind
from daft_lint.plan.pipeline import Operator, Pipeline, Plan
from daft_lint.values.values import Unknown

if TYPE_CHECKING:
    from daft_lint.index.code import Definition, Expression, Index
    from daft_lint.infer.inference import Infer
    from daft_lint.modules.module_map import Module

_LONGEST = 1000
_RUNNER = Runner(RunnerKind.UNKNOWN, certain=False)


def unseen_in(infer: Infer, module: Module, known: Sequence[Pipeline]) -> Iterator[Pipeline]:
    """The steps in a module that unknown frames pass.

    A method of what isn't known may be any of its name that the `known` pipelines pass.
    """
    for name, numbers in module.index.calls_by_name.items():
        if not operators.cuts(name):
            continue
        for number in numbers:
            scope = module.index.calls[number].scope
            for context in contexts(infer, module, scope):
                steps = tuple(_steps(infer, Site(context, number)))
                if steps:
                    yield _pipeline(context.scope.name, steps)
    yield from _by_methods(infer, module, known)


def unread_sources(infer: Infer, module: Module) -> Iterator[str]:
    """The modules that can't be read and that frames of a module come from.

    Functions are followed to what they return, and imports to what the other module imports.
    """
    waiting: list[tuple[Module, Expression]] = [
        (module, ("call", number))
        for name, numbers in module.index.calls_by_name.items()
        if operators.is_action(name) or operators.is_followed(name)
        for number in numbers
    ]
    seen: set[int] = set()
    found: dict[str, None] = {}
    while waiting and len(seen) < _LONGEST:
        of, expression = waiting.pop()
        definition = _begin(of.index, expression)
        if definition is None or id(definition) in seen:
            continue
        seen.add(id(definition))
        match definition:
            case ("function", scope):
                waiting += [(of, returned) for returned, *_ in of.index.scopes[scope].returns]
            case ("import", imported, level, name):
                for each in (imported, ".".join(filter(None, (imported, name)))):
                    source = infer.modules.named(each, level, of)
                    unread = infer.modules.unread(each, level, of)
                    if unread is not None:
                        found[unread] = None
                    elif source is not None and name:
                        waiting.append((source, ("name", name, ELSEWHERE)))
    yield from found


def _begin(index: Index, expression: Expression) -> Definition | None:
    """What defines the name that a chain of calls and attributes begins with."""
    for _ in range(_LONGEST):
        match expression:
            case ("attribute", owner, *_):
                expression = owner
            case ("call", number):
                expression = index.calls[number].function
            case ("name", name, number):
                found = number if number >= 0 else index.module.final.get(name, ELSEWHERE)
                definition = index.definitions[found] if found >= 0 else OPAQUE
                if definition[0] != "value":
                    return definition
                expression = definition[2]
            case _:
                return None
    return None


def _pipeline(name: str, steps: tuple[Operator, ...]) -> Pipeline:
    return Pipeline(
        name, Plan(sources.unknown_source("unknown", steps[0].span), steps), None, _RUNNER
    )


def _steps(infer: Infer, site: Site) -> Iterator[Operator]:
    """The step that cuts an unknown frame, and those that follow it."""
    if site.call.function[0] != "attribute" or not _is_unknown(infer, site):
        return
    step: Site | None = site
    while step is not None and operators.gives_frame(step.call.function[2]):
        given = arguments.evaluated(infer, arguments.of_call(infer, step))
        yield from operators.steps_of(step.call.function[2], given, step.method_span)
        step = _following(step)


def _following(site: Site) -> Site | None:
    """The next method of what a call gives, here or where it is returned to; None at the end."""
    context, index = site.context, site.context.index
    for number in range(site.number + 1, len(index.calls)):
        call = index.calls[number]
        is_method = call.scope == context.scope.number and call.function[0] == "attribute"
        if is_method and _is_given_by(index, call.function[1], site.number):
            return Site(context, number)
    is_returned = any(_is_given_by(index, each[0], site.number) for each in context.scope.returns)
    return _following(context.site) if is_returned and context.site is not None else None


def _is_given_by(index: Index, expression: Expression, number: int) -> bool:
    """Whether an expression is a call, or a name of what it gives."""
    if expression[0] == "name" and expression[2] >= 0:
        definition = index.definitions[expression[2]]
        return bool(definition[0] == "value" and definition[2] == ("call", number))
    return bool(expression == ("call", number))


def _is_unknown(infer: Infer, site: Site) -> bool:
    owner = infer.value(site.call.function[1], site.context)
    return isinstance(owner, Unknown) and not owner.ways


def _by_methods(infer: Infer, module: Module, known: Sequence[Pipeline]) -> Iterator[Pipeline]:
    """What the methods do that pipelines pass in a module, if an unknown object is asked for one.

    Their names are those of the classes' methods: `object.cut(frame)`.
    """
    methods: dict[str, list[tuple[Operator, ...]]] = {}
    for pipeline in known:
        own = [step for step in pipeline.plan.operators if step.span.path == module.path]
        for name in dict.fromkeys(step.within for step in own if step.within is not None):
            methods.setdefault(name, []).append(tuple(step for step in own if step.within == name))
    asking = (module, *infer.modules.leading_to(module)) if methods else ()
    for name, found in methods.items():
        if any(_is_asked(infer, each, name) for each in asking):
            yield from (_pipeline(name, steps) for steps in found)


def _is_asked(infer: Infer, module: Module, name: str) -> bool:
    """Whether a module calls a method of that name on something unknown."""
    for number in module.index.calls_by_name.get(name, ()):
        call = module.index.calls[number]
        if call.function[0] == "attribute" and _is_unknown(
            infer, Site(infer.free(module, call.scope), number)
        ):
            return True
    return False
