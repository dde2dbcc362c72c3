import daft
from daft import col
from encoders import encode


@daft.func
def embed(text: str) -> list[float]:
    return encode(text)


from daft.functions import decode_image, download

df = daft.from_glob_path("s3://images/**.jpg")  # daft-lint: rows=50_000
df = df.with_column("image", decode_image(download(col("path"))))
df = df.with_column("vector", embed(col("image")))
images = df.to_pylist()  # expect
