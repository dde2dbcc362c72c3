"""The lines that a live plan is shown as, which findings point into."""

from __future__ import annotations

from daft_lint.plan.span import Span
from daft_lint.records import dataclass, field

PATH = "plan"
"""What stands for a file where a finding is about a plan that no file is known of."""

INDENT = "    "


@dataclass(slots=True)
class Lines:
    """Lines while they are written."""

    texts: list[str] = field(default_factory=list)

    def add(self, text: str, depth: int = 0) -> Span:
        """Write a line; the answer is its place, without the blanks before it."""
        text = " ".join(text.splitlines())
        blanks = INDENT * depth
        self.texts.append(blanks + text)
        number, first = len(self.texts), len(blanks) + 1
        return Span(PATH, number, first, number, first + len(text))

    @property
    def text(self) -> str:
        """All lines so far."""
        return "".join(f"{line}\n" for line in self.texts)


def within(span: Span, text: str, part: str) -> Span:
    """The place of a part of a line, all of the line if it isn't there."""
    place = text.find(part)
    if place < 0 or not part:
        return span
    start = span.column + place
    return span.between((span.line, start), (span.line, start + len(part)))
