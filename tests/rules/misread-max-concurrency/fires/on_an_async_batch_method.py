import daft


@daft.cls(gpus=1)
class Embed:
    @daft.method.batch(return_dtype=int, batch_size=16, max_concurrency=4)  # expect
    async def embed(self, texts):
        return [len(text) for text in texts.to_pylist()]
