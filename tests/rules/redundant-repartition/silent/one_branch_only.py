import daft


def load(path: str, files: int | None) -> None:
    df = daft.read_parquet(path).repartition(64)
    if files is not None:
        df = df.into_partitions(files)
    df.write_parquet("out")
