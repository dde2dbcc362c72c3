"""How many files a write makes is said here, whatever the source has."""

import daft
from daft import col

report = daft.from_pydict({"region": ["north", "south"], "sales": [10, 20]})
report = report.with_column("share", col("sales") / 30).into_partitions(1)
report.write_csv("report")

summary = daft.read_parquet("s3://sales/").sum("amount").repartition(1)
summary.write_csv("summary")
