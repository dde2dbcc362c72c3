"""The present numbers beside the advised ones, with bars for utilisation and rows."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from daft_lint.findings import ActorShare
from daft_lint.plan.quantity import Quantity
from daft_lint.plan.unit import Unit
from daft_lint.planning.planner import Money, PlannedPool
from daft_lint.reporting.actors import actor_lines
from daft_lint.reporting.hanging_indent import INDENT, columns
from daft_lint.reporting.money import money_between
from daft_lint.reporting.phrases import share
from daft_lint.reporting.planning.phrases import (
    amount,
    durations,
    idle_now,
    idle_with,
    times_in_words,
)
from daft_lint.scheduling.prediction.outcome import Outcome
from daft_lint.scheduling.simulation.occupancy import Occupancy
from daft_lint.scheduling.tuning.terms import Tunable

_CELLS = 16


def utilisation_bar(utilisation: Quantity) -> Text:
    """What is surely used, what may be, and what surely is not, over 16 cells."""
    low = round(utilisation.low * _CELLS)
    high = max(low, round(utilisation.high * _CELLS))
    return Text.assemble(
        ("█" * low, "green"), ("▒" * (high - low), "yellow"), ("·" * (_CELLS - high), "red")
    )


def row_lines(occupancy: Occupancy, width: int, unit: Unit = Unit.ACTOR) -> list[Text]:
    """The rows of each actor, or of each worker where these are many, the fullest first.

    Which worker is the fullest is chance, so they are numbered anew.
    """
    by_worker: dict[int, list[float]] = {}
    for use in occupancy.actors:
        by_worker.setdefault(use.worker, []).append(use.rows)
    loads = sorted(by_worker.values(), key=lambda rows: (-sum(rows), len(rows)))
    shares = tuple(ActorShare(worker, row) for worker, rows in enumerate(loads, 1) for row in rows)
    return actor_lines(shares, width, unit=unit)


_LABEL = 12
_CHANGED = "bold green"


def comparison(planned: PlannedPool) -> Iterator[Text]:
    """A line for each figure, with the advised one beside it where there is one."""
    for line in columns(list(_rows(planned))):
        yield Text(2 * INDENT).append(line)


def _rows(planned: PlannedPool) -> Iterator[tuple[Text, ...]]:
    """A label and its value now and, where something is advised, as advised."""
    tuning = planned.tuning
    pool, unit = planned.pool, planned.pool.unit
    spreads = any(map(_spreads, (planned.now, planned.advised)))
    idle = idle_now(pool, planned.now)
    now = _figures(planned.now, planned.money, unit, idle, spreads=spreads)
    head = Text(" " * _LABEL), Text("now", "bold")
    if tuning is None or planned.advised is None:
        yield from (head, *now)
        return
    yield (*head, Text("advised", "bold"))
    before, after = tuning.numbers, tuning.advised_numbers
    changed = {step.tunable for step in tuning.steps}
    for tunable in (each for each in Tunable if each in changed):
        was, becomes = (amount(each.value(tunable), tunable) for each in (before, after))
        yield Text(tunable.value), Text(was), Text(becomes, _CHANGED)
    idle = idle_with(planned.advised.idle, after.concurrency)
    then = _figures(planned.advised, planned.money_advised, unit, idle, spreads=spreads)
    for row, (_, advised) in zip(now, then, strict=True):
        yield *row, advised


def _spreads(forecast: Outcome | None) -> bool:
    """Whether some runs take clearly longer than others."""
    return forecast is not None and forecast.times is not None and not forecast.times.steady


def _figures(
    forecast: Outcome,
    money: Money | None,
    unit: Unit,
    idle: str,
    *,
    spreads: bool,
) -> Iterator[tuple[Text, Text]]:
    bar = utilisation_bar(forecast.utilisation)
    yield Text("utilisation"), bar.append(" ").append(share(forecast.utilisation), "bold")
    yield Text(f"idle {unit.plural}"), Text(idle, "bold red" if forecast.idle.low else "")
    yield Text("makespan"), Text(durations(forecast.makespan))
    if spreads:
        yield Text("on average"), Text(times_in_words(forecast.times))
    if money is not None:
        yield Text("lost per hour"), Text(money_between(money.lost_per_hour))
        yield Text("cost per run"), _amount(money.cost_per_run)
        yield Text("lost per run"), _amount(money.lost_per_run)


def _amount(money: Quantity | None) -> Text:
    return Text("unknown" if money is None else money_between(money))
