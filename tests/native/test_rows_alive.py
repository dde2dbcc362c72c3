"""The rows that a UDF makes before the next one gets any: they are in memory together."""

from __future__ import annotations

import time

import daft
import numpy as np
import pytest
from daft import DataType, col

ROWS = 300
TENSOR = DataType.tensor(DataType.uint8())


class Seen:
    """How many arrays are made, and how many there were when the next UDF got its first."""

    made = 0
    made_before_first: int | None = None

    def array(self) -> np.ndarray:
        self.made += 1
        return np.zeros((2, 2), np.uint8)

    def means(self, batch_size: int | None):
        """A UDF that reads the arrays, in calls of so many rows."""

        @daft.func.batch(return_dtype=DataType.float64(), batch_size=batch_size)
        def mean(arrays):
            if self.made_before_first is None:
                self.made_before_first = self.made
            return [float(np.asarray(array).mean()) for array in arrays.to_pylist()]

        return mean


@pytest.mark.parametrize("batch_size", [None, 10])
def test_a_row_wise_udf_makes_all_rows_of_a_morsel_before_any_is_read(batch_size) -> None:
    seen = Seen()

    @daft.func(return_dtype=TENSOR)
    def make(number: int):
        return seen.array()

    frame = daft.from_pydict({"n": list(range(ROWS))}).with_column("array", make(col("n")))
    frame.select(seen.means(batch_size)(col("array"))).collect()
    assert seen.made_before_first == ROWS


def test_the_batches_of_a_batch_udf_are_read_while_others_are_made() -> None:
    seen = Seen()

    @daft.func.batch(return_dtype=TENSOR, batch_size=10)
    def make(numbers):
        time.sleep(0.02)
        return [seen.array() for _ in numbers.to_pylist()]

    frame = daft.from_pydict({"n": list(range(ROWS))}).with_column("array", make(col("n")))
    frame.select(seen.means(None)(col("array"))).collect()
    assert seen.made_before_first < ROWS
