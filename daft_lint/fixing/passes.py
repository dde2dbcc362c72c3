"""Fixes made in memory, and the fixed texts linted again, until nothing is left to fix."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from daft_lint.documents.document import Document, UnreadableDocumentError
from daft_lint.findings import Finding, Safety
from daft_lint.fixing.edit_application import (
    are_of_code,
    changes_text,
    fits_into,
    is_program,
    placed,
    still_parses,
)
from daft_lint.fixing.file_groups import Part, parts_of
from daft_lint.fixing.fix_selection import Choice, choices
from daft_lint.records import dataclass
from daft_lint.words import listed

MOST_PASSES = 10
"""Passes in a row that may leave as much to fix as there was before them."""

_REPORT = "please report it, with the file if you can"


class Source(Protocol):
    """Where texts come from, and what is found in them."""

    def document(self, path: str) -> Document:
        """A file as it is.

        Raises:
            UnreadableDocumentError: when it can't be read.
        """

    def lint(self, document: Document, changed: Mapping[str, Document]) -> Sequence[Finding]:
        """What is found in a text, where other files hold the changed texts, by path."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A file that can't be fixed, and why in one line."""

    path: str
    message: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """What fixing came to, in memory.

    `refusals` tell what stands in the way of a fix. `given_up` are the files that stay as they are
    because of one. `left` are the fixes that touch what another one changed.
    """

    parts: tuple[Part, ...]
    refusals: tuple[Refusal, ...]
    given_up: frozenset[str] = frozenset()
    left: tuple[Choice, ...] = ()


def fix(
    findings: Mapping[str, Sequence[Finding]], source: Source, allowed: frozenset[Safety]
) -> Outcome:
    """Make every fix of an allowed safety. `findings` are those of each file that was linted.

    Of two fixes that touch each other the first one is made; then the text is linted anew, and the
    other one is made if it is still found.
    """
    run = _Passes(dict(findings), source, allowed)
    run.work()
    return run.outcome()


def fix_once(wanted: Sequence[Choice], source: Source) -> Outcome:
    """Make these fixes, without a look at what is found afterwards."""
    run = _Passes({}, source, frozenset())
    return run.outcome(run.make(wanted))


class _Passes:
    """The texts and findings as they are after so many passes."""

    def __init__(
        self,
        findings: dict[str, Sequence[Finding]],
        source: Source,
        allowed: frozenset[Safety],
    ) -> None:
        self._findings = findings
        self._source = source
        self._allowed = allowed
        self._before: dict[str, Document] = {}
        self._now: dict[str, Document] = {}
        self._programs: set[str] = set()
        self._made: list[Choice] = []
        self._broken: dict[tuple[str, str], Refusal] = {}
        self._given_up: dict[str, Refusal] = {}

    def work(self) -> None:
        """Pass after pass, as long as there is something to fix and it grows less."""
        fewest, patience = None, MOST_PASSES
        while wanted := self._wanted():
            if fewest is not None and len(wanted) >= fewest:
                patience -= 1
            fewest = min(fewest or len(wanted), len(wanted))
            if patience < 0:
                self._give_up(wanted)
                return
            if not self._pass(wanted):
                return

    def make(self, wanted: Sequence[Choice]) -> tuple[Choice, ...]:
        """Make what fits together; what is left over."""
        wanted = [choice for choice in wanted if self._is_at_hand(choice)]
        made, _ = self._made_of(wanted)
        broken = self._broken
        return tuple(
            choice
            for choice in wanted
            if choice not in made and (choice.finding.code, choice.path) not in broken
        )

    def outcome(self, left: tuple[Choice, ...] = ()) -> Outcome:
        """The parts that can be written."""
        parts = parts_of(self._made, self._before, self._now)
        good = tuple(part for part in parts if not part.before.keys() & self._given_up.keys())
        lost = {path for part in parts if part not in good for path in part.before}
        refusals = (*self._broken.values(), *self._given_up.values())
        return Outcome(
            good,
            tuple(sorted(refusals, key=lambda refusal: refusal.path)),
            frozenset(lost | self._given_up.keys()),
            left,
        )

    def _wanted(self) -> list[Choice]:
        return [
            choice
            for path in sorted(self._findings)
            for choice in choices(self._findings[path], self._allowed)
            if (choice.finding.code, choice.path) not in self._broken and self._is_at_hand(choice)
        ]

    def _is_at_hand(self, choice: Choice) -> bool:
        """Whether a fix changes anything, and the files are programs that hold what it changes."""
        if choice.paths & self._given_up.keys():
            return False
        try:
            for path in choice.paths:
                self._load(path)
        except UnreadableDocumentError as error:
            self._break(choice, error.message)
            return False
        if not choice.paths <= self._programs:
            return False
        if not are_of_code(self._now, choice.fix.edits):
            return False
        if not fits_into(self._now, choice.fix.edits):
            self._break(choice, f"a fix of {choice.finding.code} fits no text")
            return False
        return changes_text(self._now, choice.fix.edits)

    def _load(self, path: str) -> None:
        if path not in self._now:
            document = self._source.document(path)
            self._before[path] = self._now[path] = document
            if is_program(document.text):
                self._programs.add(path)

    def _pass(self, wanted: Sequence[Choice]) -> bool:
        """Make what fits together, and lint again what it may have changed; False: nothing fits."""
        made, changed = self._made_of(wanted)
        if changed:
            left = {choice.path for choice in wanted if choice not in made}
            spread = any(len(choice.paths) > 1 for choice in made)
            self._lint_again(changed, left, spread=spread)
        return bool(changed)

    def _made_of(self, wanted: Sequence[Choice]) -> tuple[list[Choice], set[str]]:
        """Make what fits together, and the files that it changes."""
        made, now = self._placed(wanted)
        if not self._are_programs(now):
            made, now = self._one_by_one(wanted)
        changed = {path for path in now if now[path].text != self._now[path].text}
        self._now |= now
        self._made += made
        return made, changed

    def _are_programs(self, now: Mapping[str, Document]) -> bool:
        return all(
            document.text == self._now[path].text
            or still_parses(self._now[path].text, document.text)
            for path, document in now.items()
        )

    def _placed(self, wanted: Sequence[Choice]) -> tuple[list[Choice], Mapping[str, Document]]:
        paths = {path for choice in wanted for path in choice.paths}
        outcome = placed(
            {path: self._now[path] for path in paths}, [choice.fix.edits for choice in wanted]
        )
        applied = set(outcome.applied)
        return [choice for choice in wanted if choice.fix.edits in applied], outcome.documents

    def _one_by_one(self, wanted: Sequence[Choice]) -> tuple[list[Choice], Mapping[str, Document]]:
        """Make what leaves a program; whatever doesn't is never tried again."""
        good: list[Choice] = []
        for choice in wanted:
            made, now = self._placed([*good, choice])
            if self._are_programs(now):
                good = made
            else:
                code = choice.finding.code
                self._break(choice, f"the fix of {code} would make it invalid Python")
        return self._placed(good)

    def _lint_again(self, changed: set[str], left: set[str], *, spread: bool) -> None:
        texts = {
            path: each_document
            for path, each_document in self._now.items()
            if each_document is not self._before[path]
        }
        for path, found in self._findings.items():
            speaks_of = {span.path for finding in found for span in finding.spans}
            may_differ = path in left or path in changed or bool(speaks_of & changed)
            if not (may_differ or (spread and found)):
                continue
            try:
                document = self._now.get(path) or self._source.document(path)
                self._findings[path] = self._source.lint(document, texts)
            except UnreadableDocumentError as error:
                self._given_up[path] = Refusal(path, error.message)
            except Exception as error:
                what = f"{type(error).__name__}: {error}"
                self._give_up_on(path, f"its fixed text can't be checked: {what}")

    def _give_up(self, wanted: Sequence[Choice]) -> None:
        """Its fixes call for one another without an end."""
        for path in {path for choice in wanted for path in choice.paths}:
            made = [choice.finding.code for choice in self._made if path in choice.paths][
                -MOST_PASSES:
            ]
            codes = sorted(
                {*made, *(choice.finding.code for choice in wanted if path in choice.paths)}
            )
            self._give_up_on(path, f"the fixes of {listed(codes)} keep changing each other's code")

    def _give_up_on(self, path: str, why: str) -> None:
        message = f"internal error: {why}; the file is unchanged; {_REPORT}"
        self._given_up[path] = Refusal(path, message)

    def _break(self, choice: Choice, why: str) -> None:
        refusal = Refusal(choice.path, f"internal error: {why}; that fix was skipped; {_REPORT}")
        self._broken[choice.finding.code, choice.path] = refusal
