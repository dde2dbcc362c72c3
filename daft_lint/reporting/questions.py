"""Open work as questions: a missing fact, and the pieces of work that it decides."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from daft_lint.judgement import Judgement, Status
from daft_lint.records import dataclass
from daft_lint.reporting.report import Report, Style
from daft_lint.words import listed

# What a hint says, its line, and the cell or file of that.
_HINT = re.compile(r"# daft-lint: (.*?) on line (\d+)(.*)")
_MOST_NAMED = 3
_MOST_SHOWN = 5
"""So many questions are shown by default, more are counted: enough for 31 of 36 public projects."""


@dataclass(frozen=True, slots=True)
class Question:
    """Pieces of work in one file that the same answer decides, in the order of lines."""

    judgements: tuple[Judgement, ...]

    @property
    def first(self) -> Judgement:
        """The one that stands first."""
        return self.judgements[0]

    @property
    def names(self) -> str:
        """Names and, but of the first, lines: `Clip, with_column on line 12 and 2 more`."""
        first, *rest = self.judgements
        shown = [
            f"`{judgement.work}` on {judgement.span.shown_line}"
            for judgement in rest[: _MOST_NAMED - 1]
        ]
        more = len(rest) - len(shown)
        shown += [f"{more:,} more"] if more else []
        return listed([f"`{first.work}`", *shown])

    @property
    def text(self) -> str:
        """The question in one sentence, without a full stop."""
        if not self.first.missing:
            return self.first.result
        facts = self.first.missing
        in_parts = len(facts) > 1 and any("," in fact for fact in facts)
        known = "; and ".join(["; ".join(facts[:-1]), facts[-1]]) if in_parts else listed(facts)
        return f"daft-lint doesn't know {known}"

    @property
    def conditions(self) -> tuple[str, ...]:
        """The known conditions, one per line."""
        first = self.first
        known = (first.result,) if first.result and first.missing else ()
        by_given: dict[str, list[str]] = {}
        for threshold in first.thresholds:
            by_given.setdefault(threshold.given, []).append(threshold.text)
        sure = (
            f"{given}: {'; '.join(texts)}" if given else "; ".join(texts)
            for given, texts in by_given.items()
        )
        return (*known, *sure)

    @property
    def answers(self) -> tuple[str, ...]:
        """The hints to add: a line for each, since they are copied, with all its places."""
        return tuple(f"add: {answer}" for answer in _together(self.first.answers))

    @property
    def instructions(self) -> tuple[str, ...]:
        """The hints to add, and what measures the facts."""
        measures = ", or ".join(self.first.measures[:_MOST_NAMED])
        measure = f"{'or ' if self.answers else ''}measure it: {measures}"
        return (*self.answers, measure) if measures else self.answers

    @property
    def lines(self) -> tuple[str, ...]:
        """All of it, with the names in front."""
        return (f"{self.names}: {self.text}", *self.conditions, *self.instructions)


def _together(answers: Iterable[str]) -> Iterator[str]:
    """The answers; hints of one line are one, and stand once for all lines that take them."""
    hints: dict[tuple[str, str], list[str]] = {}
    for answer in answers:
        found = _HINT.fullmatch(answer)
        # What isn't a hint stays as it is.
        told, line, where = ("", "", answer) if found is None else found.groups()
        hints.setdefault((line, where), []).append(told)
    lines: dict[tuple[str, str], list[str]] = {}
    for (line, where), several in hints.items():
        lines.setdefault((", ".join(several), where), []).append(line)
    for (text, where), numbers in lines.items():
        plural = "s" if len(numbers) > 1 else ""
        yield f"# daft-lint: {text} on line{plural} {listed(numbers)}{where}" if text else where


def questions(judgements: Iterable[Judgement]) -> tuple[Question, ...]:
    """The open work, put together where one answer decides it."""
    found: dict[object, list[Judgement]] = {}
    for judgement in judgements:
        if judgement.status is Status.OPEN:
            known = judgement.result if not judgement.thresholds else ""
            key = (
                judgement.span.path,
                judgement.missing,
                judgement.thresholds,
                judgement.answers,
                known,
            )
            found.setdefault(key, []).append(judgement)
    return tuple(Question(tuple(same)) for same in found.values())


def without_rule(judgements: Iterable[Judgement]) -> tuple[Judgement, ...]:
    """The work without a finding that is bad, or possibly so."""
    return tuple(
        judgement
        for judgement in judgements
        if judgement.status in (Status.BAD, Status.POSSIBLE) and judgement.code is None
    )


def shown_questions(report: Report, style: Style) -> tuple[Question, ...]:
    """Those that a person is shown: all if asked for, else only where they are few."""
    if not style.summary:
        return ()
    found = questions(report.judgements)
    return found if style.verbose or len(found) <= _MOST_SHOWN else ()
