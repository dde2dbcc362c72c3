import daft

try:

    @daft.func(batch_size=4)
    def tag(title: str) -> str:
        return title.upper()

except TypeError:

    @daft.func
    def tag(title: str) -> str:
        return title.upper()
