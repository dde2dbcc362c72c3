"""`full`: each run with its UDFs, then the costliest problems."""

from __future__ import annotations

from collections.abc import Iterator

from daft_lint.reporting.phrases import counted
from daft_lint.reporting.printable import printable_lines
from daft_lint.reporting.report import Style
from daft_lint.review.report import Review
from daft_lint.review.runs import MOST_PROBLEMS, ReviewedProblem, ReviewedRun
from daft_lint.review.wording import loss_of, predicted_of, seen_of, when
from daft_lint.words import duration


def render(review: Review, style: Style) -> str:
    """The review as text."""
    lines = [line for run in review.runs for line in (*run_lines(run), "")]
    shown = review.problems[:MOST_PROBLEMS]
    if shown:
        lines.append("Costliest problems, each counted once:")
        for number, problem in enumerate(shown, 1):
            lines += _problem(number, problem)
        more = len(review.problems) - len(shown)
        lines += [f"... and {more:,} more", ""] if more else [""]
    left = f" {counted(len(review.unused), 'run')} not used." if review.unused else ""
    reviewed = counted(len(review.runs), "run")
    lines.append(f"{reviewed} reviewed, {review.failing:,} with problems.{left}")
    return printable_lines("\n".join(lines)) + "\n"


def run_lines(run: ReviewedRun) -> Iterator[str]:
    """A run, each of its UDFs as it was seen and predicted, and its problems."""
    pipeline, log = run.match.pipeline, run.match.run
    path = pipeline.plan.source.span.path
    took = "" if log.seconds is None else f", {duration(log.seconds)}"
    yield f"{when(log.started)}  {log.query}  {path}: {pipeline.name}{took}"
    for udf in run.udfs:
        yield f"  {udf.predicted.call.udf.name}: {seen_of(udf)}"
        yield f"    predicted: {predicted_of(udf)}"
    for finding in run.findings:
        yield f"  {finding.code} {finding.name}: {finding.message}"


def _problem(number: int, problem: ReviewedProblem) -> Iterator[str]:
    """A problem, what it cost, and what to do."""
    finding = problem.finding
    yield f"{number}. {finding.span.place}: {finding.code} {finding.name}: {finding.message}"
    yield f"   {loss_of(problem)}"
    if finding.fixes:
        yield f"   help: {finding.fixes[0].message}"
