"""The arguments of a decorator, taken apart and put together in other places."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import libcst as cst

from daft_lint.migration.obstacle import ObstacleError
from daft_lint.migration.source import Source

_INDENT = re.compile(r"[ \t]*")


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


class Arguments:
    """The argument list of a call, as it is written.

    It is in lines when each argument begins a line of its own, and the closing parenthesis too.
    """

    def __init__(self, source: Source, call: cst.Call) -> None:
        """Look at the arguments of a call."""
        self._source = source
        self._call = call
        self._start = source.span(call.func).end
        self._end = source.span(call).end

    @property
    def in_lines(self) -> bool:
        """Whether each argument has lines of its own."""
        first = [self._source.span(arg).line for arg in self._call.args]
        last = [self._source.span(arg).end_line for arg in self._call.args]
        starts = all(self._before(arg).strip() == "" for arg in self._call.args)
        closing = self._line(self._end[0])[: self._end[1] - 2]
        apart = all(end < start for end, start in zip(last, first[1:], strict=False))
        commas = all(self._behind(arg).startswith(",") for arg in self._call.args[:-1])
        ended = bool(first) and self._behind(self._call.args[-1])[:1] in {"", ",", "#"}
        plain = starts and apart and closing.strip() == "" and self._plain_head
        tail = all(line.strip()[:1] in {"", "#"} for line in self._tail)
        return plain and commas and ended and tail

    @property
    def has_comments(self) -> bool:
        """Whether a comment stands in it."""
        return any(isinstance(node, cst.Comment) for node in _below(self._call))

    def rebuilt(self, options: Sequence[Option], indent: str | None = None) -> str:
        """The list with these options only, in this order, each as it is written.

        `indent` is the new indentation of the line that the call stands in. Comments go with the
        argument that they stand behind or above.
        """
        if not options and not self._leftovers:
            return ""
        if self.in_lines:
            return self._in_lines(options, indent)
        return f"({', '.join(self._argument(option) for option in options)})"

    def check(self, kept: Sequence[Option]) -> None:
        """See whether nothing is lost when only these options go on.

        Raises:
            ObstacleError: when a comment would be.
        """
        if not self.has_comments:
            return
        if not self.in_lines:
            raise ObstacleError(
                "there are comments between its arguments", self._source.span(self._call)
            )
        on = {id(option.old) for option in kept}
        for argument in self._call.args:
            if id(argument) not in on and "#" in "".join(self._block(argument)):
                raise ObstacleError("there is a comment at an argument that would be removed")

    @property
    def _plain_head(self) -> bool:
        head = self._line(self._start[0])[self._start[1] - 1 :].strip()
        return head.startswith("(") and (head[1:].strip() == "" or head[1:].strip()[0] == "#")

    @property
    def _leftovers(self) -> bool:
        """Whether the parentheses hold comments that belong to no argument."""
        if not self.in_lines:
            return False
        head = self._line(self._start[0])[self._start[1] :].strip()
        return bool(head or any(line.strip() for line in self._tail))

    def _in_lines(self, options: Sequence[Option], indent: str | None) -> str:
        """One argument a line. Leftover comments stay where the call stays."""
        old = _indent(self._line(self._start[0]))
        new = old if indent is None else indent
        inner = self._source.span(self._call.args[0]).column - 1
        step = self._line(self._source.span(self._call.args[0]).line)[:inner].removeprefix(old)
        head = self._line(self._start[0])[self._start[1] - 1 :] if indent is None else "("
        lines = [head]
        for option in options:
            if option.old is None:
                lines.append(f"{new}{step}{option.text},")
                continue
            block = self._block(option.old, option)
            lines += [new + line.removeprefix(old) if line.strip() else line for line in block]
        lines += self._tail if indent is None else []
        closing = self._line(self._end[0])[: self._end[1] - 1]
        lines.append(new + closing.removeprefix(old))
        return self._source.newline.join(lines)

    def _argument(self, option: Option) -> str:
        """An option as it is written, under its new name."""
        if option.old is None:
            return option.text
        span = self._source.span(option.old)
        written = self._source.text(span.start, span.end)
        assert option.old.keyword is not None
        if option.value == self._source.code(option.old.value):
            return option.name + written[len(option.old.keyword.value) :]
        return option.text

    def _block(self, argument: cst.Arg, option: Option | None = None) -> list[str]:
        """The lines of an argument, comments above and behind it too."""
        span = self._source.span(argument)
        place = list(self._call.args).index(argument)
        above = self._start[0]
        if place:
            above = self._source.span(self._call.args[place - 1]).end_line
        before = [self._line(number) for number in range(above + 1, span.line)]
        behind = self._line(span.end_line)[span.end_column - 1 :]
        if not behind.lstrip().startswith(","):
            behind = "," + behind
        written = self._source.text(span.start, span.end)
        text = self._argument(option) if option is not None else written
        if option is not None and any(quotes in text for quotes in ('"""', "'''")):
            raise ObstacleError("there is a long string in its arguments")
        whole = f"{self._before(argument)}{text}{behind}"
        return [*before, *re.split(r"\r\n|\r|\n", whole)]

    @property
    def _tail(self) -> list[str]:
        if not self._call.args:
            return []
        last = self._source.span(self._call.args[-1]).end_line
        return [self._line(number) for number in range(last + 1, self._end[0])]

    def _behind(self, node: cst.CSTNode) -> str:
        """What stands behind a node in its line."""
        span = self._source.span(node)
        return self._line(span.end_line)[span.end_column - 1 :].strip()

    def _before(self, node: cst.CSTNode) -> str:
        span = self._source.span(node)
        return self._line(span.line)[: span.column - 1]

    def _line(self, number: int) -> str:
        return self._source.document.line(number) or ""


def _indent(line: str) -> str:
    found = _INDENT.match(line)
    return found.group() if found else ""


def _below(node: cst.CSTNode) -> list[cst.CSTNode]:
    found = []
    waiting = [node]
    while waiting:
        part = waiting.pop()
        found.append(part)
        waiting += part.children
    return found
