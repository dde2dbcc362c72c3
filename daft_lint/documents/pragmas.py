"""The comments of a file that speak to daft-lint."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from daft_lint.documents.hints import Hint, read_hint
from daft_lint.documents.invalid import InvalidPragma, nearest
from daft_lint.documents.suppressions import (
    Suppression,
    read_ignore,
    read_ignore_file,
    read_noqa,
)
from daft_lint.documents.tokens import Comment, Tokens, tokenized
from daft_lint.plan.span import Span

_PREFIX = "daft-lint:"


@dataclass(frozen=True, slots=True)
class Pragmas:
    """What the comments of a file say: what to silence, which facts to take, what can't be read."""

    suppressions: tuple[Suppression, ...] = ()
    hints: tuple[Hint, ...] = ()
    invalid: tuple[InvalidPragma, ...] = ()


def read_pragmas(text: str, path: str, known_rules: Iterable[tuple[str, str]]) -> Pragmas:
    """Read every pragma of a text. `known_rules` are the codes and names of all rules."""
    folded = text.casefold()
    if "noqa" not in folded and _PREFIX not in folded:
        return Pragmas()
    tokens = tokenized(text)
    known = frozenset(name for rule in known_rules for name in rule)
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


def _read(
    comment: Comment, tokens: Tokens, path: str, known: frozenset[str]
) -> Iterable[Suppression | Hint | InvalidPragma]:
    span = _span(comment, path)
    statement = tokens.following(comment.line) if comment.alone else tokens.extent(comment.line)
    body = comment.text.lstrip("#").strip()
    if not body.casefold().startswith(_PREFIX):
        noqa = read_noqa(comment.text, span, tokens.extent(comment.line), known)
        return () if noqa is None else noqa
    body = body[len(_PREFIX) :].strip()
    verb = body.partition("[")[0].partition(" ")[0].partition("=")[0]
    if verb == "ignore":
        return read_ignore(body, span, statement, known)
    if verb == "ignore-file":
        return read_ignore_file(body, span, comment.alone, known)
    if "=" in body:
        return read_hint(body, span, statement)
    suggestion = nearest(verb, ("ignore", "ignore-file"))
    return (InvalidPragma(span, f"`{verb}` is nothing daft-lint knows; {suggestion}"),)


def _span(comment: Comment, path: str) -> Span:
    end = comment.column + len(comment.text)
    return Span(path, comment.line, comment.column, comment.line, end)
