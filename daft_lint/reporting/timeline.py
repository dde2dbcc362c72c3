"""A trial laid out as a drawing: a row per actor, a bar per morsel, an axis of seconds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from math import floor, log10

from daft_lint.plan.unit import Unit
from daft_lint.records import dataclass
from daft_lint.reporting.phrases import counted, units
from daft_lint.verification.observation import Morsel, Trial
from daft_lint.words import duration


@dataclass(frozen=True, slots=True)
class ActorTimeline:
    """One actor of a trial and its morsels by start; `unit` says whether it is one.

    `actor` and `worker` count from 1, the actors of the first worker first. `worker` is None for
    an actor that was asked for and never started.
    """

    actor: int
    worker: int | None
    rows: int
    morsels: tuple[Morsel, ...]
    unit: Unit

    @property
    def name(self) -> str:
        """`actor 3`, `process 3`, `worker 3`."""
        return f"{self.unit.value} {self.actor}"

    @property
    def idle(self) -> bool:
        """Whether it got no row."""
        return not self.rows


def timelines_of(trial: Trial) -> tuple[ActorTimeline, ...]:
    """A lane for every actor that was asked for, by worker; last those that never started."""
    actors = trial.occupancy.actors
    places = sorted(range(len(actors)), key=lambda place: actors[place].worker)
    started = [
        ActorTimeline(
            number,
            actors[place].worker + 1,
            round(actors[place].rows),
            _morsels(trial, place),
            trial.unit,
        )
        for number, place in enumerate(places, start=1)
    ]
    missing = range(len(actors) + 1, trial.asked + 1)
    return (*started, *(ActorTimeline(number, None, 0, (), trial.unit) for number in missing))


def _morsels(trial: Trial, place: int) -> tuple[Morsel, ...]:
    own = (morsel for morsel in trial.morsels if morsel.actor == place)
    return tuple(sorted(own, key=lambda morsel: (morsel.start, morsel.end)))


_MANY_ACTORS = 12
_ROOMY_ROW = 26
_DENSE_ROW = 16
_HEADING = 22
_AXIS = 34
_MOST_TICKS = 5
_HALFWAY = 50.0
_NEAR_THE_END = 92.0
# Morsels shorter than this part of the axis are drawn together with their neighbours.
_FINEST = 1 / 160


@dataclass(frozen=True, slots=True)
class Bar:
    """One morsel, or neighbours too short to draw apart; `x` and `width` in percent."""

    x: float
    width: float
    tooltip: str


@dataclass(frozen=True, slots=True)
class Row:
    """One actor. `note` replaces the bars where there are none."""

    label: str
    y: int
    rows: str
    bars: tuple[Bar, ...]
    note: str
    description: str


@dataclass(frozen=True, slots=True)
class Heading:
    """The name of a worker, above the rows of its actors; other rows have none."""

    label: str
    y: int


@dataclass(frozen=True, slots=True)
class Tick:
    """A time on the axis, `x` in percent; `anchor` keeps its label within the drawing."""

    x: float
    label: str
    anchor: str


@dataclass(frozen=True, slots=True)
class Timeline:
    """Everything to draw: heights and `y` in pixels, `x` and widths in percent.

    `end` is where the work is over; `earlier` is where it was over before a remedy, None without
    one. `row_height` is what each row takes, `bottom` where the rows end.
    """

    description: str
    unit: Unit
    headings: tuple[Heading, ...]
    rows: tuple[Row, ...]
    row_height: int
    ticks: tuple[Tick, ...]
    end: Tick
    earlier: Tick | None
    bottom: int
    height: int

    @property
    def dense(self) -> bool:
        """Whether the rows are low, because there are many."""
        return self.row_height == _DENSE_ROW


def seconds(amount: float) -> str:
    """`0.43 s`, `6.1 s`, `20 min 50 s`; the number and its unit stay on one line."""
    return duration(amount).replace(" ", "\u202f")


def axis_seconds(trials: Iterable[Trial]) -> float:
    """The seconds that an axis needs to hold all trials."""
    return max((_last(trial) for trial in trials), default=0.0)


def timeline(trial: Trial, axis: float, earlier: Trial | None = None) -> Timeline:
    """A trial on an axis of so many seconds, more than 0; `earlier` is one without the remedy."""
    actors = timelines_of(trial)
    row_height = _DENSE_ROW if len(actors) > _MANY_ACTORS else _ROOMY_ROW
    headings: list[Heading] = []
    rows: list[Row] = []
    # Figures stand above the first row, beside the name of its worker if there is one.
    y = 0 if trial.unit is Unit.ACTOR else _HEADING
    for worker, group in groupby(actors, key=lambda actor: actor.worker):
        if trial.unit is Unit.ACTOR:
            headings.append(Heading(_worker(worker), y))
            y += _HEADING
        for actor in group:
            rows.append(_row(actor, y, axis))
            y += row_height
    return Timeline(
        description=_description(actors, trial),
        unit=trial.unit,
        headings=tuple(headings),
        rows=tuple(rows),
        row_height=row_height,
        ticks=tuple(_ticks(axis)),
        end=_end(trial, axis),
        earlier=None if earlier is None else _end(earlier, axis),
        bottom=y,
        height=y + _AXIS,
    )


def _end(trial: Trial, axis: float) -> Tick:
    x = _percent(_last(trial), axis)
    return Tick(x, seconds(_last(trial)), "end" if x > _HALFWAY else "start")


def _last(trial: Trial) -> float:
    return max(trial.makespan, *(morsel.end for morsel in trial.morsels), 0.0)


def _worker(worker: int | None) -> str:
    return "no worker" if worker is None else f"worker {worker}"


def _row(actor: ActorTimeline, y: int, axis: float) -> Row:
    bars = tuple(_bars(actor.morsels, axis))
    note = "never started" if actor.worker is None else "idle" if actor.idle else ""
    label = actor.name
    who = f"{_worker(actor.worker)}, {label}" if actor.unit is Unit.ACTOR else label
    work = note or f"{counted(actor.rows, 'row')} in {counted(len(actor.morsels), 'morsel')}"
    return Row(
        label=label,
        y=y,
        rows=f"{actor.rows:,}",
        bars=bars,
        note="" if bars else note,
        description=f"{who}: {work}",
    )


def _description(actors: tuple[ActorTimeline, ...], trial: Trial) -> str:
    idle = sum(actor.idle for actor in actors)
    return (
        f"{idle} of {units(len(actors), trial.unit)} idle, the work over after"
        f" {seconds(trial.makespan)}."
    )


def _bars(morsels: tuple[Morsel, ...], axis: float) -> Iterator[Bar]:
    run: list[Morsel] = []
    for morsel in morsels:
        if run and not _blends(run, morsel, axis * _FINEST):
            yield _bar(run, axis)
            run = []
        run.append(morsel)
    if run:
        yield _bar(run, axis)


def _blends(run: list[Morsel], morsel: Morsel, finest: float) -> bool:
    """Whether a short morsel runs into the short ones before it."""
    lengths = (run[-1].end - run[0].start, morsel.end - morsel.start)
    return max(lengths) < finest and morsel.start - run[-1].end < finest / 2


def _bar(run: list[Morsel], axis: float) -> Bar:
    start, end = run[0].start, run[-1].end
    rows = counted(sum(morsel.rows for morsel in run), "row")
    what = rows if len(run) == 1 else f"{rows} in {len(run):,} morsels"
    x = _percent(start, axis)
    return Bar(
        x=x,
        width=round(_percent(end, axis) - x, 3),
        tooltip=f"{what}, {seconds(end - start)}: from {seconds(start)} to {seconds(end)}",
    )


def _ticks(axis: float) -> Iterator[Tick]:
    step = _step(axis)
    for number in range(floor(axis / step + 1e-9) + 1):
        x = _percent(number * step, axis)
        anchor = "start" if not number else "end" if x > _NEAR_THE_END else "middle"
        yield Tick(x, f"{number * step:,.6g}\u202fs", anchor)


def _step(axis: float) -> float:
    """The least of 1, 2 or 5 times a power of ten that makes few enough ticks."""
    power: float = 10.0 ** floor(log10(axis / _MOST_TICKS))
    return next(
        factor * power for factor in (1, 2, 5, 10) if axis / (factor * power) <= _MOST_TICKS
    )


def _percent(time: float, axis: float) -> float:
    return round(100 * time / axis, 3)
