"""The steps that frames pass of which nothing is known.

A value out of sight is taken for a frame from where something cuts it as only a frame is cut.
These steps are no pipeline to judge, but what is said of a step has to be true of them too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from daft_lint.daft_api import operators, sources
from daft_lint.infer import arguments
from daft_lint.infer.callers import contexts
from daft_lint.infer.context import Site
from daft_lint.plan.cluster import Runner, RunnerKind
from daft_lint.plan.pipeline import Operator, Pipeline, Plan
from daft_lint.values.values import Unknown

if TYPE_CHECKING:
    from daft_lint.infer.inference import Infer
    from daft_lint.modules.module_map import Module

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


def _pipeline(name: str, steps: tuple[Operator, ...]) -> Pipeline:
    return Pipeline(
        name, Plan(sources.unknown_source("unknown", steps[0].span), steps), None, _RUNNER
    )


def _steps(infer: Infer, site: Site) -> Iterator[Operator]:
    """The step that cuts an unknown frame, and those that follow it in the same expression."""
    index, function = site.context.index, site.call.function
    if function[0] != "attribute" or not _is_unknown(infer, site):
        return
    of_expression: int | None = site.number
    while of_expression is not None:
        step = Site(site.context, of_expression)
        name = step.call.function[2]
        if not operators.gives_frame(name):
            return
        given = arguments.evaluated(infer, arguments.of_call(infer, step))
        yield from operators.steps_of(name, given, step.method_span)
        after = (number for number in range(of_expression + 1, len(index.calls)))
        base = "call", of_expression
        of_expression = next(
            (
                number
                for number in after
                if index.calls[number].function[0] == "attribute"
                and index.calls[number].function[1] == base
            ),
            None,
        )


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
