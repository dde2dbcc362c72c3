"""The comments of a file for daft-lint."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from daft_lint.documents.hints import KEYS, Hint, InvalidPragma, key_of, read_hint
from daft_lint.documents.spelling import advice
from daft_lint.documents.suppressions import (
    NOQA,
    Suppression,
    has_noqa,
    read_ignore,
    read_ignore_file,
    read_noqa,
)
from daft_lint.documents.tokens import Comment, Tokens, tokenized
from daft_lint.plan.span import Span
from daft_lint.records import dataclass

# A comment that only quotes a pragma has something other than a blank before its `#`.
_OURS = re.compile(r"(?<!\S)#\s*daft-lint\s*:\s*", re.I)
_WORD = re.compile(r"[\w-]*")
_VERBS = ("ignore", "ignore-file")


@dataclass(frozen=True, slots=True)
class Pragmas:
    """The suppressions, hints and unreadable pragmas of a file."""

    suppressions: tuple[Suppression, ...] = ()
    hints: tuple[Hint, ...] = ()
    invalid: tuple[InvalidPragma, ...] = ()


def read_pragmas(text: str, path: str, known_rules: Iterable[tuple[str, str]]) -> Pragmas:
    """Read every pragma of a text. `known_rules` are the codes and names of all rules."""
    known = frozenset(name for rule in known_rules for name in rule)
    if not _may_hold_pragma(text, known):
        return Pragmas()
    tokens = tokenized(text)
    suppressions: list[Suppression] = []
    hints: list[Hint] = []
    invalid: list[InvalidPragma] = []
    for comment in tokens.comments:
        for part in _read(comment, tokens, path, known):
            if isinstance(part, Suppression):
                suppressions.append(part)
            elif isinstance(part, Hint):
                hints.append(part)
            else:
                invalid.append(part)
    return Pragmas(tuple(suppressions), tuple(hints), tuple(invalid))


def _may_hold_pragma(text: str, known: frozenset[str]) -> bool:
    return "daft-lint" in text.lower() or has_noqa(text, known)


def _read(
    comment: Comment, tokens: Tokens, path: str, known: frozenset[str]
) -> Iterator[Suppression | Hint | InvalidPragma]:
    """Read each pragma of a comment; several may follow one another, each with its own `#`."""
    noqa = NOQA.search(comment.text)
    ours = list(_OURS.finditer(comment.text))
    if noqa is not None:
        span = _span(comment, noqa.start(), noqa.end(), path)
        yield from read_noqa(noqa["codes"], span, tokens.extent(comment.line), known)
    starts = [found.start() for found in (noqa, *ours) if found is not None]
    for found in ours:
        end = min((at for at in starts if at > found.start()), default=len(comment.text))
        body = comment.text[found.end() : end].rstrip()
        span = _span(comment, found.start(), found.end() + len(body), path)
        yield from _read_own(body, span, comment, tokens, known)


def _read_own(
    body: str, span: Span, comment: Comment, tokens: Tokens, known: frozenset[str]
) -> Iterable[Suppression | Hint | InvalidPragma]:
    """Read what follows `# daft-lint:`."""
    statement = tokens.meant(comment)
    word = _WORD.match(body)
    verb = word.group() if word else ""
    rest = body[len(verb) :]
    if verb == "ignore":
        return read_ignore(rest, span, statement, known)
    if verb == "ignore-file":
        return read_ignore_file(rest, span, comment.alone, known)
    if verb and rest.lstrip().startswith("="):
        return read_hint(body.partition("#")[0], span, statement)
    return (InvalidPragma(span, _problem(verb)),)


def _problem(verb: str) -> str:
    key = key_of(verb)
    if not verb:
        return "says nothing; write `ignore[DFT101] reason` or a hint such as `rows=1000`"
    if key is not None:
        return f"`{key}` takes a whole number: `{key}=1000`"
    return f"there is no `{verb}`; {advice(verb, (*_VERBS, *KEYS))}"


def _span(comment: Comment, start: int, end: int, path: str) -> Span:
    column = comment.column
    return Span(path, comment.line, column + start, comment.line, column + end)
