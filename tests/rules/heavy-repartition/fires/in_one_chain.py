import daft
from daft import col
from daft.functions import decode_image, download

(
    daft.from_glob_path("s3://bucket/images/*.jpg")
    .with_column("bytes", download(col("path")))
    .with_column("image", decode_image(col("bytes")))
    .select("path", "image")
    .repartition(32)  # expect
    .write_lance("images.lance")
)
