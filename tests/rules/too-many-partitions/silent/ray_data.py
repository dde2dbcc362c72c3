# daft-lint: workers=4
import daft
import ray

ds = ray.data.range(200_000).repartition(20_000)
ds.map_batches(embed, concurrency=16, batch_size=64).write_parquet("vectors")
