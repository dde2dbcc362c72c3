# also DFT301
import daft
from daft import DataType, Series, col


@daft.func.batch(return_dtype=DataType.string())
def kept(texts: Series):
    return [text.lower() for text in texts if text]


@daft.func.batch(return_dtype=DataType.int64())
def all_lengths(texts: Series):
    return [len(texts) for _ in texts]


@daft.func.batch(return_dtype=DataType.string())
def of_arrow(texts: Series):
    return [text.as_py().lower() for text in texts.to_arrow()]


@daft.cls
class Lower:
    def __init__(self):
        self.suffix = "!"

    def __call__(self, text: str) -> str:
        return text.lower() + self.suffix


df = daft.read_parquet("p").select(kept(col("a")), all_lengths(col("a")), Lower()(col("a")))
df.collect()
