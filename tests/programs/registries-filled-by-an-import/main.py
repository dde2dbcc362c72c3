import daft

import plugin
from steps import OPTIONS, Options, app, hooked, stage


@daft.cls(max_concurrency=4)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=50)
    def run(self, ids): ...


def embedded(df):
    return df.with_column("v", Embed().run(df["id"]))


embedded(hooked(daft.range(840))).write_parquet("list")
embedded(app.run(daft.range(840))).write_parquet("object")
embedded(daft.range(840).into_partitions(OPTIONS["parts"])).write_parquet("dict")
embedded(daft.range(840).into_partitions(Options.parts)).write_parquet("class")
embedded(stage("Split").apply(daft.range(840))).write_parquet("subclass")
