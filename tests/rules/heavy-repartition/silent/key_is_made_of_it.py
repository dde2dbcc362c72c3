import daft
from daft import col

df = daft.from_glob_path("s3://bucket/pages/*.html")
df = df.with_column("page", col("path").download())
df = df.with_column("size", col("page").length())
df.repartition(8, "size").write_lance("pages.lance")
