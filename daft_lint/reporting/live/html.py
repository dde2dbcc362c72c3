"""The report on a live plan for a notebook: a piece of a page that loads and runs nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from html import escape
from itertools import chain
from pathlib import Path

from daft_lint.documents.file_status import read_whole
from daft_lint.findings import Effect, Finding
from daft_lint.reporting.actors import Bar, actor_bars
from daft_lint.reporting.live.sheet import Line, Pool, Sheet
from daft_lint.reporting.money import lost_of_cost
from daft_lint.reporting.phrases import idle_of, utilisation_of
from daft_lint.reporting.printable import on_one_line, printable
from daft_lint.reporting.questions import Question

_STYLES = Path(__file__).parents[1] / "templates/live.css"
# Notebooks style all tables, by selectors that only an id outweighs; no element needs to have it.
_SCOPE = ":is(.daft-lint-plan, #daft-lint-plan)"

_LIGHT = """
--card: #ffffff; --ink: #1b2330; --soft: #5b6675; --rule: #dfe3e9; --code: #f1f3f6; --mark: #ffe9a8;
--link: #1f5fbf; --before: #4a76b8; --idle: #fdecea; --idle-edge: #d9705f; --idle-ink: #a92d1b;
--red: #b3261e; --red-ground: #fdecea; --green: #1a6e54; --amber: #8a5a00; --amber-ground: #fff2d6;
"""
_DARK = """
--card: #191f28; --ink: #e5e9ef; --soft: #9aa6b5; --rule: #2d3642; --code: #12171e; --mark: #5c4a12;
--link: #86b3f5; --before: #6f9ce0; --idle: #33201f; --idle-edge: #b5574a; --idle-ink: #ff9e90;
--red: #ff9e90; --red-ground: #3d2220; --green: #6fd6b5; --amber: #f2c063; --amber-ground: #392d14;
"""


def render(sheet: Sheet) -> str:
    """The plan as an element `div`, which is the same in a light and in a dark notebook."""
    pieces = (
        f'<div class="daft-lint-plan" role="group" aria-label="{_text(sheet.summary)}">',
        f"<style>{_styles()}</style>",
        *_heading(sheet),
        '<table class="plan">',
        *_head(sheet),
        "<tbody>",
        *chain.from_iterable(_line(line, sheet) for line in sheet.lines),
        "</tbody></table>",
        *chain.from_iterable(_finding(finding) for finding in sheet.elsewhere),
        *(
            f"<p>error: {_prose(f'{failure.path}: {failure.message}')}</p>"
            for failure in sheet.failures
        ),
        *chain.from_iterable(map(_question, sheet.questions)),
        f'<p class="summary">{_prose(sheet.summary)}</p>',
        "</div>",
    )
    return "\n".join(pieces)


@lru_cache(maxsize=1)
def _styles() -> str:
    text = read_whole(_STYLES).decode()
    for name, colors in (("LIGHT", _LIGHT), ("DARK", _DARK)):
        text = text.replace(name, " ".join(colors.split()))
    return text.replace("&", _SCOPE)


def _heading(sheet: Sheet) -> Iterator[str]:
    first, *others = sheet.heading
    yield f'<p><span class="tool">daft-lint</span> {_prose(first)}</p>'
    yield from (f"<p>{_prose(sentence)}</p>" for sentence in others)


def _head(sheet: Sheet) -> Iterator[str]:
    names = ("partitions", "rows") if sheet.with_partitions else ("rows",)
    figures = "".join(f'<th class="figure" scope="col">{name}</th>' for name in names)
    yield '<thead><tr><th class="number" scope="col">line</th>'
    yield (
        '<th scope="col">plan, and the partitions and rows after each '
        f"line</th>{figures}</tr></thead>"
    )


def _line(line: Line, sheet: Sheet) -> Iterator[str]:
    yield f'<tr class="step{"" if line.runs else " never"}">'
    yield f'<th class="number" scope="row">{_text(line.number)}</th>'
    yield f'<td class="code"><code>{_code(line)}</code></td>'
    figures = (line.partitions, line.rows) if sheet.with_partitions else (line.rows,)
    yield from (f'<td class="figure">{_text(figure)}</td>' for figure in figures)
    yield "</tr>"
    said = [
        *(f'<p class="soft">{_prose(remark)}</p>' for remark in line.remarks),
        *chain.from_iterable(_finding(finding, line) for finding in line.findings),
        *chain.from_iterable(map(_pool, line.pools)),
    ]
    if said:
        columns = 1 + len(figures)
        yield f'<tr><td class="number"></td><td class="said" colspan="{columns}">'
        yield from said
        yield "</td></tr>"


def _code(line: Line) -> str:
    pieces, done = [], 0
    for start, end in line.marks:
        pieces += [_exact(line.code[done:start]), f"<mark>{_exact(line.code[start:end])}</mark>"]
        done = end
    return "".join([*pieces, _exact(line.code[done:])])


def _finding(finding: Finding, line: Line | None = None) -> Iterator[str]:
    severity = finding.severity.value
    yield f'<div class="finding {severity}">'
    yield f'<p><span class="badge">{severity}</span> <b>{_text(finding.code)}</b>'
    yield f' <span class="soft">{_text(finding.name)}</span></p>'
    yield f'<p class="message">{_prose(finding.message)}</p>'
    yield '<ul class="notes">'
    for kind, label, text in _notes(finding):
        yield f'<li class="{kind}"><b>{_text(label)}:</b> {_prose(text)}</li>'
    yield "</ul>"
    if finding.effect is not None and (line is None or not line.shows(finding.effect)):
        yield f'<p class="soft">{_text(" · ".join(_outcome(finding.effect)))}</p>'
        yield from _bars(finding.effect)
    yield "</div>"


def _question(question: Question) -> Iterator[str]:
    yield '<div class="finding info"><p><span class="badge">open</span>'
    yield f' {_prose(question.names)}</p><p class="message">{_prose(question.text)}</p>'
    yield from (f'<p class="soft">{_prose(condition)}</p>' for condition in question.conditions)
    yield "</div>"


def _notes(finding: Finding) -> Iterator[tuple[str, str, str]]:
    """The notes of a finding: kind, label and text."""
    for related in finding.related:
        yield "place", related.span.line_from(finding.span), related.message
    lost = lost_of_cost(finding)
    if lost is not None:
        yield "lost", "lost", lost
    for assumption in finding.assumptions:
        yield "assuming", "assuming", assumption
    for fix in finding.fixes:
        yield "help", "help", fix.message
    yield "confidence", "confidence", finding.confidence.value


def _outcome(effect: Effect) -> Iterator[str]:
    yield f"idle {effect.unit.plural} {idle_of(effect)}"
    utilisation = utilisation_of(effect)
    if utilisation is not None:
        yield utilisation


def _pool(pool: Pool) -> Iterator[str]:
    yield '<div class="pool">'
    yield f"<p><code>{_text(pool.name)}</code>: {_text(' · '.join(pool.facts))}</p>"
    yield from _bars(pool.effect)
    if pool.silence:
        yield f'<p class="soft">{_prose(pool.silence)}</p>'
    for assumption in pool.assumptions:
        yield f'<p class="soft"><b>assuming:</b> {_prose(assumption)}</p>'
    yield "</div>"


def _bars(effect: Effect) -> Iterator[str]:
    bars = actor_bars(effect.shares or (), effect.unit)
    if not bars:
        return
    most = max(bar.rows for bar in bars)
    yield f'<table class="bars" aria-label="predicted rows per {effect.unit.value}"><tbody>'
    yield from (_bar(bar, most) for bar in bars)
    yield "</tbody></table>"


def _bar(bar: Bar, most: float) -> str:
    drawn = '<span class="idle">idle</span>'
    if bar.figure:
        width = f"{100 * bar.rows / most:.3g}%" if bar.rows else "0"
        drawn = f'<span class="bar" style="width:{width}"></span>' if bar.rows else ""
    cells: Iterable[tuple[str, str]] = (
        ("drawn", drawn),
        ("share", _text(bar.figure)),
        ("note", _text(bar.note)),
    )
    row = "".join(f'<td class="{kind}">{text}</td>' for kind, text in cells)
    return f'<tr><th scope="row">{_text(bar.worker)}</th><td>{_text(bar.actor)}</td>{row}</tr>'


def _text(text: str) -> str:
    """Foreign text on one line, without control and invisible characters."""
    return escape(on_one_line(text, unicode=True))


def _exact(code: str) -> str:
    """The same with all of its blanks."""
    return escape(printable(code, unicode=True))


def _prose(text: str) -> str:
    """Words in backquotes are code."""
    parts = _text(text).split("`")
    if len(parts) % 2 == 0:
        return "`".join(parts)
    return "".join(
        f"<code>{part}</code>" if place % 2 else part for place, part in enumerate(parts)
    )
