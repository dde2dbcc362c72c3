from daft import DataFrame, col


def with_means(df: DataFrame, key: str) -> DataFrame:
    means = df.groupby(key).agg(col("score").mean().alias("mean"))
    return df.join(means, on=key)  # finds DFT207 certain: `score` runs twice for each row
