from daft import DataType, udf


@udf(
    return_dtype=DataType.string(),
    num_cpus=1,
    num_gpus=1,
    memory_bytes=1 << 30,
    batch_size=64,
    concurrency=2,
    use_process=True,
    ray_options={},
)
class Embed:
    def __call__(self, texts):
        return texts


Smaller = Embed.with_concurrency(1).override_options(num_gpus=0.5, batch_size=16)
