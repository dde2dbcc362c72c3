"""The outcome of a run's checks; pytest-xdist's workers send it to the controller."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from daft_lint.findings import Finding, Related
from daft_lint.judgement import Judgement
from daft_lint.plan.span import Span
from daft_lint.pytest_plugin.finding_locations import RUNS
from daft_lint.reporting.report import Failure


@dataclass(frozen=True, slots=True)
class Outcome:
    """What was found.

    `frames` counts how often a frame was materialised. `suppressed` are the rules and places of the
    findings that comments hide. `failures` are the plans that could not be checked. `plans` gives
    the lines of each plan that a finding points to, by the path in its spans. `lost` counts the
    workers that died; their frames are unknown. `judgements` tell how each piece of work was
    judged, in every frame that has it.
    """

    frames: int = 0
    findings: tuple[Finding, ...] = ()
    suppressed: frozenset[tuple[str, Span]] = frozenset()
    failures: tuple[Failure, ...] = ()
    plans: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    lost: int = 0
    judgements: tuple[Judgement, ...] = ()


def merged(outcomes: Iterable[Outcome]) -> Outcome:
    """What all came to together, each finding and each failure once."""
    outcomes = tuple(outcomes)
    plans = {path: lines for outcome in outcomes for path, lines in outcome.plans.items()}
    findings = _each_once((finding for outcome in outcomes for finding in outcome.findings), plans)
    return Outcome(
        frames=sum(outcome.frames for outcome in outcomes),
        findings=tuple(sorted(findings, key=lambda finding: finding.sort_key)),
        suppressed=frozenset().union(*(outcome.suppressed for outcome in outcomes)),
        failures=tuple(
            dict.fromkeys(failure for outcome in outcomes for failure in outcome.failures)
        ),
        plans=plans,
        lost=sum(outcome.lost for outcome in outcomes),
        judgements=tuple(
            dict.fromkeys(each for outcome in outcomes for each in outcome.judgements)
        ),
    )


def _each_once(
    findings: Iterable[Finding], plans: Mapping[str, tuple[str, ...]]
) -> Iterator[Finding]:
    """Each finding once, the surest and worst, with the other places that run the same steps."""
    alike: dict[object, list[Finding]] = {}
    for finding in sorted(findings, key=lambda finding: finding.sort_key):
        steps = tuple(_steps(finding, plans))
        key = (finding.message, *steps) if steps else finding.span
        alike.setdefault((finding.code, key), []).append(finding)
    return map(_one_of, alike.values())


def _steps(finding: Finding, plans: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
    """The steps of a plan that a finding is about; none when it is about code alone."""
    for span in finding.spans:
        if span.path in plans:
            yield plans[span.path][span.line - 1].strip()


def _one_of(findings: Sequence[Finding]) -> Finding:
    chosen = max(findings, key=lambda finding: (finding.confidence, finding.severity))
    places = dict.fromkeys(place for finding in findings for place in _places(finding))
    related = (related_place for related_place in chosen.related if related_place.message != RUNS)
    others = (Related(place, RUNS) for place in places if place != chosen.span)
    return replace(chosen, related=(*related, *others))


def _places(finding: Finding) -> Iterator[Span]:
    """The places that run what a finding is about, as far as they aren't where it was built."""
    yield finding.span
    yield from (related.span for related in finding.related if related.message == RUNS)
