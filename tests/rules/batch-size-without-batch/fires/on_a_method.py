import daft


@daft.cls(max_concurrency=4)
class Embed:
    @daft.method(return_dtype=int, batch_size=32)  # expect
    def __call__(self, text: str):
        return len(text)
