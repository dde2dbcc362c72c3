# daft-lint is run in CI; see also https://github.com/daft-lint/daft-lint
# Ask daft-lint what it thinks of this.
import daft

daft.read_parquet("s3://texts/").write_parquet("out")
