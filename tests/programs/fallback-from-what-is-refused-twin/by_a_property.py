import daft
from udfs import embed_of


class Settings:
    def __init__(self, batch):
        self.given = batch

    @property
    def batch(self):
        if self.given > 400:
            raise ValueError(self.given)
        return self.given


def embed(batch):
    settings = Settings(batch)
    df = daft.range(400).into_partitions(2)
    df = df.with_column("v", embed_of(settings.batch).run(df["id"]))  # finds DFT102 certain: batch_size=400
    df.write_parquet("out")


try:
    embed(400)
except ValueError:
    embed(10)
