"""The rows that each actor, process or worker is predicted to get, as bars."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from rich.text import Text

from daft_lint.findings import ActorShare
from daft_lint.plan.unit import Unit
from daft_lint.reporting.wording import units

_MOST_LINES = 16
_LONGEST_BAR = 24
_SHORTEST_BAR = 6
_GAP = "  "
_IDLE_COLOR = "bold red"


@dataclass(frozen=True, slots=True)
class Bar:
    """A line: whose rows, how many to draw, how many in words (none: idle), what else to say.

    `worker` is empty for another actor of the same worker, `actor` where workers are meant.
    """

    worker: str
    actor: str
    rows: float
    figure: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class _Load:
    """What the actors of one worker get together."""

    actors: int
    idle: int
    rows: float


@dataclass(frozen=True, slots=True)
class _Stretch:
    """Workers next to each other, from the first to the last, that all get the same load."""

    first: int
    last: int
    load: _Load

    @property
    def workers(self) -> int:
        return self.last - self.first + 1


def actor_lines(
    shares: tuple[ActorShare, ...], width: int, *, unicode: bool, unit: Unit = Unit.ACTOR
) -> list[Text]:
    """A line per actor, or per worker where the actors are many, within `width` cells."""
    return _drawn(actor_bars(shares, unit), width, "█" if unicode else "#")


def actor_bars(shares: tuple[ActorShare, ...], unit: Unit = Unit.ACTOR) -> list[Bar]:
    """What each of these lines shows."""
    ordered = sorted(shares, key=lambda share: share.worker)
    if len(ordered) <= _MOST_LINES:
        return _per_actor(ordered, unit)
    return _per_worker(ordered, unit)


def _per_actor(shares: list[ActorShare], unit: Unit) -> list[Bar]:
    workers = [None, *(share.worker for share in shares)]
    return [
        Bar(
            worker=""
            if unit is Unit.PROCESS or share.worker == workers[index - 1]
            else f"worker {share.worker}",
            actor="" if unit is Unit.WORKER else f"{unit.value} {index}",
            rows=share.rows,
            figure=_rows(share.rows),
        )
        for index, share in enumerate(shares, start=1)
    ]


def _per_worker(shares: list[ActorShare], unit: Unit) -> list[Bar]:
    stretches = list(_stretches(shares))
    if len(stretches) <= _MOST_LINES:
        return [_summary(stretch, unit) for stretch in stretches]
    return [
        *(_summary(stretch, unit) for stretch in stretches[: _MOST_LINES - 1]),
        _remainder(stretches[_MOST_LINES - 1 :], unit),
    ]


def _stretches(shares: list[ActorShare]) -> Iterable[_Stretch]:
    loads = [
        (worker, _load([share.rows for share in group]))
        for worker, group in groupby(shares, key=lambda share: share.worker)
    ]
    for load, group in groupby(loads, key=lambda pair: pair[1]):
        workers = [worker for worker, _ in group]
        yield _Stretch(workers[0], workers[-1], load)


def _load(rows: list[float]) -> _Load:
    return _Load(len(rows), rows.count(0), round(sum(rows), 3))


def _summary(stretch: _Stretch, unit: Unit) -> Bar:
    load = stretch.load
    one = stretch.first == stretch.last
    each = "" if one else " each"
    partly_idle = 0 < load.idle < load.actors
    return Bar(
        worker=f"worker {stretch.first}" if one else f"workers {stretch.first}-{stretch.last}",
        actor=_who(load.actors, unit, each),
        rows=load.rows,
        figure=_rows(load.rows) + each if load.rows else "",
        note=f"{load.idle} idle{each}" if partly_idle else "",
    )


def _remainder(stretches: list[_Stretch], unit: Unit) -> Bar:
    idle = sum(stretch.load.idle * stretch.workers for stretch in stretches)
    rows = sum(stretch.load.rows * stretch.workers for stretch in stretches)
    return Bar(
        worker=f"{sum(stretch.workers for stretch in stretches)} more",
        actor=_who(sum(stretch.load.actors * stretch.workers for stretch in stretches), unit),
        rows=0,
        figure=_rows(rows),
        note=f"{idle} idle" if idle and rows else "",
    )


def _who(number: int, unit: Unit, each: str = "") -> str:
    """`8 actors each`; nothing where workers are what is counted."""
    if unit is Unit.WORKER:
        return ""
    return f"{units(number, unit)}{each}"


def _rows(rows: float) -> str:
    if rows == 0:
        return ""
    number = round(rows, 1)
    return f"{number:,.10g} row" if number == 1 else f"{number:,.10g} rows"


def _drawn(bars: list[Bar], width: int, block: str) -> list[Text]:
    if not bars:
        return []
    worker = max(len(bar.worker) for bar in bars)
    actor = max(len(bar.actor) for bar in bars)
    figure = max(len(bar.figure) for bar in bars)
    note = max(len(bar.note) for bar in bars)
    room = width - worker - actor - figure - note - 4 * len(_GAP)
    length = max(_SHORTEST_BAR, min(_LONGEST_BAR, room))
    most = max(bar.rows for bar in bars)
    return [
        Text.assemble(
            _column(bar.worker, worker),
            _column(bar.actor, actor),
            _bar(bar, most, length, block),
            f"{_GAP}{bar.figure:>{figure}}{_GAP}",
            (bar.note, _IDLE_COLOR),
        )
        for bar in bars
    ]


def _column(text: str, width: int) -> str:
    """A column that is left out where no line has it."""
    return f"{text:<{width}}{_GAP}" if width else ""


def _bar(bar: Bar, most: float, length: int, block: str) -> tuple[str, str]:
    """Blocks, at least one for any row, or the word where there is none."""
    if not bar.figure:
        return f"{'idle':<{length}}", _IDLE_COLOR
    blocks = max(1, round(bar.rows / most * length)) if bar.rows else 0
    return f"{block * blocks:<{length}}", "green"
