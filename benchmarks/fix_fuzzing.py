"""Fixes thousands of programs that were changed at random, and looks at what became of them.

The promises: a fixed file still parses, what was fixed is found there no more, and once nothing is
left to fix another `--fix` changes nothing.
"""

from __future__ import annotations

import argparse
import ast
import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from robustness import SECONDS, Case, Result, failed, mutants, programs_of_rules

from daft_lint.documents.document import Document, UnreadableDocumentError, decode
from daft_lint.findings import Confidence, Edit, Finding, Fix
from daft_lint.fixing import SAFE_AND_UNSAFE, chosen, fix, fixed
from daft_lint.linting import SYNTAX_ERROR, lint
from daft_lint.settings import default_settings

PROGRAMS = 5_000
_LINE_ENDS = (b"\n", b"\n", b"\n", b"\r\n", b"\r")
# What is only possible has fixes too.
_SETTINGS = replace(default_settings(), min_confidence=Confidence.POSSIBLE)


class BrokenPromiseError(Exception):
    """What a fix may not do, and did."""


def main() -> int:
    """Fix everything, print what happened; 1 when a promise is broken."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--programs", type=int, default=PROGRAMS, help="how many to fix")
    parser.add_argument("--seed", type=int, default=1, help="changes them in other ways")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="CPU time for each")
    parser.add_argument("--jobs", type=int, default=2, help="processes to fix in")
    options = parser.parse_args()
    cases = programs(options.programs, options.seed)
    return int(failed("programs to fix", cases, options.jobs, options.seconds, fix_case))


def programs(count: int, seed: int) -> Iterator[Case]:
    """Programs, notebooks and Markdown with something to fix, most of them changed."""
    chance = random.Random(seed)
    for case in mutants(programs_of_rules(fires_only=True), count, seed):
        end = chance.choice(_LINE_ENDS)
        yield Case(case.name, case.data if end == b"\n" else case.data.replace(b"\n", end))


@dataclass(frozen=True, slots=True)
class _Alone:
    """One file, whose text may be changed."""

    whole: Document

    def document(self, path: str) -> Document:
        return self.whole

    def lint(self, document: Document, changed: Mapping[str, Document]) -> Sequence[Finding]:
        return _found(document)


def fix_case(case: Case) -> Result:
    """Fix a file in memory, each finding alone and all together.

    Raises:
        BrokenPromiseError: when what comes out isn't what was promised.
    """
    try:
        document = decode(case.data, case.name)
    except UnreadableDocumentError:
        return Result.UNREADABLE
    found = _found(document)
    if any(finding.code == SYNTAX_ERROR for finding in found):
        return Result.SYNTAX_ERROR
    for finding in found:
        _fix_alone(finding, document)
    outcome = fix({case.name: found}, _Alone(document), SAFE_AND_UNSAFE)
    for refusal in outcome.refusals:
        raise BrokenPromiseError(refusal.message)
    for part in outcome.parts:
        after = part.after[case.name]
        _parse(after)
        again = fix({case.name: _found(after)}, _Alone(after), SAFE_AND_UNSAFE)
        if again.parts:
            codes = [made.code for part in again.parts for made in part.made]
            raise BrokenPromiseError(f"another --fix goes on with {codes}:\n{after.text}")
    return Result.FIXED if outcome.parts else Result.LINTED


def _found(document: Document) -> tuple[Finding, ...]:
    outcome = lint(document, _SETTINGS)
    for failure in outcome.failures:
        raise failure.error
    return outcome.findings


def _fix_alone(finding: Finding, document: Document) -> None:
    """Fix one finding: it may not be found again where it was, unless less is lost there now.

    What two numbers cause together is told of each, and one of the fixes leaves a part of it.
    """
    chosen_fix = chosen(finding, SAFE_AND_UNSAFE)
    if chosen_fix is None:
        return
    after = fixed(document, [chosen_fix.edits]).document
    _parse(after)
    place = _moved(document.offset(*finding.span.start), chosen_fix.edits, document)
    for each_finding in _found(after):
        same = each_finding.code == finding.code and after.offset(*each_finding.span.start) == place
        if (
            same
            and not _is_less(each_finding, finding)
            and not _of_another(each_finding, chosen_fix)
        ):
            raise BrokenPromiseError(f"{each_finding.code} is still found:\n{after.text}")


def _of_another(finding: Finding, made: Fix) -> bool:
    """Whether a finding is about another frame that passes the same place, and mended there."""
    other = chosen(finding, SAFE_AND_UNSAFE)
    lines = [edit.text for edit in made.edits if "\n" in edit.text]
    return other is not None and not lines and other.edits[0].span.line != made.edits[0].span.line


def _is_less(left: Finding, before: Finding) -> bool:
    if left.effect is None or before.effect is None:
        return left.message != before.message
    return left.effect.idle.high < before.effect.idle.high


def _moved(place: int, edits: Sequence[Edit], document: Document) -> int:
    """Where in the fixed text the character is that was at a place, unless an edit took it."""
    moved = place
    for edit in edits:
        start, end = document.offset(*edit.span.start), document.offset(*edit.span.end)
        if start <= place:
            moved += len(edit.text) - (min(end, place) - start)
    return moved


def _parse(document: Document) -> None:
    try:
        ast.parse(document.text)
    except (SyntaxError, ValueError) as error:
        raise BrokenPromiseError(f"it doesn't parse: {error}\n{document.text}") from None


if __name__ == "__main__":
    sys.exit(main())
