import daft


@daft.cls
class Embed:
    @daft.method(return_dtype=int, max_concurrency=4)  # expect
    def __call__(self, text: str):
        return len(text)
