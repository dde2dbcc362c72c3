"""The present numbers beside the advised ones, with bars for utilisation and rows."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from daft_lint.findings import ActorShare
from daft_lint.plan.quantity import Quantity
from daft_lint.plan.unit import Unit
from daft_lint.planning.planner import Money, PlannedPool
from daft_lint.records import dataclass
from daft_lint.reporting.actors import actor_lines
from daft_lint.reporting.money import money_between
from daft_lint.reporting.phrases import share
from daft_lint.reporting.pipelines.text_layout import GAP, INDENT
from daft_lint.reporting.planning.phrases import (
    durations,
    idle_now,
    idle_with,
    name_of,
    number_of,
    times_in_words,
)
from daft_lint.reporting.report import Style
from daft_lint.scheduling.prediction.forecast import Forecast
from daft_lint.scheduling.simulation.occupancy import Occupancy
from daft_lint.scheduling.tuning.terms import Tunable

_CELLS = 16


def utilisation_bar(utilisation: Quantity, *, unicode: bool) -> Text:
    """What is surely used, what may be, and what surely is not, over 16 cells."""
    low = round(utilisation.low * _CELLS)
    high = max(low, round(utilisation.high * _CELLS))
    used, may, lost = "█▒·" if unicode else "#+."
    return Text.assemble(
        (used * low, "green"), (may * (high - low), "yellow"), (lost * (_CELLS - high), "red")
    )


def row_lines(
    occupancy: Occupancy, width: int, *, unicode: bool, unit: Unit = Unit.ACTOR
) -> list[Text]:
    """The rows of each actor, or of each worker where these are many, the fullest first.

    Which worker is the fullest is chance, so they are numbered anew.
    """
    by_worker: dict[int, list[float]] = {}
    for use in occupancy.actors:
        by_worker.setdefault(use.worker, []).append(use.rows)
    loads = sorted(by_worker.values(), key=lambda rows: (-sum(rows), len(rows)))
    shares = tuple(ActorShare(worker, row) for worker, rows in enumerate(loads, 1) for row in rows)
    return actor_lines(shares, width, unicode=unicode, unit=unit)


_LABEL = 14
_CHANGED = "bold green"


@dataclass(frozen=True, slots=True)
class _Row:
    """A label and its value now and as advised (None: nothing is advised)."""

    label: str
    now: Text
    advised: Text | None = None


def comparison(planned: PlannedPool, style: Style) -> Iterator[Text]:
    """A line for each figure, with the advised one beside it where there is one."""
    rows = list(_rows(planned, style))
    cells = max(row.now.cell_len for row in rows)
    label = max(_LABEL, *(len(row.label) + len(GAP) for row in rows))
    for row in rows:
        line = Text(f"{2 * INDENT}{row.label:<{label}}").append(row.now)
        if row.advised is not None:
            line.append(" " * (cells - row.now.cell_len)).append(GAP).append(row.advised)
        yield line


def _rows(planned: PlannedPool, style: Style) -> Iterator[_Row]:
    tuning = planned.tuning
    pool, unit = planned.pool, planned.pool.unit
    idle_text = unit, idle_now(pool, planned.now)
    spreads = any(map(_spreads, (planned.now, planned.advised)))
    if tuning is None or planned.advised is None:
        yield _Row("", Text("now", "bold"))
        for label, value in _figures(planned.now, planned.money, idle_text, style, spreads=spreads):
            yield _Row(label, value)
        return
    yield _Row("", Text("now", "bold"), Text("advised", "bold"))
    changed = {step.tunable for step in tuning.steps}
    for tunable in Tunable:
        if tunable in changed:
            before, after = tuning.numbers, tuning.advised_numbers
            yield _Row(
                name_of(tunable),
                Text(number_of(before, tunable)),
                Text(number_of(after, tunable), _CHANGED),
            )
    now = _figures(planned.now, planned.money, idle_text, style, spreads=spreads)
    idle_text = unit, idle_with(planned.advised.idle, tuning.advised_numbers.concurrency)
    then = _figures(planned.advised, planned.money_advised, idle_text, style, spreads=spreads)
    for (label, value), (_, advised) in zip(now, then, strict=True):
        yield _Row(label, value, advised)


def _spreads(forecast: Forecast | None) -> bool:
    """Whether some runs take clearly longer than others."""
    return forecast is not None and forecast.times is not None and not forecast.times.steady


def _figures(
    forecast: Forecast,
    money: Money | None,
    idle_text: tuple[Unit, str],
    style: Style,
    *,
    spreads: bool,
) -> Iterator[tuple[str, Text]]:
    unit, idle = idle_text
    bar = utilisation_bar(forecast.utilisation, unicode=style.unicode)
    yield "utilisation", bar.append(" ").append(share(forecast.utilisation), "bold")
    yield f"idle {unit.plural}", Text(idle, "bold red" if forecast.idle.low else "")
    yield "makespan", Text(durations(forecast.makespan))
    if spreads:
        yield "on average", Text(times_in_words(forecast.times))
    if money is not None:
        yield "lost per hour", Text(money_between(money.lost_per_hour))
        yield "cost per run", _amount(money.cost_per_run)
        yield "lost per run", _amount(money.lost_per_run)


def _amount(money: Quantity | None) -> Text:
    return Text("unknown" if money is None else money_between(money))
