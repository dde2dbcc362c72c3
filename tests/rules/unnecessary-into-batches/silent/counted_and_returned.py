import daft


def load(path: str) -> daft.DataFrame:
    df = daft.read_parquet(path).into_batches(1_000)
    print(f"{df.count_rows()} rows")
    return df
