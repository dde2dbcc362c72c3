import daft
from daft import col


@daft.cls(max_concurrency=1)
class Number:
    """Numbers rows in order, so there must be one of it."""

    def __init__(self):
        self.next = 0

    def __call__(self, text: str) -> int:
        self.next += 1
        return self.next


lines = daft.from_pydict({"line": [f"line {n}" for n in range(10_000)]})
lines = lines.repartition(1)  # expect
lines = lines.with_column("number", Number()(col("line")))
lines.write_csv("numbered")
