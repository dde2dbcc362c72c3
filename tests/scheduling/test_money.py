"""What idling costs: a share of what the workers cost, never less than nothing."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daft_lint.plan.quantity import Origin, OriginKind, Quantity, between, exactly, unknown
from daft_lint.scheduling.simulation.money import cost_per_hour, in_hours, lost_per_hour

shares = st.floats(0, 1)
amounts = st.floats(0, 1e6)
counts = st.integers(1, 10_000)


@st.composite
def ranges(draw: st.DrawFn, numbers: st.SearchStrategy[float]) -> Quantity:
    low, high = sorted((draw(numbers), draw(numbers)))
    return between(low, high)


def amount(quantity: Quantity | None) -> float:
    assert quantity is not None
    return quantity.value


def test_two_workers_at_a_share_of_five_twelfths() -> None:
    utilisation, workers, cost = exactly(5 / 12), exactly(2), exactly(25.6)
    assert amount(cost_per_hour(workers, cost)) == 51.2
    assert amount(lost_per_hour(utilisation, workers, cost)) == pytest.approx(29.8667, abs=1e-4)
    assert in_hours(exactly(900)) == exactly(0.25)


@pytest.mark.parametrize(
    ("workers", "cost"), [(None, exactly(3)), (exactly(2), None), (None, None)]
)
def test_what_nobody_said_stays_unknown(workers: Quantity | None, cost: Quantity | None) -> None:
    assert cost_per_hour(workers, cost) is None
    assert lost_per_hour(exactly(0.5), workers, cost) is None


@given(ranges(shares), ranges(counts), ranges(amounts))
def test_never_negative_and_never_more_than_is_paid(
    utilisation: Quantity, workers: Quantity, cost: Quantity
) -> None:
    lost, paid = lost_per_hour(utilisation, workers, cost), cost_per_hour(workers, cost)
    assert lost is not None
    assert paid is not None
    assert 0 <= lost.low <= lost.high <= paid.high


@given(ranges(shares), ranges(counts), ranges(amounts), st.data())
def test_a_range_holds_every_case_inside(
    utilisation: Quantity, workers: Quantity, cost: Quantity, data: st.DataObject
) -> None:
    def inside(quantity: Quantity) -> Quantity:
        return exactly(data.draw(st.floats(quantity.low, quantity.high)))

    lost = lost_per_hour(utilisation, workers, cost)
    case = lost_per_hour(inside(utilisation), inside(workers), inside(cost))
    assert lost is not None
    assert lost.low - 1e-6 <= amount(case) <= lost.high + 1e-6


def test_an_unknown_utilisation_loses_anything_up_to_all() -> None:
    assert lost_per_hour(unknown(), exactly(2), exactly(3)) == between(0, 6)


def test_workers_without_an_end_lose_without_an_end() -> None:
    workers = between(2, math.inf)
    assert lost_per_hour(exactly(0.5), workers, exactly(3)) == between(3, math.inf)
    assert amount(lost_per_hour(exactly(1), workers, exactly(3))) == 0


def test_it_is_known_where_an_amount_comes_from() -> None:
    origins = [Origin(OriginKind.CONFIGURATION, text) for text in ("pool", "workers", "cost")]
    pool, workers, cost = origins
    lost = lost_per_hour(exactly(0.5, pool), exactly(2, workers), exactly(3, cost))
    assert lost is not None
    assert set(lost.origins) == set(origins)
