import daft
from udfs import embed_of


def embed(batch):
    assert batch <= 400, "too large"
    df = daft.range(400).into_partitions(2)
    df = df.with_column("v", embed_of(batch).run(df["id"]))  # finds DFT102 certain: batch_size=400
    df.write_parquet("out")


try:
    embed(400)
except AssertionError:
    embed(10)
