import daft
from classifiers import classified
from daft import DataType, col


@daft.udf(return_dtype=DataType.string())
class Classify:
    def __init__(self, model="small"):
        self.model = model

    def __call__(self, text):
        return classified(self.model, text)


df = daft.read_parquet("s3://texts/*.parquet")
df = df.with_columns(
    {
        "small": Classify.with_init_args("small")(col("text")),
        "large": Classify.with_init_args("large")(col("text")),
    }
)
df.write_parquet("s3://labels/")
