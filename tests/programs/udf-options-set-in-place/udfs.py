import daft


class Embed:
    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=250)
    def run(self, ids): ...

    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=250)
    def again(self, ids): ...


Pool = daft.cls(Embed, max_concurrency=8)
UDF = daft.udf(return_dtype=daft.DataType.int64(), batch_size=250, concurrency=8)


def batched(ids): ...  # finds DFT301: daft.udf


def sized(ids): ...  # finds DFT301: daft.udf


def named(ids): ...  # finds DFT301: daft.udf


batched, sized, named = UDF(batched), UDF(sized), UDF(named)
