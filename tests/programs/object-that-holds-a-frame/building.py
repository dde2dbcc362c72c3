import daft
from udfs import Embed


class Building:
    def __init__(self, rows):
        self.frame = daft.range(rows)

    def embed(self):
        self.frame = self.frame.with_column("v", Embed().run(self.frame["id"]))  # finds DFT102 certain: batch_size=500 cuts the 1,000 rows
        return self

    def write(self, path):
        self.frame.write_parquet(path)
