from dataclasses import dataclass

import daft
from udfs import embed_of


@dataclass
class Settings:
    batch: int

    def __post_init__(self):
        if self.batch > 400:
            raise ValueError(self.batch)


def embed(batch):
    settings = Settings(batch)
    df = daft.range(400).into_partitions(2)
    df = df.with_column("v", embed_of(settings.batch).run(df["id"]))  # finds DFT102 certain: batch_size=400
    df.write_parquet("out")


try:
    embed(400)
except ValueError:
    embed(10)
