import daft
from paths import DOCS, RAW
from steps import embed


def extract():
    daft.read_parquet("s3://bucket/raw/*.parquet").write_parquet(DOCS, write_mode="append")


if __name__ == "__main__":
    daft.set_runner_ray()
    extract()
    embed(daft.read_parquet(DOCS))
    embed(daft.read_parquet(RAW))
