"""The result of `check`: findings that show themselves."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

from daft_lint.findings import Finding
from daft_lint.records import dataclass
from daft_lint.reporting.live.text import Sheet, lines_of, render
from daft_lint.reporting.phrases import counted
from daft_lint.reporting.printable import draws, in_ascii
from daft_lint.reporting.report import Style

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult

_WIDTH = 100
_WIDTH_IN_TESTS = 88
"""Cells of a line of a failure: pytest sets a mark before each."""


@dataclass(frozen=True, slots=True, repr=False)
class Checked(Sheet):
    """The findings about a plan, in the order of its steps. It is true when there are any.

    A notebook and a terminal show it as a table; `rich.print` adds colours. No finding means that
    all is well only where all `judgements` are good.
    """

    def __iter__(self) -> Iterator[Finding]:
        return iter(self.findings)

    def __len__(self) -> int:
        return len(self.findings)

    def __getitem__(self, place: int) -> Finding:
        return self.findings[place]

    def __repr__(self) -> str:
        width = shutil.get_terminal_size((_WIDTH, 0)).columns
        text = self.as_text(Style(color=False, width=width)).removesuffix("\n")
        return text if draws(sys.stdout) else in_ascii(text)

    def assert_clean(self) -> None:
        """Fail a test when anything was found.

        Raises:
            AssertionError: with the findings, as `daft-lint` reports them.
        """
        __tracebackhide__ = True
        if self:
            head = f"daft-lint found {counted(len(self), 'problem')} in this frame"
            style = Style(color=False, width=_WIDTH_IN_TESTS)
            raise AssertionError(f"{head}\n\n{self.as_text(style)}".rstrip())

    def as_text(self, style: Style) -> str:
        """The plan with the findings at its steps, for a terminal."""
        return render(self, style)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for line in lines_of(self, Style(color=True, width=options.max_width)):
            line.rstrip()
            if options.ascii_only:
                line.plain = in_ascii(line.plain)
            line.no_wrap, line.overflow = True, "ignore"
            yield line

    def _repr_html_(self) -> str:
        from daft_lint.reporting.live.html import render

        return render(self)
