"""Comments that silence findings."""

from __future__ import annotations

import re
from collections.abc import Iterator

from daft_lint.documents.hints import InvalidPragma
from daft_lint.documents.spelling import advice
from daft_lint.plan.span import Span
from daft_lint.records import dataclass

# Where no code follows the colon, the comment is a bare one, as in flake8.
_NOQA_CODE = r"(?:[A-Z]+[0-9]+|DFT)(?![\w-])"
NOQA = re.compile(
    rf"#\s*noqa(?![\w-])(?:\s*:\s*(?P<codes>{_NOQA_CODE}(?:[,\s]+{_NOQA_CODE})*))?", re.I | re.A
)
_BRACKETS = re.compile(r"\[(?P<list>[^\]]*)\]\s*(?P<reason>.*)")
_CODE_START = re.compile(r"(?P<letters>[A-Z]+)[0-9]*")
_OURS = "DFT"
# There are not half as many rules; a comment that names more is a mistake or an attack.
_MOST_SELECTORS = 200


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
        fitting = (
            selector
            for selector in self.selectors
            if selector == name or code.startswith(selector.upper())
        )
        return next(fitting, None)


def read_noqa(
    codes: str | None, span: Span, statement: tuple[int, int], known: frozenset[str]
) -> Iterator[Suppression | InvalidPragma]:
    """Read the codes of a `# noqa`, None for a bare one; those of other linters are left alone."""
    if codes is None:
        yield Suppression((), span, *statement, blanket=True)
        return
    yield from _valid(_ours_of(codes, known), span, statement, "", known)


def has_noqa(text: str, known: frozenset[str]) -> bool:
    """Whether a text may hold a `# noqa` that is meant for us too, and not for others alone."""
    found = NOQA.finditer(text) if "noqa" in text.lower() else ()
    return any(match["codes"] is None or _ours_of(match["codes"], known) for match in found)


def _ours_of(codes: str, known: frozenset[str]) -> tuple[str, ...]:
    given = dict.fromkeys(code for code in re.split(r"[,\s]+", codes.upper()) if code)
    return tuple(code for code in given if code.startswith(_OURS) or code in known)


def read_ignore(
    rest: str, span: Span, statement: tuple[int, int], known: frozenset[str]
) -> Iterator[Suppression | InvalidPragma]:
    """Read what follows `ignore`: `[DFT101, name] reason`."""
    yield from _read_brackets("ignore", rest, span, statement, known)


def read_ignore_file(
    rest: str, span: Span, alone: bool, known: frozenset[str]
) -> Iterator[Suppression | InvalidPragma]:
    """Read what follows `ignore-file`: `[DFT101] reason`, or nothing but a reason for all rules."""
    whole_file = (1, float("inf"))
    if not alone:
        yield InvalidPragma(span, "`ignore-file` must be on a line of its own")
    elif not rest or (rest[0].isspace() and not rest.lstrip().startswith("[")):
        yield Suppression((), span, *whole_file, reason=rest.strip())
    else:
        yield from _read_brackets("ignore-file", rest, span, whole_file, known)


def _read_brackets(
    verb: str, rest: str, span: Span, lines: tuple[int, float], known: frozenset[str]
) -> Iterator[Suppression | InvalidPragma]:
    found = _BRACKETS.fullmatch(rest.strip())
    if found is None:
        message = f"write the rules in brackets: `{verb}[DFT101] reason`"
        yield InvalidPragma(span, message)
        return
    selectors = tuple(selector.strip() for selector in found["list"].split(",") if selector.strip())
    if not selectors:
        yield InvalidPragma(span, f"name a rule in the brackets: `{verb}[DFT101] reason`")
        return
    yield from _valid(selectors, span, lines, found["reason"], known)


def _valid(
    selectors: tuple[str, ...],
    span: Span,
    lines: tuple[int, float],
    reason: str,
    known: frozenset[str],
) -> Iterator[Suppression | InvalidPragma]:
    """Selectors that fit a rule silence it; each other one is reported. Too many are none."""
    selectors = tuple(dict.fromkeys(selectors))
    if len(selectors) > _MOST_SELECTORS:
        message = f"names {len(selectors):,} rules; the limit is {_MOST_SELECTORS}"
        yield InvalidPragma(span, message)
        return
    fitting = tuple(selector for selector in selectors if _is_known(selector, known))
    for selector in selectors:
        if selector not in fitting:
            meant = advice(selector, known, otherwise="`daft-lint rule --all` lists them")
            yield InvalidPragma(span, f"there is no rule `{selector}`; {meant}")
    if fitting:
        yield Suppression(fitting, span, *lines, reason=reason)


def _is_known(selector: str, known: frozenset[str]) -> bool:
    """A name, a code, or the start of some code with all of its letters."""
    if selector in known:
        return True
    start = _CODE_START.fullmatch(selector.upper())
    if start is None:
        return False
    codes = (candidate for candidate in known if candidate.startswith(start.group()))
    return any(code[len(start["letters"]) :].isdigit() for code in codes)
