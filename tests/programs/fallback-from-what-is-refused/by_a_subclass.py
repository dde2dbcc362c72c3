import daft
from udfs import embed_of


class Step:
    def check(self, batch):
        pass

    def size(self, batch):
        self.check(batch)
        return batch


class Careful(Step):
    def check(self, batch):
        if batch > 100:
            raise ValueError(batch)


def embed(batch):
    size = Careful().size(batch)
    df = daft.range(400).into_partitions(2)
    df = df.with_column("v", embed_of(size).run(df["id"]))
    df.write_parquet("out")


try:
    embed(400)
except ValueError:
    embed(10)
