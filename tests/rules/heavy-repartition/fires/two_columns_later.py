import daft
from daft import col

df = daft.from_glob_path("s3://bucket/pages/*.html")
df = df.with_column("page", col("path").download())
df = df.with_column("name", col("path").length())
df = df.with_column("kind", daft.lit("html"))
df = df.repartition(24)  # expect
df.write_lance("pages.lance")
