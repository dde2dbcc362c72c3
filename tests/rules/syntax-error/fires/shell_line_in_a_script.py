!pip install daft  # expect
import daft

daft.read_parquet("s3://bucket/a").show()
