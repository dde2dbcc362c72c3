import daft
from daft import col


def load(day: str) -> daft.DataFrame:
    return daft.read_parquet(f"s3://logs/{day}/").into_partitions(8)  # expect


def main(day: str) -> None:
    logs = load(day).into_partitions(32)
    logs = logs.groupby("user").agg(col("bytes").sum())
    logs.write_parquet(f"s3://usage/{day}")


main("2024-05-01")
