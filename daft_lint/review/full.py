"""`full`: each run with its UDFs, then the costliest problems."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from daft_lint.reporting.phrases import counted
from daft_lint.reporting.printable import printable_lines
from daft_lint.reporting.report import Style
from daft_lint.review.report import Review
from daft_lint.review.runs import MOST_PROBLEMS, ReviewedProblem, ReviewedRun
from daft_lint.review.wording import idle_of, loss_of, seen_of, utilisation_of, when
from daft_lint.words import duration


def render(review: Review, style: Style) -> str:
    """The review as text."""
    lines = [line for run in review.runs for line in _of_run(run)]
    lines += _of_problems(review.problems)
    left = f" {counted(len(review.unused), 'run')} not used." if review.unused else ""
    reviewed = counted(len(review.runs), "run")
    lines.append(f"{reviewed} reviewed, {review.failing:,} with problems.{left}")
    return printable_lines("\n".join(lines), unicode=style.unicode) + "\n"


def _of_run(run: ReviewedRun) -> Iterator[str]:
    pipeline, log = run.match.pipeline, run.match.run
    path = pipeline.plan.source.span.path
    took = "" if log.seconds is None else f", {duration(log.seconds)}"
    yield f"{when(log.started)}  {log.query}  {path}: {pipeline.name}{took}"
    for udf in run.udfs:
        yield f"  {udf.predicted.call.udf.name}: {seen_of(udf)}"
        yield f"    predicted: {idle_of(udf)}, utilisation {utilisation_of(udf)}"
    for finding in run.findings:
        yield f"  {finding.code} {finding.name}: {finding.message}"
    yield ""


def _of_problems(problems: Sequence[ReviewedProblem]) -> Iterator[str]:
    if not problems:
        return
    yield "Costliest problems, each counted once:"
    for number, problem in enumerate(problems[:MOST_PROBLEMS], 1):
        finding = problem.finding
        yield f"{number}. {finding.span.place}: {finding.code} {finding.name}: {finding.message}"
        yield f"   {loss_of(problem)}"
        if finding.fixes:
            yield f"   help: {finding.fixes[0].message}"
    if len(problems) > MOST_PROBLEMS:
        yield f"... and {len(problems) - MOST_PROBLEMS:,} more"
    yield ""
