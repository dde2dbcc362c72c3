"""Counts, predictions, remedies and the closing line in plain English."""

from __future__ import annotations

import math
import re
import shlex
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from daft_lint.findings import Effect, Finding, Safety, Severity
from daft_lint.judgement import ABOUT_WORK, Judgement, Status
from daft_lint.judging.usual_cluster import WORKERS
from daft_lint.plan.bound import Bound
from daft_lint.plan.quantity import Quantity
from daft_lint.plan.unit import Unit
from daft_lint.reporting.printable import on_one_line, place
from daft_lint.reporting.report import Report
from daft_lint.words import duration, percent

UNKNOWN = "unknown"
"""The word for an unknown number."""

HOME = "https://github.com/daft-lint/daft-lint"
_PAGES = f"{HOME}/blob/main/docs/rules"
_OWN_CODES = "DFT"
# More files than these are counted.
_MOST_NAMED = 3
_TOO_COMPLEX = "too complex to analyse completely"
_IN_SETTINGS = "in [tool.daft-lint"
_FEW_OPEN = 3
_SEE_OPEN = " (shown with -v or daft-lint pipelines)"


def counted(number: int, noun: str, plural: str = "") -> str:
    """`1 file`, `2 files`, `1,000 files`."""
    return f"{number:,} {noun if number == 1 else plural or f'{noun}s'}"


def units(number: int, unit: Unit) -> str:
    """`1 actor`, `2 processes`, `3 workers`."""
    return f"{number:,} {unit.value if number == 1 else unit.plural}"


def idle_of(effect: Effect) -> str:
    """`2 of 4`, or the idle actors alone where nothing bounds the pool."""
    return idle_among(effect.idle, effect.actors)


def idle_among(idle: Quantity, actors: Quantity) -> str:
    """The same of numbers."""
    if not math.isfinite(actors.high):
        return str(idle)
    return f"{idle.at_most(actors)} of {actors}"


def share(utilisation: Quantity) -> str:
    """A utilisation: `42%`, `25% to 100%`, `unknown` where it could be anything."""
    if utilisation.low <= 0 and utilisation.high >= 1:
        return UNKNOWN
    return percent(utilisation.low, utilisation.high)


def utilisation_of(effect: Effect) -> str | None:
    """`utilisation 42%`, None where it could be anything."""
    used = share(effect.utilisation)
    return None if used == UNKNOWN else f"utilisation {used}"


def page_of(code: str, name: str) -> str | None:
    """The page about a rule of daft-lint itself; None for a rule of others."""
    return f"{_PAGES}/{name}.md" if code.startswith(_OWN_CODES) else None


def summary(report: Report, *, shown: bool = False) -> str:
    """The outcome of a run: findings, judged work, files.

    `shown` says that open work stands above.
    """
    parts = [f"Fixed {counted(report.fixed, 'finding')}."] if report.fixed else []
    parts.append(_outcome(report))
    if report.judgements:
        hidden = report.has_open_work and not shown
        parts.append(judged(report.judgements, hint=_SEE_OPEN if hidden else ""))
    if report.hidden:
        parts.append(f"{hidden_findings(report)}.")
    if report.suppressed:
        parts.append(f"{counted(report.suppressed, 'finding')} suppressed.")
    if report.known:
        parts.append(f"{counted(report.known, 'finding')} in the baseline.")
    parts += _files(report)
    return " ".join([*parts, *_fixable(report)])


def hidden_findings(report: Report) -> str:
    """How many findings are less sure than what is shown, and the option that shows them."""
    return f"{counted(report.hidden, 'possible finding')} hidden (--min-confidence possible)"


def closing_hints(report: Report) -> Iterator[str]:
    """Lines below the summary: facts that several pieces of open work need, the effect of Ray."""
    wanted = Counter(
        answer if _names_a_place(answer) else f"{answer} of {judgement.span.path}"
        for judgement in report.judgements
        if judgement.status is Status.OPEN
        for answer in judgement.answers
    )
    number_open = sum(judgement.status is Status.OPEN for judgement in report.judgements)
    most = [pair for pair in wanted.most_common(_FEW_OPEN) if pair[1] > 1]
    if number_open > _FEW_OPEN and most:
        yield "Facts that several pieces of open work need:"
        for answer, number in most:
            yield f"  {answer}: {counted(number, 'piece')}"
    change = report.on_cluster
    if change is not None and change.natively:
        command = " ".join(("daft-lint", change.options, *map(shlex.quote, report.named)))
        # There may be open work there, which no finding counts.
        more = counted(change.more, "more problem") if change.more else "no more problems found"
        yield (
            "Judged for Daft's default, the native runner. On Ray with "
            f"{counted(WORKERS, 'worker')}: {more} ({command})."
        )


def _names_a_place(answer: str) -> bool:
    """Whether an answer names its place: settings, or a line of a file."""
    return (
        _IN_SETTINGS in answer
        or re.search(r" on line \d+(?: of cell \d+)? of (?!cell )", answer) is not None
    )


def is_all_clear(report: Report) -> bool:
    """Whether there was work to judge, and all of it was judged good, and nothing found."""
    judged = report.judgements
    found = report.findings or report.failures or report.unfinished
    return (
        bool(judged) and not found and all(judgement.status is Status.GOOD for judgement in judged)
    )


def _outcome(report: Report) -> str:
    about_work = any(finding.code.startswith(ABOUT_WORK) for finding in report.findings)
    unjudged = "" if report.judgements or about_work else ", no work judged"
    if report.findings:
        found = f"{counted(len(report.findings), 'problem')} ({by_severity(report.findings)})"
        return f"{found}{unjudged}."
    if is_all_clear(report):
        needed = [judgement.needed_row_seconds or 0.0 for judgement in report.judgements]
        given = [f"a row takes {duration(max(needed))} or more"] if any(needed) else []
        values = (each for judgement in report.judgements for each in judgement.needed_values)
        given += dict.fromkeys(values)
        return f"All clear{' if ' if given else ''}{' and '.join(given)}."
    if not report.files_checked:
        return "Nothing was checked." if report.failures else "No files to check."
    if any(
        judgement.status is Status.BAD and judgement.code is None for judgement in report.judgements
    ):
        return "No rule found a problem, but time is lost."
    new = "No new problems" if report.known else "No problems found"
    if any(not failure.checked for failure in report.failures):
        new = "No problems in what could be checked"
    return f"{new}{unjudged}."


def judged(judgements: Sequence[Judgement], hint: str = "") -> str:
    """`5 pieces of work: 2 bad, 1 good, 2 open.`, with a hint before the full stop."""
    numbers = Counter(judgement.status for judgement in judgements)
    counts = ", ".join(
        f"{numbers[status]:,} {status.value}" for status in Status if numbers[status]
    )
    return f"{counted(len(judgements), 'piece')} of work: {counts}{hint}."


def _files(report: Report) -> Iterator[str]:
    """The files that were read, and those that weren't."""
    read, unrelated = report.files_checked - report.unrelated, report.unrelated
    if read:
        rest = f", {unrelated:,} without Daft" if unrelated else ""
        yield f"{counted(read, 'file')} read{rest}."
    elif unrelated:
        yield f"{counted(unrelated, 'file')} without Daft."
    unchecked = sum(not failure.checked for failure in report.failures)
    if unchecked:
        yield f"{counted(unchecked, 'file')} could not be checked."
    if unchecked < len(report.failures):
        unfixed = len({failure.path for failure in report.failures if failure.checked})
        yield f"{counted(unfixed, 'file')} could not be fixed."
    yield from unfinished(report.unfinished)


def unfinished(bounds: Iterable[Bound]) -> Iterator[str]:
    """Names the places behind which there may be more to find, by what there is too much of."""
    places: dict[str, dict[str, None]] = {}
    for bound in bounds:
        places.setdefault(bound.more_than, {})[bound.span.place] = None
    for more_than, there in places.items():
        yield on_one_line(f"{named([*there])}: {_TOO_COMPLEX}, with more than {more_than}.")


def unfinished_there(bound: Bound) -> str:
    """The same about one place, for a message there."""
    return f"{_TOO_COMPLEX}, with more than {bound.more_than}: there may be more to find"


def named(paths: Sequence[str]) -> str:
    """`a.py, b.py`; of many the first, and how many more there are."""
    more = f" and {len(paths) - _MOST_NAMED:,} more" if len(paths) > _MOST_NAMED else ""
    shown = (place(path) for path in paths[:_MOST_NAMED])
    return f"{', '.join(shown)}{more}"


def _fixable(report: Report) -> list[str]:
    """How many findings have a fix that wasn't asked for."""
    best = [safest(finding) for finding in report.findings]
    safe, unsafe = (
        0 if safety in report.tried else best.count(safety)
        for safety in (Safety.SAFE, Safety.UNSAFE)
    )
    if report.unsafe and unsafe:
        return [f"{safe + unsafe:,} fixable with --fix --unsafe-fixes."]
    if safe and unsafe:
        return [f"{safe:,} fixable with --fix, {unsafe:,} more with --fix --unsafe-fixes."]
    if safe or unsafe:
        option = "--fix" if safe else "--fix --unsafe-fixes"
        return [f"{safe or unsafe:,} fixable with {option}."]
    return []


def safest(finding: Finding) -> Safety | None:
    """The safety of a finding's safest fix, None when none has edits."""
    found = {fix.safety for fix in finding.fixes if fix.edits}
    return next((safety for safety in (Safety.SAFE, Safety.UNSAFE) if safety in found), None)


def by_severity(findings: Iterable[Finding]) -> str:
    """The number of each severity, the worst first: `2 warnings, 1 info`."""
    numbers = Counter(finding.severity for finding in findings)
    return ", ".join(
        f"{numbers[severity]:,} info"
        if severity is Severity.INFO
        else counted(numbers[severity], severity.value)
        for severity in reversed(Severity)
        if numbers[severity]
    )
