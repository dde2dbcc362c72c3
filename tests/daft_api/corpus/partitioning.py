import datetime as dt

import daft
from daft import col

df = daft.from_pydict(
    {
        "t": [dt.datetime(2024, 1, 31, 10, 20, 30), None],
        "n": [34, -3],
        "l": [[2, 1, 2], []],
        "w": [["b", "a", "b"], None],
    }
)
print(
    df.select(
        df["t"].partitioning.years().alias("years"),
        df["t"].partitioning.hours().alias("hours"),
        df["n"].partitioning.iceberg_bucket(16).alias("bucket"),
        df["n"].partitioning.iceberg_truncate(10).alias("truncate"),
        col("l").list.distinct().list.sort().alias("distinct"),
        col("l").list.unique().list.sort().alias("unique"),
        col("w").list.value_counts().alias("counts"),
    ).to_pydict()
)
