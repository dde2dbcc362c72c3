"""The same words in Ray Data."""

import daft
import ray


class Embed:
    def __call__(self, batch):
        return batch


ds = ray.data.read_parquet("texts/")
ds = ds.map_batches(Embed, num_gpus=1, batch_size=16, concurrency=4)
df = daft.from_ray_dataset(ds)
df.write_parquet("embeddings")
