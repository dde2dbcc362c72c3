import daft
from daft import col

df = (
    daft.read_parquet("s3://a")
    .where((((((((col("a") > 0))))))))
    .with_column("b", [[[[[[1]]]]]][0][0][0][0][0][0])
    .select(*["a", "b"], **{"c": col("a") + 1})
)
lazy = lambda *args, **kwargs: df.limit(*args, **kwargs)
