from daft import DataType, cls, method


@cls
class Embed:
    @method(gpus=1)  # expect
    def __call__(self, text: str) -> str:
        return text

    @method.batch(
        return_dtype=DataType.string(),
        batch_size=16,
        concurrency=2,  # expect
        use_process=True,  # expect
    )
    def whole(self, texts):
        return texts

    @method(num_cpus=1)  # expect
    def _one(self, text: str) -> str:
        return text
