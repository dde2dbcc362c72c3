# also DFT301
import daft
from daft import DataType, Series, col


@daft.func.batch(return_dtype=DataType.string())
def lower(texts: Series):  # expect
    return [text.lower() if text is not None else None for text in texts]


@daft.udf(return_dtype=DataType.int64())
def words(texts):  # expect
    found = [len(text.split()) for text in texts.to_pylist()]
    return found


@daft.func.batch(return_dtype=DataType.bool())
def starts(texts: Series, prefixes: Series):  # expect
    return [one.startswith(two) for one, two in zip(texts, prefixes)]


df = daft.read_parquet("pages")
df = df.select(lower(col("a")), words(col("a")), starts(col("a"), col("b")))
df.collect()
