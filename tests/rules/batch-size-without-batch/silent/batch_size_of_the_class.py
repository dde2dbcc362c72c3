import daft


@daft.cls
class Embed:
    def __init__(self, batch_size: int) -> None:
        self.batch_size = batch_size

    def __call__(self, text: str) -> int:
        return len(text) % self.batch_size


embed = Embed(batch_size=8)
