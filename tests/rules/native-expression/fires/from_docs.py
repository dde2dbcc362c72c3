import daft
from daft import col


@daft.func
def count_characters(text: str) -> int:  # expect
    return len(text)


def run(df: daft.DataFrame):
    df = df.with_column("length", count_characters(col("text")))
    return df.collect()
