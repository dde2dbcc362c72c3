import daft
from daft import *  # noqa: F403

df = daft.read_parquet("s3://a_rather_long_path/that/goes/on")  # noqa: E501, S108
df.write_parquet("out")  # type: ignore[no-untyped-call]
