import pytest

from daft_lint.reporting.amounts import loads, seconds, times


def test_a_number_and_its_unit_stay_on_one_line() -> None:
    assert seconds(125.0) == "2\u202fmin\u202f5\u202fs"


@pytest.mark.parametrize(
    ("rows", "text"),
    [
        ([600, 0, 400, 0], "0, 0, 400, 600"),
        ([0, 250] * 16, "16 x 0, 16 x 250"),
        ([0, *[250.2] * 9], "0, 9 x 250"),
        (range(88, 113), "from 88 to 112, median 100"),
    ],
)
def test_rows_per_actor_stay_short_for_many_actors(rows: list[float], text: str) -> None:
    assert loads(rows) == text


@pytest.mark.parametrize(
    ("before", "after", "text"),
    [
        (6.0, 2.5, "2.4 times as fast"),
        (2.5, 5.0, "2.0 times as slow"),
        (2.5, 2.49, "as fast"),
    ],
)
def test_speeds_are_compared_in_words(before: float, after: float, text: str) -> None:
    assert times(before, after) == text
