"""`--report`: one self-contained HTML page about finished runs and their costliest problems."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from rich.text import Text

from daft_lint.event_log.observations import ObservedUdf
from daft_lint.plan.unit import Unit
from daft_lint.reporting import html
from daft_lint.reporting.hanging_indent import hanging, note
from daft_lint.reporting.headlines import margin_of, opened
from daft_lint.reporting.paragraphs import notes_of
from daft_lint.reporting.phrases import counted
from daft_lint.reporting.timeline import timeline
from daft_lint.review.full import run_lines
from daft_lint.review.report import Review
from daft_lint.review.runs import MOST_PROBLEMS, ReviewedProblem
from daft_lint.review.wording import loss_of, rows_of_workers, when
from daft_lint.scheduling.simulation.occupancy import ActorUse, Occupancy
from daft_lint.verification.observation import Morsel, Trial


def page(review: Review) -> str:
    """The page, which loads nothing and runs nothing: each problem, and all runs.

    Raises:
        ImportError: when Jinja isn't installed.
    """
    shown = review.problems[:MOST_PROBLEMS]
    sections = [
        html.Section(_problem(problem, review), tuple(_panel(problem))) for problem in shown
    ]
    more = len(review.problems) - len(shown)
    others = [f"{more:,} more problems: see --output-format json", ""] if more else []
    others += [line for run in review.runs for line in (*run_lines(run), "")]
    others += [f"{run.query}: not used: {why}" for run, why in review.unused]
    return html.page("review", _headline(review), [*sections, html.Section(_hanging(others))])


def _headline(review: Review) -> str:
    if not review.runs:
        return "No runs to review"
    return f"{review.failing:,} of {counted(len(review.runs), 'run')} with problems"


def _problem(problem: ReviewedProblem, review: Review) -> list[Text]:
    """A problem as `check` shows it, and what it cost."""
    finding = problem.finding
    margin_cells = margin_of(finding, html.STYLE)
    return [
        *opened(finding, review.report.source_line, html.STYLE),
        *notes_of(finding, margin_cells, html.STYLE),
        *note("seen", loss_of(problem), margin_cells, html.STYLE),
    ]


def _hanging(lines: Iterable[str]) -> list[Text]:
    """The lines, broken to the width of a page."""
    return [
        text
        for line in lines
        for text in hanging(
            Text(" " * (len(line) - len(line.lstrip()))), line.lstrip(), "", html.STYLE
        )
    ]


def _panel(problem: ReviewedProblem) -> Iterator[html.Panel]:
    """What the workers did in the costliest run of a problem, as a drawing."""
    udf, run = problem.worst.udf_of(problem.finding), problem.worst.match.run
    if udf is None or udf.seen is None or not udf.seen.stretches or not udf.seen.seconds:
        return
    trial = _trial(udf.seen)
    yield html.Panel(
        key="before",
        title=f"{udf.predicted.call.udf.name} in {run.query}",
        result="",
        what=f"{when(run.started)}, {rows_of_workers(udf.seen)}",
        drawing=timeline(trial, trial.makespan),
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
