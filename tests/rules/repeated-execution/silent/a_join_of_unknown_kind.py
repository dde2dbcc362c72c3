import sys

import daft
from daft import col
from encoders import rate


@daft.func
def score(text: str) -> float:
    return rate(text)


df = daft.read_parquet("s3://texts/*.parquet").with_column("score", score(col("text")))
df.join(df.where(col("score") > 0.5), on="id", how=sys.argv[1]).write_parquet("some/")
