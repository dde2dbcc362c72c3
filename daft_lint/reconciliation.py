"""Fixes of several findings for one call: each is tried on the plan that the others leave."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from daft_lint.findings import Claim, Finding, Fix
from daft_lint.plan.changes import Insertion, Retuning, changed
from daft_lint.plan.pipeline import OperatorKind
from daft_lint.rule import Case, Problem, Rule
from daft_lint.scheduling.prediction import predict


def reconciled(
    findings: Sequence[Finding], cases: Iterable[Case], rules: Mapping[str, Rule]
) -> tuple[Finding, ...]:
    """The findings. Where fixes of one call differ, only the worst finding keeps its own.

    The others say what they still ask for once that fix is made: nothing, if it is enough for them
    too. `rules` are those of the findings, by code.
    """
    by_pipeline = {id(case.pipeline): case for case in cases}
    worst: dict[object, Finding] = {}
    for finding in sorted(
        findings, key=lambda each: (each.severity, each.confidence), reverse=True
    ):
        if _fix(finding) is not None:
            worst.setdefault(_key(finding), finding)
    return tuple(
        _after(first, finding, by_pipeline[id(finding.pipeline)], rules[finding.code])
        if (first := worst.get(_key(finding))) is not None
        and _differ(first, finding)
        and id(finding.pipeline) in by_pipeline
        else finding
        for finding in findings
    )


def _key(finding: Finding) -> object:
    return id(finding.pipeline), finding.call and finding.call.span


def _fix(finding: Finding) -> Fix | None:
    """The fix of a finding about a call that edits can make."""
    fixes = (fix for fix in finding.fixes if fix.edits and fix.changes)
    return next(fixes, None) if finding.call is not None else None


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
    prediction = predict(pipeline, pipeline.cluster, case.prediction.daft_version)
    try:
        problem = next(_at(finding, rule.check(Case(pipeline, prediction, project=case.project))))
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
