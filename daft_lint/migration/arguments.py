"""The arguments of a decorator, taken apart and put together in other places."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import libcst as cst

from daft_lint.documents.lexing import TokenKind, lexed
from daft_lint.migration.obstacle import ObstacleError
from daft_lint.migration.source import Source


@dataclass(frozen=True, slots=True)
class Option:
    """An option of the new API. `old` is the argument that it was written as, if it was."""

    name: str
    value: str
    old: cst.Arg | None = None

    @property
    def text(self) -> str:
        """The option as an argument."""
        return f"{self.name}={self.value}"


def check_comments(source: Source, call: cst.Call) -> None:
    """See whether nothing is lost when arguments of a call go elsewhere.

    Raises:
        ObstacleError: when there are comments between them.
    """
    span = source.span(call)
    if any(token.kind is TokenKind.COMMENT for token in lexed(source.text(span.start, span.end))):
        raise ObstacleError("there are comments between its arguments", span)


def rebuilt(
    source: Source, call: cst.Call, options: Sequence[Option], indent: str | None = None
) -> str:
    """The argument list of a call with these options only, in this order, each as it is written.

    Each gets a line of its own where the first one has. `indent` is the new indentation of the line
    that the call stands in.
    """
    if not options:
        return ""
    written = [_argument(source, option) for option in options]
    first_line, argument = source.span(call.func).line, source.span(call.args[0])
    before = _line(source, argument.line)[: argument.column - 1]
    if argument.line == first_line or before.strip():
        return f"({', '.join(written)})"
    old = _indent(_line(source, first_line))
    new = old if indent is None else indent
    step = before.removeprefix(old)
    lines = [line for text in written for line in f"{text},".splitlines()]
    if any(quotes in text for text in written for quotes in ('"""', "'''")):
        raise ObstacleError("there is a long string in its arguments")
    starts = {f"{text},".splitlines()[0] for text in written}
    placed = [
        f"{new}{step}{line}" if line in starts else new + line.removeprefix(old) for line in lines
    ]
    return source.newline.join(["(", *placed, f"{new})"])


def _argument(source: Source, option: Option) -> str:
    """An option as it is written, under its new name."""
    if option.old is None:
        return option.text
    span = source.span(option.old)
    written = source.text(span.start, span.end)
    assert option.old.keyword is not None
    if option.value == source.code(option.old.value):
        return option.name + written[len(option.old.keyword.value) :]
    return option.text


def _line(source: Source, number: int) -> str:
    return source.document.line(number) or ""


def _indent(line: str) -> str:
    found = re.match(r"[ \t]*", line)
    return found.group() if found else ""
