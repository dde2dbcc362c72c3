import daft


def read():
    return daft.read_parquet("x.parquet")


def prepare(df: daft.DataFrame, text: "daft.Expression") -> daft.DataFrame:
    return df.where(text.str.length() > 0)  # expect


def finish(df):
    return df.with_column("first", df["items"].list.get(0))  # expect


frame = finish(prepare(read(), daft.col("text")))
