import daft
from daft import col
from raters import rate


def scorer(weight: float):
    @daft.func
    def score(text: str) -> float:
        return rate(text, weight)

    return score


light, strong = scorer(0.1), scorer(10.0)
df = daft.read_parquet("s3://texts/*.parquet")
df = df.with_columns({"light": light(col("text")), "strong": strong(col("text"))})
df.write_parquet("s3://scores/")
