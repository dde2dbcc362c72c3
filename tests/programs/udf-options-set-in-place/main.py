import udfs

import daft

udfs.batched.batch_size = 10
setattr(udfs.sized, "concurrency", 2)
udfs.named.name = "named"
udfs.Pool.again = daft.method.batch(return_dtype=daft.DataType.int64())(lambda self, ids: ids)
df = daft.range(1000)
ids = df["id"]
df.with_column("v", udfs.batched(ids)).write_parquet("a")
df.with_column("v", udfs.sized(ids)).write_parquet("b")
df.with_column("v", udfs.named(ids)).write_parquet("c")  # finds DFT102 certain: batch_size=250
df.with_column("v", udfs.Pool().run(ids)).write_parquet("d")  # finds DFT102 certain: batch_size=250
df.with_column("v", udfs.Pool().again(ids)).write_parquet("e")
