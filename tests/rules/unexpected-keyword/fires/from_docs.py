import daft


@daft.cls(
    concurrency=2,  # expect
    num_gpus=1,  # expect
)
class Embed:
    def __call__(self, text: str) -> str: ...
