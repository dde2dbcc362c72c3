import daft
from daft import col


@daft.cls(max_concurrency=6)
class Score:
    @daft.method.batch(return_dtype=daft.DataType.python(), batch_size=1)
    def __call__(self, matches):
        return [None for _ in matches]


# daft-lint: workers=6, rows=60, partitions=1
df = daft.read_json("s3://matches/all.json").repartition(6, "match")  # expect
df = df.with_column("score", Score()(col("match")))
for row in df.iter_rows():
    print(row)
