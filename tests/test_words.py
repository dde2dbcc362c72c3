from __future__ import annotations

import pytest

from daft_lint.words import duration, percent


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [
        (0, "0 s"),
        (0.0004, "0.4 ms"),
        (0.01, "10 ms"),
        (0.5, "0.5 s"),
        (0.434, "0.43 s"),
        (6.14, "6.1 s"),
        (41.42, "41 s"),
        (99.94, "1 min 40 s"),
        (125, "2 min 5 s"),
        (120, "2 min"),
        (3599.4, "59 min 59 s"),
        (3599.6, "1 h"),
        (19_531, "5 h 26 min"),
        (7_200, "2 h"),
        (86_400 * 12 + 3 * 3600, "12 d 3 h"),
        (86_400 * 12, "12 d"),
    ],
)
def test_durations_are_read_at_a_glance(seconds: float, shown: str) -> None:
    assert duration(seconds) == shown


def test_shares_are_percentages() -> None:
    assert percent(0.417) == percent(0.417, 0.419) == "42%"
    assert percent(0.25, 0.999) == "25% to 100%"
