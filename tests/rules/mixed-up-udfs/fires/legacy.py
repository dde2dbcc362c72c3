# also DFT301
import daft
from daft import DataType, col
from models import lengths, toxicities


@daft.udf(return_dtype=DataType.int64())
def length(texts):
    return lengths(texts)


@daft.udf(return_dtype=DataType.float64())
def toxicity(texts):
    return toxicities(texts)


df = daft.read_parquet("s3://bucket/pages/*.parquet")
df = df.filter((length(col("text")) > 100) & (toxicity(col("text")) < 0.1))  # expect
df.write_parquet("s3://bucket/kept/")
