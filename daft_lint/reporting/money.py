"""Amounts of money as people read them, without a currency: none is configured."""

from __future__ import annotations

import math

from daft_lint.findings import Effect, Finding
from daft_lint.plan.quantity import Quantity
from daft_lint.scheduling.simulation.money import cost_per_hour

_LEAST = 0.01


def money(amount: float) -> str:
    """`23.40`, `1,250.00`, `0.00`, and `less than 0.01` for what isn't quite nothing."""
    return "less than 0.01" if 0 < amount < _LEAST else f"{amount:,.2f}"


def money_between(amount: Quantity) -> str:
    """`23.40`, `11.70 to 23.40`, `up to 23.40`, `at least 11.70`; `unknown` without any bound."""
    low, high = amount.low, amount.high
    if math.isinf(high):
        return f"at least {money(low)}" if low >= _LEAST else "unknown"
    if high < _LEAST or money(low) == money(high):
        return money(high)
    if low < _LEAST:
        return f"up to {money(high)}"
    return f"{money(low)} to {money(high)}"


def lost_of(effect: Effect) -> str | None:
    """`29.87 an hour`; None where nothing is known to be lost."""
    lost = effect.lost_per_hour
    if lost is None or not _is_informative(effect, lost):
        return None
    return f"{money_between(lost)} an hour"


def lost_of_cost(finding: Finding) -> str | None:
    """`29.87 an hour of the 51.20 that the cluster costs`; None where `lost_of` is.

    Without a price for the whole cluster the first part alone.
    """
    lost = None if finding.effect is None else lost_of(finding.effect)
    if lost is None or finding.pipeline is None:
        return lost
    return of_cost(lost, cost_of(finding))


def cost_of(finding: Finding) -> Quantity | None:
    """What an hour of a finding's cluster costs; None where no price is given."""
    if finding.pipeline is None:
        return None
    cluster = finding.pipeline.cluster
    return cost_per_hour(cluster.workers, cluster.cost_per_worker_hour)


def of_cost(lost: str, cost: Quantity | None) -> str:
    """The loss, and the cost that it is part of, where that is bounded."""
    if cost is None or math.isinf(cost.high):
        return lost
    return f"{lost} of the {money_between(cost)} that the cluster costs"


def _is_informative(effect: Effect, lost: Quantity) -> bool:
    """Whether the amount is narrower than from nothing to all."""
    anything = effect.utilisation.low <= 0 and effect.utilisation.high >= 1
    return lost.high > 0 and not anything
