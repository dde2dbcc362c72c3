"""The finding that a problem makes: its severity, and how sure it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daft_lint.findings import Confidence, Finding, Fix, Related, Safety, Severity
from daft_lint.plan.cluster import RunnerKind
from daft_lint.plan.pipeline import ActionKind
from daft_lint.plan.quantity import Origin, OriginKind
from daft_lint.plan.unit import Unit
from daft_lint.records import replace
from daft_lint.rule.edits import edits_of
from daft_lint.rule.problem import assuming_used
from daft_lint.scheduling.optimiser.judged_runner import natively

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from daft_lint.documents.project import Project
    from daft_lint.findings import Effect
    from daft_lint.plan.cluster import Runner
    from daft_lint.rule.case import Case
    from daft_lint.rule.contract import Rule
    from daft_lint.rule.problem import Problem

WARNING_LOSS = 0.25
"""The share of the paid actor time whose loss makes a finding a warning."""


def finding_of(
    rule: Rule,
    problem: Problem,
    origins: Iterable[Origin],
    project: Project,
    *,
    is_test: bool,
) -> Finding:
    """The finding of a problem, as sure as the least sure thing that it rests on."""
    confidence, assumptions = _confidence(problem, origins)
    severity, message = problem.severity, problem.message
    if severity is None:
        severity = severity_of(problem.effect)
        if problem.effect is not None and problem.effect.light:
            message = f"{message}. That work is light: a few operations a row"
        if problem.effect is not None and problem.effect.unweighed:
            message = f"{message}. Nothing shows that these rows take long"
    remedy = problem.remedy if isinstance(problem.remedy, Fix) else Fix(problem.remedy)
    if is_test and severity is not Severity.ERROR and not problem.counts_in_tests:
        confidence = Confidence.POSSIBLE
    return Finding(
        code=rule.code,
        name=rule.name,
        message=message,
        span=problem.span,
        severity=severity,
        confidence=confidence,
        effect=problem.effect,
        assumptions=tuple(dict.fromkeys((*assumptions, *problem.assumptions))),
        related=problem.related,
        fixes=tuple(_with_edits(fix, project) for fix in (remedy, *problem.fixes)),
        call=problem.call,
        claim=problem.claim,
        last_daft=problem.last_daft,
    )


def _with_edits(fix: Fix, project: Project) -> Fix:
    """A remedy with the edits that do its changes, where edits can.

    Such edits are as safe as the rule says, unsafe if it says nothing. No edits are a sketch.
    """
    edits = fix.edits or edits_of(fix.changes, project.may_import)
    if not edits:
        return replace(fix, safety=Safety.DISPLAY_ONLY)
    unsaid = fix.safety is Safety.DISPLAY_ONLY and not fix.edits
    return replace(fix, edits=edits, safety=Safety.UNSAFE if unsaid else fix.safety)


def severity_of(effect: Effect | None) -> Severity:
    """A warning when at least a quarter of the paid actor time is lost for sure, else info.

    Of light work next to no time is lost; of a function that may well be light, perhaps none.
    """
    if effect is None or effect.light or effect.unweighed:
        return Severity.INFO
    lost = 1 - effect.utilisation.high
    idle = effect.idle.low / effect.actors.high if effect.actors.high else 0
    return Severity.WARNING if max(lost, idle) >= WARNING_LOSS else Severity.INFO


_CONFIDENCE = {
    OriginKind.ASSUMPTION: Confidence.LIKELY,
    OriginKind.RECORDED: Confidence.LIKELY,
    OriginKind.DEFAULT: Confidence.POSSIBLE,
    OriginKind.GUESS: Confidence.POSSIBLE,
}


def _confidence(problem: Problem, origins: Iterable[Origin]) -> tuple[Confidence, list[str]]:
    """How sure a problem is, and what it assumes: the least sure thing it rests on decides."""
    confidence = problem.at_most
    assumptions: list[str] = []
    if problem.call is not None and problem.call.doubtful:
        assumptions.append(assuming_used(problem.call))
    if problem.assumptions or assumptions:
        confidence = min(confidence, Confidence.LIKELY)
    for origin in origins:
        weight = _CONFIDENCE.get(origin.kind)
        if weight is not None:
            confidence = min(confidence, weight)
            assumptions.append(origin.text)
    return confidence, assumptions


def origins_of(problem: Problem) -> Iterator[Origin]:
    """What the numbers come from that a problem rests on."""
    for quantity in problem.rests_on:
        yield from quantity.origins


def of_runner(problem: Problem, case: Case) -> Iterator[Origin]:
    """The assumption about the runner that a problem needs; none where it surely runs on that."""
    runner = case.pipeline.runner
    if problem.on_ray and not (runner.kind is RunnerKind.RAY and runner.certain):
        # Where Ray isn't in sight, or only another job selects it, it is a guess.
        is_guess = not case.runs_on_ray_if_anything or runner.another_job
        kind = OriginKind.GUESS if is_guess else OriginKind.ASSUMPTION
        yield Origin(kind, _runner_assumption(runner))
    elif _on_processes(problem) and (runner.among or runner.if_unset):
        yield Origin(OriginKind.ASSUMPTION, "the native runner is chosen")


def of_count(problem: Problem, case: Case) -> Iterator[Origin]:
    """The guess that a count counts the column that the problem is about."""
    action = case.pipeline.action
    is_count = action is not None and action.kind is ActionKind.COUNT
    if is_count and problem.call is not None and problem.call.doubtful:
        text = "`count_rows` counts that column: of several, it counts the one of the smallest type"
        yield Origin(OriginKind.GUESS, text)


def by_default(problem: Problem, case: Case) -> str:
    """The runner of processes that idle where nothing selects one."""
    return f" {natively(case.runner)}" if _on_processes(problem) and case.runner.taken else ""


def _on_processes(problem: Problem) -> bool:
    return problem.effect is not None and problem.effect.unit is Unit.PROCESS


def elsewhere(problem: Problem, runner: Runner) -> Iterator[Related]:
    """The choice of the runner that a problem rests on, when code of another file makes it."""
    origin = runner.origin
    if origin is None or origin.span is None or origin.kind is not OriginKind.LITERAL:
        return
    if problem.on_ray and origin.span.path != problem.span.path:
        yield Related(origin.span, origin.text)


def _runner_assumption(runner: Runner) -> str:
    if runner.another_job and runner.kind is RunnerKind.RAY:
        return "it runs on the Ray runner, as another job of this program that selects it"
    if runner.kind is RunnerKind.RAY and runner.may_be_late:
        return "nothing has run before the Ray runner is selected"
    if (
        runner.kind is RunnerKind.RAY
        and runner.origin
        and runner.origin.kind is OriginKind.ASSUMPTION
    ):
        return runner.origin.text.removeprefix("assumed: ")
    if runner.kind is RunnerKind.RAY and runner.if_unset:
        return "the environment doesn't set another runner"
    if runner.kind is RunnerKind.RAY:
        return "the branch that selects the Ray runner is taken"
    return "it runs on the Ray runner: the code doesn't clearly select a runner"
