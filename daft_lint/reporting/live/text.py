"""The report on a live plan for a terminal: its lines, with findings and predictions below."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rich.cells import cell_len
from rich.text import Text

from daft_lint.findings import Finding
from daft_lint.reporting.code_frame import margin
from daft_lint.reporting.hanging_indent import hanging
from daft_lint.reporting.headlines import (
    COLORS,
    failed,
    headline,
    margin_of,
    opened,
    places,
    readable,
)
from daft_lint.reporting.live.line_wrap import broken
from daft_lint.reporting.live.sheet import Line, Pool, Sheet
from daft_lint.reporting.notes import note
from daft_lint.reporting.open_work import question_lines
from daft_lint.reporting.paragraphs import bars_of, notes_of
from daft_lint.reporting.pipelines.text_layout import GAP, QUIET, right
from daft_lint.reporting.printable import on_one_line
from daft_lint.reporting.report import Style
from daft_lint.reporting.styled_text import painted
from daft_lint.reporting.text_layout import wrapped

_STRUCK = "strike"
_NARROWEST_CODE = 28
_AFTER, _PARTITIONS, _ROWS = "after each line:", "partitions", "rows"


def render(sheet: Sheet, style: Style) -> str:
    """The plan as lines of text, each ended."""
    return painted(lines_of(sheet, style), style)


def lines_of(sheet: Sheet, style: Style) -> Iterator[Text]:
    """The same as lines of styled text, none wider than the style where that can be."""
    # A Python object has no `--verbose`.
    style = replace(readable(style), verbose=True)
    for sentence in sheet.heading:
        yield from hanging(Text(), sentence, "", style)
    yield Text()
    yield from _Table.of(sheet, style).lines(sheet)
    for finding in sheet.elsewhere:
        yield Text()
        yield from opened(finding, sheet.source_line, style)
        yield from notes_of(finding, margin_of(finding, style), style)
    for failure in sheet.failures:
        yield Text()
        yield from failed(failure, style)
    for question in sheet.questions:
        yield Text()
        yield from question_lines(question, style, with_answers=False)
    yield Text()
    color = "bold" if sheet.failures or sheet.questions or _findings(sheet) else "bold green"
    for line in wrapped(on_one_line(sheet.summary, unicode=style.unicode), style.width):
        yield Text(line, color)


def _findings(sheet: Sheet) -> bool:
    return bool(sheet.elsewhere) or any(line.findings for line in sheet.lines)


@dataclass(frozen=True, slots=True)
class _Table:
    """The cells of each column; figures stand below the code if there is no room `beside` it."""

    number: int
    code: int
    partitions: int
    rows: int
    beside: bool
    style: Style

    @classmethod
    def of(cls, sheet: Sheet, style: Style) -> _Table:
        number = max(cell_len(line.number) for line in sheet.lines)
        rows = max(len(_ROWS), *(cell_len(line.rows) for line in sheet.lines))
        partitions = 0
        if sheet.with_partitions:
            partitions = max(len(_PARTITIONS), *(cell_len(line.partitions) for line in sheet.lines))
        whole = style.width - number - 3
        figures = rows + len(GAP) + (partitions + len(GAP) if partitions else 0)
        longest = max(cell_len(line.code) for line in sheet.lines)
        beside = whole - figures >= min(longest, _NARROWEST_CODE)
        code = min(longest, whole - figures) if beside else whole
        return cls(number, code, partitions, rows, beside, style)

    def lines(self, sheet: Sheet) -> Iterator[Text]:
        if self.beside:
            head = Text(" " * (self.number + 3) + right(_AFTER[: self.code], self.code), QUIET)
            yield self._with_figures(head, _PARTITIONS, _ROWS, QUIET)
        for line in sheet.lines:
            yield from self._line(line)
            if (line.findings or line.pools) and line is not sheet.lines[-1]:
                yield margin("", self.number, self.style)

    def _line(self, line: Line) -> Iterator[Text]:
        unicode = self.style.unicode
        worst = max((finding.severity for finding in line.findings), default=None)
        number, color = line.number, "" if line.runs else _STRUCK
        parts = broken(line.code, line.marks, self.code, unicode=unicode)
        for place, (code, underline) in enumerate(parts):
            shown = margin(number, self.number, self.style).append(" ").append(code, color)
            if not place and self.beside:
                shown.append(" " * (self.code - cell_len(code)))
                shown = self._with_figures(shown, line.partitions, line.rows)
            yield shown
            if underline and worst is not None:
                edge = margin("", self.number, self.style).append(" ")
                yield edge.append(underline, COLORS[worst])
            number = ""
        yield from self._below(line)

    def _with_figures(self, line: Text, partitions: str, rows: str, color: str = "") -> Text:
        if self.partitions:
            line.append(f"{GAP}{right(partitions, self.partitions)}", color)
        return line.append(f"{GAP}{right(rows, self.rows)}", color)

    def _below(self, line: Line) -> Iterator[Text]:
        if not self.beside and line.rows and line.runs:
            lead = f"{_PARTITIONS} {line.partitions}, " if self.partitions else ""
            yield from self._beside_margin(f"{lead}{_ROWS} {line.rows}")
        for remark in line.remarks:
            yield from self._beside_margin(remark)
        for finding in line.findings:
            yield from self._finding(finding, line)
        for pool in line.pools:
            yield from self._pool(pool)

    def _beside_margin(self, text: str) -> Iterator[Text]:
        edge = margin("", self.number, self.style).append(" ")
        shown = on_one_line(text, unicode=self.style.unicode)
        for part in wrapped(shown, self.style.width - edge.cell_len):
            yield edge.copy().append(part, QUIET)

    def _finding(self, finding: Finding, line: Line) -> Iterator[Text]:
        yield from headline(finding, self.style, " " * (self.number + 1))
        yield from places(finding, self.number, self.style)
        shown = line.shows(finding.effect)
        yield from notes_of(finding, self.number, self.style, effect=not shown)

    def _pool(self, pool: Pool) -> Iterator[Text]:
        separator = " · " if self.style.unicode else ", "
        yield from note(pool.name, separator.join(pool.facts), self.number, self.style)
        yield from bars_of(pool.effect, self.number, self.style)
        if pool.silence:
            head = Text(" " * (self.number + 3))
            yield from hanging(head, pool.silence, QUIET, self.style)
        for assumption in pool.assumptions:
            yield from note("assuming", assumption, self.number, self.style)
