import daft

try:

    @daft.func(max_concurrency=4)
    def tag(title: str) -> str:
        return title.upper()

except (TypeError, ValueError):

    @daft.func
    def tag(title: str) -> str:
        return title.upper()
