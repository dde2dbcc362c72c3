import daft
from settings import Settings, set_batch
from udfs import embed_of


@set_batch()
def embed():
    df = daft.range(400).into_partitions(2)
    df = df.with_column("v", embed_of(Settings.batch).run(df["id"]))
    df.write_parquet("out")


embed()
