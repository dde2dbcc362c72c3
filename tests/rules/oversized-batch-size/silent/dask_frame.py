# daft-lint: workers=1
import daft
import dask.dataframe as dd


@daft.cls(max_concurrency=4)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=500)
    def __call__(self, text):
        return text


embed = Embed()
table = dd.read_parquet("texts").repartition(npartitions=1)
table = table.assign(vector=table["text"].map_partitions(embed))
table.to_parquet("vectors")
