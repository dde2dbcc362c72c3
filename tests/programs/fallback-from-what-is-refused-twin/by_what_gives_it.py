import daft
from udfs import embed_of


def checked(batch):
    if batch > 400:
        raise ValueError("too large")
    return batch


def embed(batch):
    df = daft.range(400).into_partitions(2)
    df = df.with_column("v", embed_of(checked(batch)).run(df["id"]))  # finds DFT102 certain: batch_size=400
    df.write_parquet("out")


try:
    embed(400)
except ValueError:
    embed(10)
