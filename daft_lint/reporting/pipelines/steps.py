"""The steps of a pipeline as a table: line, step, partitions and rows after it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

from rich.cells import cell_len
from rich.text import Text

from daft_lint.judging.pools import counted
from daft_lint.plan.pipeline import Action, Operator, OperatorKind
from daft_lint.plan.quantity import Quantity, exactly
from daft_lint.plan.span import Span
from daft_lint.records import dataclass, replace
from daft_lint.reporting.hanging_indent import GAP, INDENT, QUIET, columns, paragraph
from daft_lint.reporting.pipelines.outline import Running, Side, shared
from daft_lint.reporting.pipelines.phrases import (
    named_origins,
    origins_of,
    remarks,
    title,
    why_dropped,
)
from daft_lint.reporting.printable import on_one_line
from daft_lint.reporting.report import Style
from daft_lint.reporting.text_layout import end_of, wrapped
from daft_lint.rule import Case
from daft_lint.scheduling.optimiser.optimiser_rules import Dropped
from daft_lint.scheduling.partitions.effects import ENOUGH_IN_ONE
from daft_lint.scheduling.partitions.partitioning import Partitioning

_MAKES_FILES = frozenset(
    {"write_csv", "write_deltalake", "write_iceberg", "write_json", "write_parquet"}
)
_STRUCK = "strike"
_DEEPEST = 4
_WIDEST_STEP = 32


@dataclass(frozen=True, slots=True)
class _Row:
    """A line of the table, remarks beside it if they fit, and remarks below it.

    `depth` counts the concats and joins that the step's side still has to meet in.
    """

    line: str
    step: str
    partitions: str = ""
    rows: str = ""
    beside: str = ""
    below: tuple[str, ...] = ()
    depth: int = 0
    color: str = ""

    @property
    def indent(self) -> str:
        """The blanks that tell how deep it is."""
        return INDENT * min(self.depth, _DEEPEST)


def step_lines(side: Side, case: Case, home: str, style: Style) -> Iterator[Text]:
    """The table of a plan and the action that runs it, for a reader of the file `home`."""
    head = _Row("line", "step", "partitions", "rows", color="bold")
    rows = [head, *_Table(home, shared(side)).rows(side), _end(case, side, home)]
    return _laid_out(rows, style)


class _Table:
    """The rows of the sides of a plan, for a reader of the file `home`.

    `numbers` are those of the sides that are shown once and meet others again, by their ids.
    """

    def __init__(self, home: str, numbers: Mapping[int, int]) -> None:
        self._home = home
        self._numbers = numbers
        self._shown: set[int] = set()

    def rows(self, side: Side, meets: Operator | None = None, depth: int = 0) -> Iterator[_Row]:
        """The rows of a side; `meets` is the concat or join where it meets others, if it does."""
        yield self._head(side, meets, depth)
        if id(side) in self._shown:
            return
        if id(side) in self._numbers:
            self._shown.add(id(side))
        for row in side.rows:
            if isinstance(row, Dropped):
                yield _dropped(row, self._home, depth)
                continue
            for other in row.inputs:
                yield from self.rows(other, row.step.operator, depth + 1)
            yield _running(row, self._home, depth)

    def _head(self, side: Side, meets: Operator | None, depth: int) -> _Row:
        """The row of a source, or of a whole side that was shown above."""
        beside = [] if meets is None else [f"other side of {meets.method}"]
        number = self._numbers.get(id(side))
        line = _line(side.source.span, self._home)
        if number is not None and id(side) in self._shown:
            beside.append("as above")
            row = _Row(line, f"frame {number}", *_figures(side.end), depth=depth)
        else:
            beside += [f"frame {number}"] if number is not None else []
            row = _source(side, self._home, depth)
        return replace(row, beside=", ".join(beside))


def _source(side: Side, home: str, depth: int) -> _Row:
    source = side.source
    origins = (("partitions", source.partitions), ("rows", source.rows))
    notes = (f"{what}: {origins_of(figure, home)}" for what, figure in origins if figure.origins)
    return _Row(
        _line(source.span, home),
        source.name,
        *_figures(side.start),
        below=(*([source.path] if source.path else ()), *notes),
        depth=depth,
    )


def _dropped(row: Dropped, home: str, depth: int) -> _Row:
    operator = row.operator
    line = _line(operator.span, home)
    why = (why_dropped(row, home),)
    return _Row(line, title(operator), "-", "-", below=why, depth=depth, color=_STRUCK)


def _running(row: Running, home: str, depth: int) -> _Row:
    operator, before, after = row.step.operator, row.step.before, row.step.after
    is_taken = ENOUGH_IN_ONE in after.count.origins and ENOUGH_IN_ONE not in before.count.origins
    assumed = [f"assuming: {ENOUGH_IN_ONE.text}"] if is_taken else []
    return _Row(
        _line(operator.span, home),
        title(operator),
        *_figures(after),
        beside=", ".join(remarks(row.step)),
        below=(*named_origins(operator.count, home), *assumed),
        depth=depth,
        color=QUIET if row.step.finished else "",
    )


def _figures(partitioning: Partitioning) -> tuple[str, str]:
    return str(partitioning.count), str(partitioning.rows)


def _line(span: Span, home: str) -> str:
    """A line in the file `home`; of another file, the file too."""
    return span.line_label if span.path == home else span.place


def _end(case: Case, side: Side, home: str) -> _Row:
    action = case.pipeline.action
    if action is None:
        return _Row("", "no action runs it")
    does = f"runs it{_files(case, side.end.filled, action)}"
    return _Row(_line(action.span, home), f"{action.method}()", beside=does)


def _files(case: Case, filled: Quantity, action: Action) -> str:
    """How many files it writes: natively one, on Ray one for each partition with rows.

    With `partition_cols` that is so for each of their values (measured on Daft 0.7.26). A table of
    Iceberg may have keys of its own. `write_lance` makes a fragment of each batch of a UDF that
    still has rows (81 of 805 rows by 10; daft-lance 0.6.0); without one it isn't known.
    """
    cut = case.judged.last_cut if action.method == "write_lance" else None
    if cut is not None and not math.isinf((pieces := cut.tasks * cut.morsels_per_task).high):
        kinds = {step.kind for step in case.judged.optimised.plan.operators}
        if OperatorKind.FILTER in kinds:
            return f", writes up to {counted(exactly(int(pieces.high)), 'fragment')}"
        return f", writes {counted(pieces, 'fragment')}"
    if action.method not in _MAKES_FILES or math.isinf(filled.high):
        return ""
    files = filled.at_least(exactly(1)) if case.runs_on_ray_if_anything else exactly(1)
    most = "up to " if action.by_keys and files.high > 1 else ""
    more = " or more" if action.method == "write_iceberg" else ""
    return f", writes {most}{counted(files, 'file')}{' for each key' * action.by_keys}{more}"


def _laid_out(rows: Sequence[_Row], style: Style) -> Iterator[Text]:
    """Each row, the rest of a long step, and its remarks below."""
    # Of a long path in another file only the end is shown: numbers need room too.
    places = [end_of(row.line, style.width // 3) for row in rows]
    place, partitions, figures = (
        max(map(cell_len, cells))
        for cells in (places, [row.partitions for row in rows], [row.rows for row in rows])
    )
    room = style.width - len(INDENT) - 3 * len(GAP) - place - partitions - figures
    # Names are never broken: a narrow terminal wraps long lines itself, but columns stay columns.
    word = max(cell_len(row.indent + word) for row in rows for word in row.step.split())
    widest = max(word, min(room, _WIDEST_STEP))
    steps = [wrapped(on_one_line(row.step), widest - len(row.indent)) for row in rows]
    cells = [
        (
            Text(where),
            Text(row.indent).append(step[0], row.color),
            Text(row.partitions),
            Text(row.rows),
        )
        for row, where, step in zip(rows, places, steps, strict=True)
    ]
    lines = columns(cells, right=(0, 2, 3))
    for row, (_, *rest), line in zip(rows, steps, lines, strict=True):
        head = Text(INDENT).append(line)
        fits = row.beside and head.cell_len + len(GAP) + cell_len(row.beside) <= style.width
        yield head.append(f"{GAP}{row.beside}", QUIET) if fits else head
        margin = " " * (len(INDENT) + place + len(GAP)) + row.indent
        yield from (Text(margin).append(more, row.color) for more in rest)
        for remark in row.below if fits or not row.beside else (row.beside, *row.below):
            yield from paragraph(margin + INDENT, remark, QUIET, style)
