# daft-lint: workers=2, gpus-per-worker=1
import daft
import ray

texts = daft.read_parquet("s3://corpus/").to_ray_dataset()


class Embed:
    def __call__(self, batch):
        return batch


texts.map_batches(Embed, num_gpus=1, concurrency=16, batch_size=64).write_parquet("s3://vectors")
