"""The contract of a rule, the same for built-in rules and for those of others.

A rule is one function from a `Case` to the problems it sees, made a `Rule` by `@rule`. Its
docstring is its documentation: a summary line, then sections as `docs/writing-a-rule.md` tells.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import PurePath

from daft_lint.edits import edits_of
from daft_lint.findings import Confidence, Effect, Finding, Fix, Related, Safety, Severity
from daft_lint.plan.cluster import Runner, RunnerKind
from daft_lint.plan.pipeline import Operator, Pipeline, Plan, UdfCall
from daft_lint.plan.quantity import Origin, OriginKind, Quantity
from daft_lint.plan.span import Span
from daft_lint.scheduling.prediction import Prediction

# The share of the paid actor time whose loss makes a finding a warning.
_WARNING_LOSS = 0.25
_TEST_FILE = re.compile(r"test_.*|.*_test|conftest")


@dataclass(frozen=True, slots=True)
class Case:
    """One pipeline to judge, and what is predicted of it.

    `pipeline` holds the runner, the cluster and the data that code, hints and settings give it.
    `document` are all cases of the same document, this one too.
    """

    pipeline: Pipeline
    prediction: Prediction
    document: tuple[Case, ...] = ()

    @property
    def may_run_on_ray(self) -> bool:
        """Whether nothing in sight keeps it off the Ray runner."""
        runner = self.pipeline.runner
        return not (runner.kind is RunnerKind.NATIVE and runner.certain)

    @property
    def runs_on_native(self) -> bool:
        """Whether it certainly runs on the native runner."""
        return not self.may_run_on_ray

    @property
    def is_test(self) -> bool:
        """Whether a test builds the pipeline: what it runs is right or wrong, not fast or slow."""
        file = PurePath(self.pipeline.plan.source.span.path).stem
        return self.pipeline.name.startswith("test_") or bool(_TEST_FILE.fullmatch(file))

    def everywhere(self, check: Check) -> Iterator[Problem]:
        """The problems that `check` sees in every case of the document that passes the same place.

        A step that one pipeline has no use for may serve another one.
        """
        for problem in check(self):
            others = (other for other in self.document if other.passes(problem.span))
            if all(problem.span in {one.span for one in check(other)} for other in others):
                yield problem

    def passes(self, span: Span) -> bool:
        """Whether one of the pipeline's steps stands there."""
        return any(step.span == span for step in self.written_steps)

    @property
    def written_steps(self) -> Iterator[Operator]:
        """The steps as written, those of the other sides of joins and concats too."""
        return _steps(self.pipeline.plan)


def assuming_unshared(step: Operator, following: Operator) -> tuple[str, ...]:
    """What is assumed of a step that only `following` makes needless.

    Nothing when both stand in one chain on a line; else the frame between them has a name, and may
    be used where nobody sees it.
    """
    after = (step.span.end_line, step.span.end_column + 1)
    if after == (following.span.line, following.span.column):
        return ()
    return (f"no other code uses the frame that this `{step.method}` makes",)


def _steps(plan: Plan) -> Iterator[Operator]:
    for step in plan.operators:
        for other in step.inputs:
            yield from _steps(other)
        yield step


@dataclass(frozen=True, slots=True)
class Problem:
    """What a rule sees in a case, before it is known how sure it is.

    `rests_on` are the quantities that decided it: their origins give the confidence and the
    assumptions. `on_ray` says that it only holds on the Ray runner. Without a `severity`, the
    effect gives it. In a test, a problem that is no error is at most possible. `call` is the use of
    an actor pool that the problem is about: `daft-lint verify` watches its actors.
    """

    span: Span
    message: str
    remedy: str | Fix
    rests_on: tuple[Quantity, ...] = ()
    on_ray: bool = True
    effect: Effect | None = None
    severity: Severity | None = None
    at_most: Confidence = Confidence.CERTAIN
    assumptions: tuple[str, ...] = ()
    related: tuple[Related, ...] = ()
    fixes: tuple[Fix, ...] = ()
    call: UdfCall | None = None


Check = Callable[[Case], Iterable[Problem]]


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule: its code, its name (the problem it finds), its documentation and its check.

    `check` is None for what the linting itself reports, such as a syntax error.
    """

    code: str
    name: str
    documentation: str
    check: Check | None = None

    @property
    def summary(self) -> str:
        """The first line of the documentation, without its full stop."""
        return self.documentation.partition("\n")[0].rstrip(".")

    def findings(self, case: Case) -> Iterator[Finding]:
        """What the rule finds in a case."""
        for problem in self.check(case) if self.check is not None else ():
            yield _finding(self, problem, case)


def rule(code: str, name: str) -> Callable[[Check], Rule]:
    """Make a rule of a check function; the function's docstring documents it."""

    def make(check: Check) -> Rule:
        return Rule(code, name, inspect.getdoc(check) or "", check)

    return make


def _finding(rule: Rule, problem: Problem, case: Case) -> Finding:
    confidence, assumptions = _confidence(problem, case)
    severity = problem.severity or severity_of(problem.effect)
    remedy = problem.remedy if isinstance(problem.remedy, Fix) else Fix(problem.remedy)
    if case.is_test and severity is not Severity.ERROR:
        confidence = Confidence.POSSIBLE
    return Finding(
        code=rule.code,
        name=rule.name,
        message=problem.message,
        span=problem.span,
        severity=severity,
        confidence=confidence,
        effect=problem.effect,
        assumptions=tuple(dict.fromkeys((*assumptions, *problem.assumptions))),
        related=problem.related,
        fixes=tuple(_with_edits(fix) for fix in (remedy, *problem.fixes)),
        pipeline=case.pipeline,
        call=problem.call,
    )


def _with_edits(fix: Fix) -> Fix:
    """A remedy with the edits that do its changes, where edits can."""
    edits = edits_of(fix.changes) if not fix.edits else ()
    return replace(fix, edits=edits, safety=Safety.UNSAFE) if edits else fix


def severity_of(effect: Effect | None) -> Severity:
    """A warning when at least a quarter of the paid actor time is lost for sure, else info."""
    if effect is None:
        return Severity.INFO
    lost = 1 - effect.utilisation.high
    idle = effect.idle.low / effect.actors.high if effect.actors.high else 0
    return Severity.WARNING if max(lost, idle) >= _WARNING_LOSS else Severity.INFO


_CONFIDENCE = {
    OriginKind.ASSUMPTION: Confidence.LIKELY,
    OriginKind.DEFAULT: Confidence.POSSIBLE,
    OriginKind.GUESS: Confidence.POSSIBLE,
}


def _confidence(problem: Problem, case: Case) -> tuple[Confidence, list[str]]:
    """How sure a problem is, and what it assumes: the least sure thing it rests on decides."""
    confidence = problem.at_most
    assumptions: list[str] = []
    if problem.assumptions:
        confidence = min(confidence, Confidence.LIKELY)
    for origin in _origins(problem, case):
        weight = _CONFIDENCE.get(origin.kind)
        if weight is not None:
            confidence = min(confidence, weight)
            assumptions.append(origin.text)
    return confidence, assumptions


def _origins(problem: Problem, case: Case) -> Iterator[Origin]:
    runner = case.pipeline.runner
    if problem.on_ray and not (runner.kind is RunnerKind.RAY and runner.certain):
        yield Origin(OriginKind.ASSUMPTION, _runner_assumption(runner))
    for quantity in problem.rests_on:
        yield from quantity.origins


def _runner_assumption(runner: Runner) -> str:
    if runner.kind is RunnerKind.RAY:
        return "the branch that selects the Ray runner is taken"
    return "it runs on the Ray runner: nothing in this file selects a runner for sure"
