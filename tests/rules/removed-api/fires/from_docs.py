import daft
from daft import col

daft.context.set_runner_ray()  # expect
df = daft.from_pydict({"uri": ["s3://bucket/a.jpg"]})
df = df.where(col("uri").str.endswith(".jpg"))  # expect
df = df.with_column("raw", col("uri").url.download())  # expect
df = df.with_column("image", col("raw").image.decode())  # expect
