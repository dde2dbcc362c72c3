"""The rule of thumb's numbers, and what the model makes of them."""

from __future__ import annotations

import math
from collections.abc import Iterator

from rich.text import Text

from daft_lint.plan.quantity import Quantity
from daft_lint.planning.planner import PlannedPool
from daft_lint.reporting.phrases import counted, share
from daft_lint.reporting.pipelines.text_layout import INDENT, paragraph
from daft_lint.reporting.planning.phrases import durations
from daft_lint.reporting.report import Style
from daft_lint.scheduling.prediction.distribution import ERROR
from daft_lint.scheduling.prediction.forecast import Forecast
from daft_lint.scheduling.tuning.terms import Tuning

_ALIKE = ERROR
"""Forecasts that differ by no more than that share say the same."""

_AGREES = "The model agrees:"


def formula_lines(planned: PlannedPool, style: Style) -> Iterator[Text]:
    """The formula's answer in a paragraph; nothing where the formula has none."""
    tuning = planned.tuning
    if tuning is None or tuning.formula is None:
        return
    yield Text()
    head = Text.assemble(2 * INDENT, ("rule of thumb", "bold"), "  ")
    yield from paragraph(head, formula_in_words(tuning), "", style)


def formula_in_words(tuning: Tuning) -> str:
    """The formula's answer, what is forecast with it, and whether that is the best there is."""
    formula = tuning.formula
    if formula is None:
        return ""
    rows = counted(formula.minimum_rows, "row")
    most = counted(formula.maximum_partitions, "partition")
    answer = (
        f"batch_size x concurrency / workers = at least {rows} per partition, so at most {most}."
    )
    if _has_other_actors(tuning):
        return f"{answer} With the current concurrency: {_figures(formula.forecast)}."
    if contradicted(tuning):
        return (
            f"{answer} Measurements disagree here: the model based on them forecasts "
            f"{_figures(formula.forecast)} with {most}, and {_figures(tuning.advised)} with the "
            f"{'advised' if tuning.steps else 'current'} numbers."
        )
    if _is_open(formula.forecast):
        return f"{answer} The model doesn't handle that many tasks: {_figures(formula.forecast)}."
    # What is advised is faster in most runs, and not only in the mean.
    head = "The model forecasts" if _is_better(formula.forecast, tuning.advised) else _AGREES
    return f"{answer} {head} {_figures(formula.forecast)} with {most}."


def contradicted(tuning: Tuning) -> bool:
    """Whether the model forecasts clearly less of the formula's answer than of the advised one.

    The formula is about a concurrency, so that another one contradicts nothing.
    """
    formula = tuning.formula
    if formula is None or _has_other_actors(tuning):
        return False
    best, its = tuning.advised, formula.forecast
    if best.makespan is not None and its.makespan is not None:
        return _middle(its.makespan) > _middle(best.makespan) * (1 + _ALIKE)
    return its.utilisation.high < best.utilisation.low - _ALIKE


def _is_better(its: Forecast, best: Forecast) -> bool:
    """Whether less time is forecast for one, in the middle, than for the best that is advised."""
    if its.makespan is None or best.makespan is None:
        return False
    return _middle(its.makespan) * (1 + _ALIKE) < _middle(best.makespan)


def _middle(seconds: Quantity) -> float:
    """The middle of a range, the lower end of one that has no other."""
    if math.isinf(seconds.high):
        return seconds.low
    return (seconds.low + seconds.high) / 2


def _has_other_actors(tuning: Tuning) -> bool:
    return tuning.advised_numbers.concurrency != tuning.numbers.concurrency


def _is_open(forecast: Forecast) -> bool:
    return forecast.makespan is not None and math.isinf(forecast.makespan.high)


def _figures(forecast: Forecast) -> str:
    figures = f"utilisation {share(forecast.utilisation)}"
    if forecast.makespan is None:
        return figures
    return f"{figures}, {durations(forecast.makespan)}"
