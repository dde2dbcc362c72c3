"""The rules of thumb of the seed documents."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daft_lint.scheduling.tuning.formulas import maximum_partitions, minimum_rows


def test_the_worked_example_of_the_skill():
    least = minimum_rows(64, 16, 4)

    assert least == 256
    assert maximum_partitions(1_000_000, least) == 3_906


def test_the_worked_example_of_the_article():
    assert minimum_rows(50, 4, 1) == 200


@pytest.mark.parametrize(
    ("batch_size", "concurrency", "workers", "rows"), [(64, 3, 2, 96), (1, 1, 4, 1), (5, 3, 2, 8)]
)
def test_a_share_of_a_row_is_a_row(batch_size, concurrency, workers, rows):
    assert minimum_rows(batch_size, concurrency, workers) == rows


def test_few_rows_are_one_partition():
    assert maximum_partitions(10, 256) == 1


@given(st.integers(1, 10**9), st.integers(1, 10**5), st.integers(1, 10**4), st.integers(1, 10**3))
def test_partitions_hold_the_minimum_and_no_more_of_them_would(
    rows, batch_size, concurrency, workers
):
    least = minimum_rows(batch_size, concurrency, workers)
    count = maximum_partitions(rows, least)

    assert least >= Fraction(batch_size * concurrency, workers) > least - 1
    assert Fraction(rows, count) >= min(rows, least)
    assert rows < least * (count + 1)
