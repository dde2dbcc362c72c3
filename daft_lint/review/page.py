"""`--report`: one self-contained HTML page about finished runs and their costliest problems."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from daft_lint.event_log.observations import ObservedUdf
from daft_lint.plan.unit import Unit
from daft_lint.reporting.html import Fact, filled
from daft_lint.reporting.money import money
from daft_lint.reporting.phrases import counted
from daft_lint.reporting.sections import Code, code_of, remedy_of, short
from daft_lint.reporting.timeline import Timeline, timeline
from daft_lint.review.report import Review
from daft_lint.review.runs import MOST_PROBLEMS, ReviewedProblem, ReviewedRun
from daft_lint.review.wording import (
    busy,
    hours,
    idle_of,
    rows_of_workers,
    seen_of,
    utilisation_of,
    when,
)
from daft_lint.scheduling.occupancy import ActorUse, Occupancy
from daft_lint.verification.observation import Morsel, Trial
from daft_lint.words import duration


@dataclass(frozen=True, slots=True)
class Panel:
    """What the workers did in the costliest run of a problem, as a drawing."""

    title: str
    what: str
    drawing: Timeline


@dataclass(frozen=True, slots=True)
class Section:
    """Everything that the page says of a problem. `figures` are names, predictions and sights."""

    anchor: str
    code: str
    name: str
    message: str
    traits: tuple[str, ...]
    place: str
    short_place: str
    source: Code | None
    runs: str
    lost: str
    cost: str
    remedy: str
    figures: tuple[tuple[str, str, str], ...]
    panel: Panel | None
    assumptions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """A UDF of a run in the table of runs; the first one tells of the run, which has so many."""

    started: str
    run: str
    pipeline: str
    took: str
    span: int
    udf: str
    seen: str
    predicted: str
    problems: str


def page(review: Review) -> str:
    """The page, which loads nothing and runs nothing.

    Raises:
        ImportError: when Jinja isn't installed.
    """
    shown = review.problems[:MOST_PROBLEMS]
    return filled(
        "review.html.jinja",
        headline=_headline(review),
        tallies=tuple(_tallies(review)),
        facts=tuple(_facts(review)),
        sections=[_section(number, problem, review) for number, problem in enumerate(shown, 1)],
        more=len(review.problems) - len(shown),
        priced=any(problem.cost is not None for problem in shown),
        lines=[line for run in review.runs for line in _lines(run)],
        unused=[(run.query, why) for run, why in review.unused],
    )


def _headline(review: Review) -> str:
    if not review.runs:
        return "No runs to review"
    return f"{review.failing:,} of {counted(len(review.runs), 'run')} with problems"


def _tallies(review: Review) -> Iterator[tuple[str, str, str]]:
    """Figures, what they count, and the class of their colour."""
    well = len(review.runs) - review.failing
    yield f"{review.failing:,}", "with problems", "confirmed" if review.failing else "none"
    yield f"{well:,}", "without", "refuted" if well else "none"
    unused = len(review.unused)
    yield f"{unused:,}", "not used", "inconclusive" if unused else "none"


def _facts(review: Review) -> Iterator[Fact]:
    yield Fact("daft-lint", review.report.version)
    runs = [run.match.run for run in review.runs]
    if not runs:
        return
    yield Fact("Daft", ", ".join(sorted({run.daft for run in runs})))
    yield Fact("from", when(min(run.started for run in runs)))
    yield Fact("until", when(max(run.started for run in runs)))
    yield Fact("worker-hours lost", hours(sum(problem.lost_hours for problem in review.problems)))
    costs = [problem.cost for problem in review.problems]
    known = [cost for cost in costs if cost is not None]
    if known and len(known) == len(costs):
        yield Fact("which cost", money(sum(known)))


def _section(number: int, problem: ReviewedProblem, review: Review) -> Section:
    finding = problem.finding
    remedy = remedy_of(finding)
    return Section(
        anchor=f"problem-{number}",
        code=finding.code,
        name=finding.name,
        message=finding.message,
        traits=(finding.severity.value, f"confidence: {finding.confidence.value}"),
        place=finding.span.exact_place,
        short_place=short(finding.span.place),
        source=code_of(
            finding.span, review.report.source_line(finding.span.path, finding.span.line)
        ),
        runs=f"{problem.runs:,}",
        lost=hours(problem.lost_hours),
        cost="unknown" if problem.cost is None else money(problem.cost),
        remedy="" if remedy is None else remedy.message,
        figures=tuple(_figures(problem)),
        panel=_panel(problem),
        assumptions=finding.assumptions,
    )


def _figures(problem: ReviewedProblem) -> Iterator[tuple[str, str, str]]:
    """What was predicted of the costliest run, beside what its log says about the workers."""
    udf = problem.worst.udf_of(problem.finding)
    if udf is None or udf.seen is None:
        return
    seen = udf.seen
    yield "who idles", idle_of(udf), f"{seen.idle} of {counted(seen.workers, 'worker')} idle"
    yield "time at work", utilisation_of(udf), f"workers {busy(seen)}"


def _panel(problem: ReviewedProblem) -> Panel | None:
    udf, run = problem.worst.udf_of(problem.finding), problem.worst.match.run
    if udf is None or udf.seen is None or not udf.seen.stretches or not udf.seen.seconds:
        return None
    trial = _trial(udf.seen)
    return Panel(
        f"{udf.predicted.call.udf.name} in {run.query}",
        f"{when(run.started)}, {rows_of_workers(udf.seen)}",
        timeline(trial, trial.makespan),
    )


def _trial(seen: ObservedUdf) -> Trial:
    """What the workers did, as a drawing takes it."""
    began = min(stretch.began for stretch in seen.stretches)
    uses: list[ActorUse] = []
    morsels: list[Morsel] = []
    for _, group in groupby(seen.stretches, key=lambda stretch: stretch.process):
        own = list(group)
        busy_seconds = sum(stretch.ended - stretch.began for stretch in own)
        morsels += [
            Morsel(len(uses), stretch.rows, stretch.began - began, stretch.ended - began)
            for stretch in own
        ]
        uses.append(
            ActorUse(len(uses), sum(stretch.rows for stretch in own), len(own), busy_seconds)
        )
    occupancy = Occupancy(tuple(uses), seen.seconds)
    return Trial(occupancy, tuple(morsels), seen.workers, seen.seconds, Unit.WORKER)


def _lines(run: ReviewedRun) -> Iterator[Line]:
    log, pipeline = run.match.run, run.match.pipeline
    problems = ", ".join(dict.fromkeys(finding.code for finding in run.findings))
    head = (
        when(log.started),
        log.query,
        f"{short(pipeline.plan.source.span.path)}: {pipeline.name}",
        "" if log.seconds is None else duration(log.seconds),
    )
    if not run.udfs:
        yield Line(*head, 1, "", "", "", problems)
    for number, udf in enumerate(run.udfs):
        yield Line(
            *head,
            0 if number else len(run.udfs),
            udf.predicted.call.udf.name,
            seen_of(udf),
            f"{idle_of(udf)}, utilisation {utilisation_of(udf)}",
            problems,
        )
