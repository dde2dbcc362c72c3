"""Finished runs, judged by the rules that code is judged by, and by what their workers did."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from daft_lint.event_log.facts import recorded
from daft_lint.event_log.matching import Match
from daft_lint.event_log.observations import ObservedUdf, observed
from daft_lint.judging.run_context import in_context
from daft_lint.linting import judge
from daft_lint.plan.cluster import Runner
from daft_lint.records import dataclass, replace

if TYPE_CHECKING:
    from daft_lint.findings import Finding
    from daft_lint.rule import Case
    from daft_lint.scheduling.prediction.predict import WorkPrediction
    from daft_lint.settings import Settings

MOST_PROBLEMS = 10
"""The costliest problems, which people are shown; programs get all."""

_SECONDS_PER_HOUR = 3600


@dataclass(frozen=True, slots=True)
class ReviewedUdf:
    """A UDF of a run: what was predicted from the run's own rows, beside what was seen.

    `seen` is None where the log says nothing about workers.
    """

    predicted: WorkPrediction
    seen: ObservedUdf | None


@dataclass(frozen=True, slots=True)
class ReviewedRun:
    """A run, and what rules find in its pipeline with the rows and partitions that it had."""

    match: Match
    case: Case
    udfs: tuple[ReviewedUdf, ...]
    findings: tuple[Finding, ...]

    def udf_of(self, finding: Finding) -> ReviewedUdf | None:
        """The UDF that a finding is about; None where it is about none."""
        if finding.call is None:
            return None
        name = finding.call.udf.name
        return next((udf for udf in self.udfs if udf.predicted.call.udf.name == name), None)

    def lost_hours(self, finding: Finding) -> float:
        """The worker-hours that a finding accounts for, at the least; 0 where no log tells.

        They are those in which workers, or by the prediction their actors, had nothing to do.
        """
        udf = self.udf_of(finding)
        seen = None if udf is None else udf.seen
        if seen is None:
            return 0.0
        used = 1.0 if finding.effect is None else min(1.0, finding.effect.utilisation.high)
        lost = max(seen.lost_seconds, (1 - used) * seen.workers * seen.seconds)
        return lost / _SECONDS_PER_HOUR

    def cost(self, hours: float) -> float | None:
        """What so many worker-hours cost, in the currency of the settings; None: unknown."""
        price = self.case.pipeline.cluster.cost_per_worker_hour
        return None if price is None or not price.known else hours * price.value


@dataclass(frozen=True, slots=True)
class ReviewedProblem:
    """A finding that runs have in common, as the costliest of them, `worst`, has it.

    `cost` is None where the price of a worker is unknown.
    """

    finding: Finding
    worst: ReviewedRun
    runs: int
    lost_hours: float
    cost: float | None


def reviewed(match: Match, settings: Settings, code_of: dict[str, str]) -> ReviewedRun:
    """A run, judged.

    Raises:
        RulesError: the rules of the settings can't be loaded.
    """
    facts = recorded([match], code_of)
    pipeline = match.pipeline
    if match.run.runner is not None:
        pipeline = replace(pipeline, runner=Runner(match.run.runner, certain=True))
    case = in_context(pipeline, replace(settings, recorded=facts))
    workers = case.pipeline.cluster.workers
    count = workers.count if workers is not None and workers.known else None
    seen = {observed_udf.name: observed_udf for observed_udf in observed(match, count)}
    udfs = tuple(
        ReviewedUdf(work, seen.get(work.call.udf.name))
        for work in case.prediction.work
        if not work.call.udf.builtin
    )
    findings = judge((case,), settings).findings
    return ReviewedRun(match, case, udfs, findings)


def problems(runs: Iterable[ReviewedRun]) -> tuple[ReviewedProblem, ...]:
    """The problems of many runs, each counted once, the costliest first."""
    found: dict[tuple[str, str, int], list[tuple[ReviewedRun, Finding]]] = {}
    for run in runs:
        for finding in run.findings:
            key = finding.code, finding.span.path, finding.span.line
            found.setdefault(key, []).append((run, finding))
    return tuple(sorted(map(_problem, found.values()), key=_costliest))


def _problem(of_runs: Sequence[tuple[ReviewedRun, Finding]]) -> ReviewedProblem:
    worst, finding = max(of_runs, key=lambda pair: pair[0].lost_hours(pair[1]))
    # A run with two findings of a rule at a place is one run.
    hours = {run.match.run.query: (run, run.lost_hours(finding)) for run, finding in of_runs}
    costs = [run.cost(lost) for run, lost in hours.values()]
    known = [cost for cost in costs if cost is not None]
    return ReviewedProblem(
        finding,
        worst,
        len(hours),
        sum(lost for _, lost in hours.values()),
        sum(known) if len(known) == len(costs) else None,
    )


def _costliest(problem: ReviewedProblem) -> tuple[float, str, str, int]:
    span = problem.finding.span
    return -problem.lost_hours, problem.finding.code, span.path, span.line
