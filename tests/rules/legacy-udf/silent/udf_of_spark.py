"""Spark has a `udf` of the same name."""

import daft
from pyspark.sql.functions import udf
from pyspark.sql.types import IntegerType


@udf(returnType=IntegerType())
def length(text):
    return len(text)


df = daft.read_parquet("texts/")
df.write_parquet("copy")
