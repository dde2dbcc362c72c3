"""Comments that silence findings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from daft_lint.documents.invalid import InvalidPragma, nearest
from daft_lint.plan.span import Span

_NOQA = re.compile(r"#\s*noqa(?P<codes>\s*:\s*(?P<list>[A-Z]+\d+(?:[,\s]+[A-Z]+\d+)*))?", re.I)
_BRACKETS = re.compile(r"(?P<verb>ignore(?:-file)?)\[(?P<list>[^\]]*)\]\s*(?P<reason>.*)")
_OUR_CODE = re.compile(r"DFT\d*", re.I)


@dataclass(frozen=True, slots=True)
class Suppression:
    """A comment that silences findings of some rules on one statement, or in the whole file.

    `selectors` are codes, starts of codes, or names of rules; none means all rules. A `blanket`
    one, a bare `# noqa`, is meant for other linters too and is never reported as unused.
    """

    selectors: tuple[str, ...]
    span: Span
    first_line: int
    last_line: float
    reason: str = ""
    blanket: bool = False

    def silences(self, code: str, name: str, lines: tuple[int, int]) -> str | None:
        """The selector that silences a rule on these lines; None when none does."""
        if self.last_line < lines[0] or lines[1] < self.first_line:
            return None
        if not self.selectors:
            return ""
        fitting = (one for one in self.selectors if one == name or code.startswith(one.upper()))
        return next(fitting, None)


def read_noqa(
    text: str, span: Span, statement: tuple[int, int], known: frozenset[str]
) -> tuple[Suppression | InvalidPragma, ...] | None:
    """Read `# noqa` and `# noqa: DFT101, E501`; codes of other linters are left alone."""
    found = _NOQA.search(text)
    if found is None:
        return None
    if found["codes"] is None:
        return (Suppression((), span, *statement, blanket=True),)
    ours = tuple(code.upper() for code in _OUR_CODE.findall(found["list"]))
    if not ours:
        return None
    problems = tuple(_unknown(ours, span, known))
    valid = tuple(code for code in ours if _is_known(code, known))
    return (*problems, Suppression(valid, span, *statement)) if valid else problems


def read_ignore(
    body: str, span: Span, statement: tuple[int, int], known: frozenset[str]
) -> Iterator[Suppression | InvalidPragma]:
    """Read `ignore[DFT101, name] reason`."""
    yield from _read_brackets(body, span, statement, known)


def read_ignore_file(
    body: str, span: Span, alone: bool, known: frozenset[str]
) -> Iterator[Suppression | InvalidPragma]:
    """Read `ignore-file[DFT101] reason`, which stands on a line of its own."""
    if not alone:
        yield InvalidPragma(span, "`ignore-file` must stand on a line of its own")
        return
    yield from _read_brackets(body, span, (1, float("inf")), known)


def _read_brackets(
    body: str, span: Span, lines: tuple[int, float], known: frozenset[str]
) -> Iterator[Suppression | InvalidPragma]:
    found = _BRACKETS.fullmatch(body)
    if found is None:
        verb = body.partition("[")[0].partition(" ")[0]
        yield InvalidPragma(span, f"write the rules in brackets: `{verb}[DFT101] reason`")
        return
    selectors = tuple(one.strip() for one in found["list"].split(",") if one.strip())
    if not selectors:
        yield InvalidPragma(span, f"name a rule in the brackets: `{found['verb']}[DFT101] reason`")
        return
    yield from _unknown(selectors, span, known)
    valid = tuple(one for one in selectors if _is_known(one, known))
    if valid:
        yield Suppression(valid, span, *lines, reason=found["reason"].strip())


def _is_known(selector: str, known: frozenset[str]) -> bool:
    """A name, a code, or the start of some code, at least `DFT`."""
    code = selector.upper()
    starts = code.startswith("DFT") and any(one.startswith(code) for one in known)
    return selector in known or starts


def _unknown(
    selectors: tuple[str, ...], span: Span, known: frozenset[str]
) -> Iterator[InvalidPragma]:
    for selector in selectors:
        if not _is_known(selector, known):
            yield InvalidPragma(span, f"`{selector}` is no rule; {nearest(selector, known)}")
