"""The runner that a pipeline is judged for: the one answer that all commands share."""

from __future__ import annotations

from daft_lint.plan.cluster import Runner, RunnerKind
from daft_lint.plan.pipeline import Pipeline
from daft_lint.plan.quantity import Origin, OriginKind
from daft_lint.records import replace
from daft_lint.scheduling.optimiser.optimiser_rules import REPARTITIONS

_BY_DEFAULT = "Daft's default"
_DEFAULT = Origin(OriginKind.ENGINE, f"{_BY_DEFAULT}: nothing selects Ray")
_NOT_KNOWN = Origin(OriginKind.ASSUMPTION, "the runner isn't known: choose it with --runner")


def judged_runner(pipeline: Pipeline, sign: Origin | None = None) -> Runner:
    """The runner that code and settings select; without one, Ray if there is a sign of it.

    Signs are `sign` if given, a known number of workers, a source with `checkpoint=`, and a step
    that does nothing but on Ray. Else it is the native runner, which Daft takes by itself (0.7.26,
    `get_or_create_runner` in `daft/runners/__init__.py`). A runner that is not selected is `taken`.
    """
    runner = pipeline.runner
    if runner.kind is RunnerKind.RAY or (runner.kind is RunnerKind.NATIVE and runner.certain):
        return runner
    sign = sign or _sign_of_ray(pipeline)
    if sign is not None:
        return Runner(RunnerKind.RAY, False, sign, among=runner.among, taken=True)
    if runner.kind is RunnerKind.NATIVE:
        return replace(runner, taken=True)
    origin = _NOT_KNOWN if runner.among else _DEFAULT
    return replace(runner, kind=RunnerKind.NATIVE, origin=origin, taken=True)


def natively(runner: Runner) -> str:
    """`on the native runner`, and why that may be it."""
    if runner.if_unset:
        return "on the native runner, unless the environment says otherwise"
    return f"on the native runner, {'if that is chosen' if runner.among else _BY_DEFAULT}"


def _sign_of_ray(pipeline: Pipeline) -> Origin | None:
    if pipeline.cluster.workers is not None:
        return Origin(OriginKind.ASSUMPTION, "assumed: the number of workers is given")
    for source in pipeline.plan.sources:
        if source.checkpointed:
            text = "assumed: the native runner refuses `checkpoint=`"
            return Origin(OriginKind.ASSUMPTION, text, source.span)
    for step in pipeline.plan.steps:
        if step.kind in REPARTITIONS and not step.maybe:
            text = f"assumed: `{step.method}` does nothing on the native runner"
            return Origin(OriginKind.ASSUMPTION, text, step.span)
    return None
