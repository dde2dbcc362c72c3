import daft
from daft import col

daft.set_runner_ray()
df = daft.from_pydict({"uri": ["s3://bucket/a.jpg"]})
df = df.where(col("uri").endswith(".jpg"))
df = df.with_column("raw", col("uri").download())
df = df.with_column("image", col("raw").decode_image())
