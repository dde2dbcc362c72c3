import daft
from daft import col
from encoders import encode


@daft.func
def embed(text: str) -> list[float]:
    return encode(text)


table = daft.range(5_000_000, partitions=64).to_arrow()
