# daft-lint: workers=4
import daft
from daft import col
from daft_las import las_udf
from daft_las.operators import ImageScore

df = daft.from_glob_path("s3://images/*.jpg")
df = df.with_column(
    "score", las_udf(ImageScore, num_gpus=1, batch_size=32, concurrency=8)(col("path"))
)
df.write_parquet("s3://scores")
