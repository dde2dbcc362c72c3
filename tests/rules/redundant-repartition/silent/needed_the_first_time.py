# A step that is passed twice in one pipeline does its work the first time.
import daft
from daft import col

daft.set_runner_ray()


@daft.cls(max_concurrency=2)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=64)
    def __call__(self, ids):
        return ids


embed = Embed()


def with_embedding(df, name):
    return df.into_partitions(2).with_column(name, embed(col(f"of_{name}")))


df = daft.from_pydict({"of_a": list(range(1000)), "of_b": list(range(1000))})
with_embedding(with_embedding(df, "a"), "b").write_parquet("called")

for name in ["a", "b"]:
    df = df.into_partitions(2)
    df = df.with_column(name, embed(col(f"of_{name}")))
df.write_parquet("looped")
