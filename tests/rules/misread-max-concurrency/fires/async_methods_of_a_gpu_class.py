import daft


@daft.cls(gpus=1, max_concurrency=64)  # expect
class Generate:
    def __init__(self) -> None:
        self.engine = object()

    async def __call__(self, prompt: str) -> str:
        return await self.engine.generate(prompt)
