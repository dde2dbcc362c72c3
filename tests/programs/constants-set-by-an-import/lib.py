import daft

import config


@daft.cls(max_concurrency=4)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=50)
    def run(self, ids): ...


def embedded(parts):
    df = daft.range(840).into_partitions(parts)
    return df.with_column("v", Embed().run(df["id"]))


def all_of_them():
    embedded(config.PARTS).write_parquet("constant")
    embedded(config.SIZES["cut"]).write_parquet("dict")
    embedded(config.Options.parts).write_parquet("class")
