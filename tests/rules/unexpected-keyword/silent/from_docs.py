import daft


@daft.cls(
    max_concurrency=2,
    gpus=1,
)
class Embed:
    def __call__(self, text: str) -> str: ...
