import daft
from daft import col


class Config:
    batch_size = 2_000
    actors = 4


@daft.cls(max_concurrency=Config.actors)
class Moderate:
    @daft.method.batch(return_dtype=daft.DataType.bool(), batch_size=Config.batch_size)
    def flag(self, comments):
        return [False for _ in comments]


# daft-lint: workers=1
def nightly():
    moderate = Moderate()
    comments = daft.from_pandas(load_comments())  # daft-lint: rows=6_000
    comments = comments.where(col("deleted").is_null() | True)
    return comments


# daft-lint: workers=1
def hourly():
    moderate = Moderate()
    comments = daft.from_pandas(load_comments())  # daft-lint: rows=6_000
    comments = comments.with_column("flagged", moderate.flag(col("text")))  # expect
    comments.write_deltalake("s3://forum/flags")
