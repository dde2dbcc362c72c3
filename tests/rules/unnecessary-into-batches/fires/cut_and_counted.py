import daft
from daft import col

events = daft.read_parquet("s3://events/")
events = events.where(col("kind") == "click")
clicks = events.into_batches(10_000).count_rows()  # expect
table = events.select("user", "at").into_batches(1_000).to_pandas()  # expect
print(clicks, len(table))
