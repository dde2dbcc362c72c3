import daft
from daft import col


@daft.cls(max_concurrency=4)
class Score:
    def __init__(self):
        self.model = load_model()

    @daft.method.batch(return_dtype=daft.DataType.float32(), batch_size=64)
    def __call__(self, text):
        return self.model.rate(text)


df = daft.read_parquet("s3://texts/*.parquet").with_column("score", Score()(col("text")))
for key in ["topic", "author"]:
    means = df.groupby(key).agg(col("score").mean().alias(f"mean_of_{key}"))
    df = df.join(means, on=key)  # expect
df.write_parquet("scores/")
