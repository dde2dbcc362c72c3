"""Which other pipelines a fix reaches, and so whether it may be made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daft_lint.findings import Safety
from daft_lint.plan.changes import Insertion, Removal, Replacement
from daft_lint.records import replace
from daft_lint.scheduling.optimiser.allowed_steps import refusal

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from daft_lint.findings import Finding, Fix
    from daft_lint.plan.changes import Change
    from daft_lint.plan.span import Span
    from daft_lint.rule.case import Case


def for_one_caller(finding: Finding, case: Case, unaffected: Sequence[Case]) -> Finding:
    """A finding whose fixes leave the pipelines alone that share its code and don't need them."""
    if not unaffected:
        return finding
    fixes = []
    for fix in finding.fixes:
        reached = [other for other in unaffected if reaches(fix, other)]
        fixes.append(as_sketch(fix, _only_here(finding.span, case, reached)) if reached else fix)
    return replace(finding, fixes=tuple(fixes))


def _only_here(place: Span, case: Case, others: Sequence[Case]) -> str:
    """The pipelines that also pass a place and need no fix there, and how the case differs."""
    shared = {span for other in others for span in other.pipeline.spans}
    own = next((span for span in _written_at(case) if span not in shared), None)
    line = None if own is None else own.line_from(place)
    numbers = _frames_at(place, case)
    same = {
        id(each_case)
        for each_case in case.document.passing((place,))
        if not numbers.isdisjoint(_frames_at(place, each_case))
    }
    runs = [other.pipeline.action for other in others if id(other) in same]
    if len(runs) < len(others):
        where = "for this caller" if line is None else f"for frames from {line}"
        return (
            f"other code runs this step too and doesn't need the change, so change it only {where}"
        )
    # All of them go on from the very same frame.
    first = next((run for run in runs if run is not None), None)
    who = "other code" if first is None else f"`{first.method}` on {first.span.line_from(place)}"
    where = "here" if line is None else f"for {line}"
    return (
        f"{who} also continues from that frame and doesn't need the change, so change it only "
        f"{where}"
    )


def allowed(fix: Fix, case: Case) -> Fix:
    """A fix, as a sketch for the user where a plan that it reaches doesn't allow it."""
    changed = [span for change in fix.changes for span in _changed_by(change)]
    reached = (other for other in case.with_others_at(*changed) if reaches(fix, other))
    reasons = (refusal(other.pipeline, fix.changes) for other in reached)
    because = next((reason for reason in reasons if reason is not None), None)
    return fix if because is None else as_sketch(replace(fix, changes=()), because)


def _frames_at(place: Span, case: Case) -> frozenset[int]:
    """The numbers of the steps of a case at a place; those that Daft adds have none."""
    steps = (step.number for step in case.written_steps if step.span == place)
    return frozenset(steps) - {0}


def as_sketch(fix: Fix, because: str) -> Fix:
    """A fix as a sketch for the user."""
    message = f"{fix.message}; {because}"
    return replace(fix, message=message, edits=(), safety=Safety.DISPLAY_ONLY)


def _written_at(case: Case) -> Iterator[Span]:
    """Where a pipeline is written: its source, its steps and its action."""
    yield case.pipeline.plan.source.span
    yield from (step.span for step in case.written_steps)
    if case.pipeline.action is not None:
        yield case.pipeline.action.span


def _changed_by(change: Change) -> Iterator[Span]:
    """Where the step stands that a change is about."""
    if isinstance(change, Insertion):
        yield change.before.span
    elif isinstance(change, Removal | Replacement):
        yield change.operator.span


def reaches(fix: Fix, other: Case) -> bool:
    """Whether a fix changes the steps of another pipeline, or a number of it."""
    for change in fix.changes:
        if not any(map(other.passes, _changed_by(change))):
            continue
        if isinstance(change, Insertion | Removal):
            return True
        if isinstance(change, Replacement):
            # The number may come from where only the one pipeline passes.
            spans = tuple(other.pipeline.spans) if fix.edits else ()
            places = [edit.span for edit in fix.edits]
            return not places or any(span.holds(place) for place in places for span in spans)
    return False
