import daft
from daft import col


def run(df: daft.DataFrame):
    df = df.with_column("length", col("text").length().cast(daft.DataType.int64()))
    return df.collect()
