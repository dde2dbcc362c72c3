import daft
from daft import col, lit
from embedding import DEBUG_COLUMNS, embedded
from output import write, without_vectors

others = daft.range(10)
write(embedded())
embedded().exclude(*DEBUG_COLUMNS).write_parquet("constant")
embedded().with_column_renamed("vector", "v").exclude("v").write_parquet("renamed")
embedded().pipe(without_vectors).write_parquet("piped")
embedded().select(col("vector").fill_null(0)).select(lit(1)).write_parquet("ones")
embedded().join(others, on="id").select("id").write_parquet("joined")
embedded().drop_duplicates("id").select("id").write_parquet("distinct")
others.join(embedded(), on="id").select("id").write_parquet("right")
others.join(embedded(), on="id", how="semi").write_parquet("semi")
others.join(embedded(), on="id", how="anti").write_parquet("anti")
embedded().describe().show()
