import daft
from splitting import split

@daft.cls(max_concurrency=4)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=500)
    def run(self, ids): ...

train, test = split()
train.with_column("v", Embed().run(train["id"])).write_parquet("train")
test.with_column("v", Embed().run(test["id"])).write_parquet("test")  # finds DFT102 certain via splitting.py: batch_size=500 cuts the 1,000 rows
