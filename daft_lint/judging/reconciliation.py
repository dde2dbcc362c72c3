"""Fixes of several findings for one call or step: each is tried on the plan others leave."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from daft_lint.findings import Claim, Finding, Fix
from daft_lint.plan.changes import Insertion, Removal, Replacement, Retuning, changed
from daft_lint.plan.pipeline import OperatorKind
from daft_lint.plan.span import Span
from daft_lint.records import replace
from daft_lint.rule import Case, Problem, Rule


def reconciled(
    findings: Sequence[Finding], cases: Iterable[Case], rules: Mapping[str, Rule]
) -> tuple[Finding, ...]:
    """The findings. Where fixes of one call differ, only the worst finding keeps its own.

    So it is where a step is removed that another fix gives a new number.

    The others say what they still ask for once that fix is made: nothing, if it is enough for them
    too. `rules` are those of the findings, by code.
    """
    by_pipeline = {id(case.pipeline): case for case in cases}
    worst: dict[_Key, Finding] = {}
    for finding in sorted(
        findings, key=lambda each: (each.severity, each.confidence), reverse=True
    ):
        for key in (*_call(finding), *_steps(finding, Replacement)):
            worst.setdefault(key, finding)
    return tuple(
        _after(first, finding, by_pipeline[id(finding.pipeline)], rules[finding.code])
        if (first := _first(worst, finding)) is not None
        and _differ(first, finding)
        and id(finding.pipeline) in by_pipeline
        else finding
        for finding in findings
    )


_Key = tuple[int, Span]


def _first(worst: Mapping[_Key, Finding], finding: Finding) -> Finding | None:
    """The finding whose fix is made before that of another one, or is that one."""
    keys = (*_call(finding), *_steps(finding, Removal))
    return next((worst[key] for key in keys if key in worst), None)


def _call(finding: Finding) -> Iterator[_Key]:
    """The call that a finding with a fix is about."""
    if finding.call is not None and _fix(finding) is not None:
        yield id(finding.pipeline), finding.call.span


def _steps(finding: Finding, kind: type[Replacement | Removal]) -> Iterator[_Key]:
    """The steps that a fix of a finding changes so."""
    fix = _fix(finding)
    for change in fix.changes if fix is not None else ():
        if isinstance(change, kind):
            yield id(finding.pipeline), change.operator.span


def _fix(finding: Finding) -> Fix | None:
    """The fix of a finding that edits can make."""
    return next((fix for fix in finding.fixes if fix.edits and fix.changes), None)


def _differ(first: Finding, finding: Finding) -> bool:
    made, wanted = _fix(first), _fix(finding)
    if made is None or wanted is None:
        return False
    return not set(wanted.edits) <= set(made.edits)


def _after(first: Finding, finding: Finding, case: Case, rule: Rule) -> Finding:
    """A finding as it is once the fix of the first one is made."""
    made = _fix(first)
    if made is None or rule.check is None:
        return finding
    pipeline = replace(case.pipeline, plan=changed(case.pipeline.plan, made.changes))
    after = Case(pipeline, case.daft_version, project=case.project)
    try:
        problem = next(_at(finding, rule.check(after)))
    except StopIteration:
        own = _fix(finding)
        if own is not None and finding.claim is Claim.CALL and not _bounds_calls(made):
            # Shared out among workers, the rows of a call are fewer, but as many are held in all.
            message = f"fix {first.code} here first; then {own.message}"
            return replace(finding, fixes=(Fix(message, changes=(*made.changes, *own.changes)),))
        enough = Fix(f"the fix of {first.code} here is enough", changes=made.changes)
        return replace(finding, fixes=(enough,))
    except Exception:
        # A rule of another package may fail on a plan that it did not expect.
        return finding
    remedy = problem.remedy if isinstance(problem.remedy, str) else problem.remedy.message
    return replace(finding, fixes=(Fix(f"fix {first.code} here first; then {remedy}"),))


def _bounds_calls(fix: Fix) -> bool:
    """Whether a fix sets how many rows a call gets."""
    for change in fix.changes:
        if isinstance(change, Retuning) and change.batch_size is not None:
            return True
        if isinstance(change, Insertion) and change.step.kind is OperatorKind.INTO_BATCHES:
            return True
    return False


def _at(finding: Finding, problems: Iterable[Problem]) -> Iterator[Problem]:
    return (problem for problem in problems if problem.span == finding.span)
