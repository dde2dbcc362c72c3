# daft-lint: workers=8
"""A service is asked for all rows of a task at once: one worker may well wait for them."""

import daft
from daft import col
from daft.functions import prompt

daft.set_runner_ray()
df = daft.from_pydict({"ticket": [f"ticket {n}" for n in range(5_000)]})
df = df.with_column("answer", prompt(col("ticket"), model="gpt-4o"))
df.write_parquet("s3://tickets/answers")
