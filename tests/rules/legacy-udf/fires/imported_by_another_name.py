from daft import DataType, col, read_parquet
from daft import udf as make_udf


@make_udf(return_dtype=DataType.int64())
def length(texts):  # expect
    return [len(text) for text in texts]


@make_udf(return_dtype=DataType.bool())
def is_long(lengths):  # expect
    return [length > 10 for length in lengths]


df = read_parquet("texts/").where(is_long(length(col("text"))))
df.show()
