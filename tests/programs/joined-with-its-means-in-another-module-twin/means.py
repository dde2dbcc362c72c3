from daft import DataFrame, col


def with_means(df: DataFrame, key: str) -> DataFrame:
    means = df.groupby(key).agg(col("score").mean().alias("mean"))
    return df.join(means, on=key)
