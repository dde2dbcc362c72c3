# daft-lint: workers=4, cpus-per-worker=16
# also DFT301
import daft
from daft import DataType

daft.set_runner_ray()


@daft.udf(return_dtype=DataType.list(DataType.string()))
def sentences(texts):  # expect
    return [[one.strip() for one in text.split(".") if one] for text in texts.to_pylist()]


df = daft.read_parquet("s3://corpus/*.parquet")
df.with_column("sentences", sentences(df["text"])).explode("sentences").write_parquet("s3://out")
