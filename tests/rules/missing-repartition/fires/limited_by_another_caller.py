import daft
from daft import col


@daft.cls(max_concurrency=8)
class Caption:
    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=64)
    def __call__(self, images):
        return ["" for _ in images]


def captioned(pattern):
    df = daft.from_glob_path(pattern)
    return df.with_column("caption", Caption()(col("path").download()))  # expect


def everything():
    captioned("s3://photos/*.jpg").write_parquet("s3://captions")


def first():
    captioned("s3://photos/*.jpg").limit(5_000).write_parquet("s3://first-captions")


daft.set_runner_ray()
everything()
first()
