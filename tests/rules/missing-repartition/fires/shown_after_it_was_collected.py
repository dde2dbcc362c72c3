# daft-lint: workers=4, cpus-per-worker=16
"""What is shown is what a collect has run: nothing waits for the limit of the show."""

import daft
from daft import col

daft.set_runner_ray()


@daft.cls(max_concurrency=4)
class Distance:
    def __call__(self, x: float, y: float) -> float:
        return abs(x - y)


points = daft.from_pydict({"x": [0.5] * 1_000, "y": [0.2] * 1_000})
points = points.with_column("distance", Distance()(col("x"), col("y")))  # expect
points.collect()
points.show(5)
