import daft  # noqa: F401
from daft import col  # noqa:E501,F401

df = daft.read_parquet("s3://texts/")  # type: ignore[attr-defined]
df.write_parquet("out")  # ruff: noqa
# pylint: disable=invalid-name
