import os

os.environ["DAFT_RUNNER"] = "native"

import daft
from daft import col

events = daft.read_json("events/*.jsonl")
events = events.repartition(4, "user")  # expect
events.groupby("user").agg(col("amount").sum()).to_pandas()
