import os
from unittest.mock import patch

os.environ["DAFT_RUNNER"] = "ray"
import daft
from daft import col
from udfs import Mock


def job():
    df = daft.range(1000)
    df = df.with_column("v", Mock().run(col("id")))  # finds DFT101 likely via udfs.py: 2 of the 4 actors of `Mock.run`
    df.write_parquet("out")


@patch.dict("os.environ", clear=True)
def main():
    job()


main()
