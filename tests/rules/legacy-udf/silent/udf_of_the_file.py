import daft


def udf(return_dtype, batch_size=None):
    def around(function):
        return daft.func.batch(return_dtype=return_dtype, batch_size=batch_size)(function)

    return around


@udf(return_dtype=daft.DataType.int64())
def length(texts):
    return [len(text) for text in texts]


df = daft.read_parquet("texts/")
df.with_column("length", length(df["text"])).show()
