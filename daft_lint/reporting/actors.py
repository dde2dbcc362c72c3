"""The rows that each actor, process or worker gets, as bars."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import groupby

from rich.text import Text

from daft_lint.findings import ActorShare
from daft_lint.plan.unit import Unit
from daft_lint.records import dataclass, replace
from daft_lint.reporting.phrases import units

_MOST_LINES = 8
_MANY_ACTORS = 16
_LONGEST_BAR = 24
_SHORTEST_BAR = 6
_GAP = "  "
_IDLE_COLOR = "bold red"


@dataclass(frozen=True, slots=True)
class Bar:
    """A line: whose rows, how many to draw, how many in words (none: idle), a remark.

    `worker` is empty for other actors of the same worker, `actor` where workers are meant.
    """

    worker: str
    actor: str
    rows: float
    figure: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class _Stretch:
    """Workers next to each other, from the first to the last, that get the same.

    `loads` are the rows of an actor and how many actors of each worker get them, the most first.
    """

    first: int
    last: int
    loads: tuple[tuple[float, int], ...]

    @property
    def workers(self) -> int:
        return self.last - self.first + 1

    @property
    def actors(self) -> int:
        """Those of each worker."""
        return sum(actors for _, actors in self.loads)

    @property
    def idle(self) -> int:
        """Those of each worker that get nothing."""
        return dict(self.loads).get(0, 0)

    @property
    def rows(self) -> float:
        """Those of each worker."""
        return round(sum(rows * actors for rows, actors in self.loads), 3)

    def label(self, unit: Unit) -> str:
        """`worker 1`, `workers 2-4`; processes are all on one."""
        if unit is Unit.PROCESS:
            return ""
        is_single = self.first == self.last
        return f"worker {self.first}" if is_single else f"workers {self.first}-{self.last}"


def actor_lines(shares: tuple[ActorShare, ...], width: int, unit: Unit = Unit.ACTOR) -> list[Text]:
    """A line for actors that get the same, for workers where these are many, in `width` cells."""
    return _drawn(actor_bars(shares, unit), width)


def actor_bars(shares: tuple[ActorShare, ...], unit: Unit = Unit.ACTOR) -> list[Bar]:
    """The contents of these lines."""
    workers = _workers(shares)
    alike = _joined(workers, lambda stretch: stretch.loads)
    lines = [replace(stretch, loads=(load,)) for stretch in alike for load in stretch.loads]
    bar_of = _of_each
    if len(workers) > 1 and (len(lines) > _MOST_LINES or len(shares) > _MANY_ACTORS):
        summed = _joined(workers, lambda stretch: (stretch.actors, stretch.idle, stretch.rows))
        if len(summed) < len(lines):
            lines, bar_of = summed, _of_all
    shown = lines if len(lines) <= _MOST_LINES else lines[: _MOST_LINES - 1]
    bars = [bar_of(stretch, unit) for stretch in shown]
    before = ["", *(bar.worker for bar in bars)]
    return [
        *(
            replace(bar, worker="") if bar.worker == worker else bar
            for bar, worker in zip(bars, before, strict=False)
        ),
        *_remainder(lines[len(shown) :], unit),
    ]


def _workers(shares: tuple[ActorShare, ...]) -> list[_Stretch]:
    by_worker: dict[int, Counter[float]] = {}
    for share in shares:
        by_worker.setdefault(share.worker, Counter())[round(share.rows, 3)] += 1
    return [
        _Stretch(worker, worker, tuple(sorted(rows.items(), reverse=True)))
        for worker, rows in sorted(by_worker.items())
    ]


def _joined(workers: list[_Stretch], key: Callable[[_Stretch], object]) -> list[_Stretch]:
    """The same, those with numbers in a row and the same key together."""
    numbered = groupby(enumerate(workers), lambda pair: (pair[1].first - pair[0], key(pair[1])))
    groups = ([worker for _, worker in group] for _, group in numbered)
    return [replace(group[0], last=group[-1].last) for group in groups]


def _of_each(stretch: _Stretch, unit: Unit) -> Bar:
    """The rows of one actor, of those that all get the same."""
    ((rows, actors),) = stretch.loads
    actors *= stretch.workers
    return Bar(
        worker=stretch.label(unit),
        actor=_counted_units(actors, unit),
        rows=rows,
        figure=_rows(rows) + (" each" if rows and actors > 1 else ""),
    )


def _of_all(stretch: _Stretch, unit: Unit) -> Bar:
    """The rows of all actors of a worker together."""
    each = " each" if stretch.workers > 1 else ""
    partly_idle = 0 < stretch.idle < stretch.actors
    return Bar(
        worker=stretch.label(unit),
        actor=_counted_units(stretch.actors, unit, each),
        rows=stretch.rows,
        figure=_rows(stretch.rows) + (each and " per worker") if stretch.rows else "",
        note=f"{stretch.idle} idle{each}" if partly_idle else "",
    )


def _remainder(stretches: list[_Stretch], unit: Unit) -> Iterable[Bar]:
    if not stretches:
        return
    idle = sum(stretch.idle * stretch.workers for stretch in stretches)
    rows = sum(stretch.rows * stretch.workers for stretch in stretches)
    workers = sum(stretch.workers for stretch in stretches)
    actors = sum(stretch.actors * stretch.workers for stretch in stretches)
    several = stretches[0].first != stretches[-1].last
    yield Bar(
        worker=f"{workers:,} more" if several else "",
        actor=_counted_units(actors, unit) if several else f"{actors:,} more",
        rows=0,
        figure=_rows(rows),
        note=f"{idle} idle" if idle and rows else "",
    )


def _counted_units(number: int, unit: Unit, each: str = "") -> str:
    """`8 actors each`; nothing where workers are what is counted."""
    if unit is Unit.WORKER:
        return ""
    return f"{units(number, unit)}{each}"


def _rows(rows: float) -> str:
    if rows == 0:
        return ""
    number = round(rows, 1)
    return f"{number:,.10g} row" if number == 1 else f"{number:,.10g} rows"


def _drawn(bars: list[Bar], width: int) -> list[Text]:
    """The lines, without bars where there is no room for them."""
    if not bars:
        return []
    worker = max(len(bar.worker) for bar in bars)
    actor = max(len(bar.actor) for bar in bars)
    figure = max(len(bar.figure) for bar in bars)
    note = max(len(bar.note) for bar in bars)
    room = width - sum(cells + len(_GAP) for cells in (worker, actor, figure, note) if cells)
    length = min(_LONGEST_BAR, room) if room >= _SHORTEST_BAR else 0
    most = max(bar.rows for bar in bars)
    return [
        Text.assemble(
            _column(bar.worker, worker),
            _column(bar.actor, actor),
            _bar(bar, most, length),
            _GAP if length else "",
            f"{bar.figure:>{figure}}{_GAP}" if bar.figure or length else "",
            (bar.note, _IDLE_COLOR),
        )
        for bar in bars
    ]


def _column(text: str, width: int) -> str:
    """A column that is left out where no line has it."""
    return f"{text:<{width}}{_GAP}" if width else ""


def _bar(bar: Bar, most: float, length: int) -> tuple[str, str]:
    """Blocks, at least one for any row, or the word where there is none."""
    if not bar.figure:
        return f"{'idle':<{length}}", _IDLE_COLOR
    blocks = max(1, round(bar.rows / most * length)) if bar.rows and length else 0
    return f"{'█' * blocks:<{length}}", "green"
