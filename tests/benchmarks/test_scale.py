"""What the benchmark of scale calls too slow, too large or growing too fast."""

from __future__ import annotations

from dataclasses import replace

import pytest
from scale import Case, Cost, grown, judged

CASE = Case("1,000 tasks", 1_000, (100,))
TEN_TIMES = replace(CASE, name="10,000 tasks", tasks=10_000)


@pytest.mark.parametrize(
    ("cost", "reported"),
    [
        (Cost(9.9, 1_000.0), []),
        (Cost(10.1, 1_000.0), ["1,000 tasks even: 10.1 s, at most 10 are allowed"]),
        (Cost(9.9, 1_025.0), ["1,000 tasks even: 1025 MiB, at most 1024 are allowed"]),
    ],
)
def test_a_simulation_over_a_limit_is_reported(cost, reported):
    assert judged(CASE, cost, "even") == reported


@pytest.mark.parametrize(("seconds", "wrong"), [(1.0, False), (11.9, False), (12.1, True)])
def test_ten_times_the_tasks_may_cost_twelve_times_as_much(seconds, wrong):
    found = grown((CASE, Cost(1.0, 1.0)), (TEN_TIMES, Cost(seconds, 1.0)), "even")

    assert bool(found) == wrong


def test_how_a_run_of_a_moment_grows_says_nothing():
    assert not grown((CASE, Cost(0.01, 1.0)), (TEN_TIMES, Cost(1.0, 1.0)), "even")
