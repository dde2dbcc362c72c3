import daft
from sizes import SIZE
from sources import large, small


@daft.cls(max_concurrency=8)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=SIZE)
    def run(self, ids): ...


@daft.cls(max_concurrency=8)
class Tag:
    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=200)
    def run(self, ids): ...


embedded = large()
embedded.with_column("v", Embed().run(embedded["id"])).write_parquet("embedded")

few = small()
few.with_column("t", Tag().run(few["id"])).write_parquet("few")

many = large()
many.with_column("t", Tag().run(many["id"])).write_parquet("many")  # finds DFT102 certain: 3 of the 8 actors
