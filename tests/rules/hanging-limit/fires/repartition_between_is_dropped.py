"""Of two repartitions in a row only the last runs: nothing is left between."""
# also DFT202

import daft

df = daft.read_parquet("s3://bucket/pages/*.parquet").limit(1_000)
df = df.repartition(4).into_partitions(8)  # expect
df.write_parquet("s3://bucket/sample")
