import daft
import udfs

daft.range(4000).select(udfs.embedding("id")).write_parquet("out")
