import daft


def run(df: daft.DataFrame) -> None  # expect
    df.into_partitions(8).collect()
