"""`mermaid`: Markdown with a Mermaid flowchart per pipeline, for README files and reviews."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from daft_lint.plan.pipeline import Action, Source
from daft_lint.plan.unit import Unit
from daft_lint.pools import counted
from daft_lint.reporting.pipelines.outline import Running, Side, Use, outline, uses
from daft_lint.reporting.pipelines.phrases import outcomes_of, remarks, title
from daft_lint.reporting.printable import on_one_line
from daft_lint.reporting.report import Style
from daft_lint.rule import Case
from daft_lint.scheduling.optimiser.optimiser_rules import Dropped
from daft_lint.scheduling.partitions.partitioning import Partitioning
from daft_lint.scheduling.prediction.predict import WorkPrediction

_CLASSES = {
    "idle": "fill:#fdd,stroke:#c00,color:#600",
    "unsure": "fill:#fec,stroke:#c80,color:#640",
    "busy": "fill:#dfd,stroke:#080,color:#040",
    "done": "fill:#eee,stroke:#999,color:#666,stroke-dasharray:4",
    "dropped": "fill:#fff,stroke:#ccc,color:#999,text-decoration:line-through",
}

# Blanks, plain punctuation and underscores within words stay, so that the text stays readable.
_SPECIAL = re.compile(r"[^\w .,:/()-]|\b_|_\b|(?<=_)_")


def render(cases: Sequence[Case], style: Style) -> str:
    """A heading and a flowchart per pipeline, whatever the style."""
    if not cases:
        return "No pipelines found.\n"
    return "\n".join(_section(case) for case in cases)


def _section(case: Case) -> str:
    span = case.pipeline.plan.source.span
    heading = f"## {_code(case.pipeline.name)} in {_code(span.place)}"
    chart = "\n".join(_Chart().drawn(case))
    return f"{heading}\n\n```mermaid\n{chart}\n```\n"


def _code(text: str) -> str:
    """`text` as code in Markdown, whatever backticks it has."""
    text = on_one_line(text, unicode=True)
    if "`" not in text:
        return f"`{text}`"
    fence = "`" * (1 + max(map(len, re.findall("`+", text))))
    return f"{fence} {text} {fence}"


@dataclass(frozen=True, slots=True)
class _Tail:
    """The last node of a side, its output, and the steps dropped after it."""

    node: str
    partitioning: Partitioning
    maybe: bool = False
    dropped: tuple[str, ...] = ()


class _Chart:
    """A flowchart that grows node by node."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._nodes = 0
        self._classes: set[str] = set()
        self._tails: dict[int, _Tail] = {}

    def drawn(self, case: Case) -> list[str]:
        """The lines of the chart of a case."""
        side = outline(case)
        tail = self._side(side, uses(case, side))
        self._connect(tail, self._end(case.pipeline.action))
        styles = [
            f"  classDef {name} {style}"
            for name, style in _CLASSES.items()
            if name in self._classes
        ]
        return ["flowchart TD", *self._lines, *styles]

    def _side(self, side: Side, known: Sequence[Use]) -> _Tail:
        tail = _Tail(self._source(side.source), side.start)
        for row in side.rows:
            if isinstance(row, Dropped):
                tail = replace(tail, dropped=(*tail.dropped, self._dropped(row)))
                continue
            others = [self._other_side(other, known) for other in row.inputs]
            operator = row.step.operator
            node = self._step(row, known)
            for before in (tail, *others):
                self._connect(before, node, maybe=operator.maybe)
            tail = _Tail(node, row.step.after, operator.maybe)
        return tail

    def _other_side(self, side: Side, known: Sequence[Use]) -> _Tail:
        """A side that meets another one; one that was drawn before continues from there."""
        if id(side) in self._tails:
            return self._tails[id(side)]
        tail = self._side(side, known)
        self._tails[id(side)] = replace(tail, dropped=())
        return tail

    def _source(self, source: Source) -> str:
        data = (source.path,) if source.path else ()
        return self._node("[({})]", (source.name, *data, source.span.shown_line))

    def _dropped(self, row: Dropped) -> str:
        text = (title(row.operator), row.operator.span.shown_line, row.reason)
        return self._node("[{}]", text, "dropped")

    def _step(self, row: Running, known: Sequence[Use]) -> str:
        operator = row.step.operator
        uses_here = [use for use in known if use.step is row.step]
        works = [use.work for use in uses_here if use.work is not None]
        pools = any(use.pool for use in uses_here)
        text = (
            title(operator),
            operator.span.shown_line,
            *remarks(row.step),
            *(
                f"{work.call.udf.name}: {', '.join(outcomes)}"
                for work in works
                if (outcomes := outcomes_of(work))
            ),
        )
        return self._node("[[{}]]" if pools else "[{}]", text, _class_of(row, works))

    def _end(self, action: Action | None) -> str:
        if action is None:
            return self._node("([{}])", ("no action runs it",))
        return self._node("([{}])", (f"{action.method}()", action.span.shown_line))

    def _node(self, shape: str, text: Iterable[str], css: str = "") -> str:
        self._nodes += 1
        name = f"n{self._nodes}"
        if css:
            self._classes.add(css)
        self._lines.append(f"  {name}{shape.format(_label(text))}{f':::{css}' if css else ''}")
        return name

    def _connect(self, tail: _Tail, node: str, *, maybe: bool = False) -> None:
        arrow = "-.->" if maybe or tail.maybe else "-->"
        label = _label(_flowing(tail.partitioning))
        self._lines.append(f"  {tail.node} {arrow}|{label}| {node}")
        self._lines += [f"  {gone} --x {node}" for gone in tail.dropped]


def _class_of(row: Running, works: Iterable[WorkPrediction]) -> str:
    if row.step.finished:
        return "done"
    # Without a number of workers, nothing is known of them.
    works = [work for work in works if work.unit is not Unit.WORKER or work.workers is not None]
    if not works:
        return ""
    if any(work.idle.low >= 1 for work in works):
        return "idle"
    return "busy" if all(work.idle.high < 1 for work in works) else "unsure"


def _flowing(partitioning: Partitioning) -> tuple[str, ...]:
    partitions, rows = partitioning.count, partitioning.rows
    known = rows.low > 0 or math.isfinite(rows.high)
    return (counted(partitions, "partition"), *([counted(rows, "row")] if known else []))


def _label(lines: Iterable[str]) -> str:
    return f'"{"<br/>".join(map(_escaped, lines))}"'


def _escaped(text: str) -> str:
    """`text` as it may stand in a quoted label, which Mermaid else reads as Markdown and HTML."""
    return _SPECIAL.sub(_entity, on_one_line(text, unicode=True))


def _entity(match: re.Match[str]) -> str:
    char = match.group()
    return "#quot;" if char == '"' else f"#{ord(char)};"
