import daft
from classifiers import classified
from daft import col


@daft.func
def label(text: str) -> str:
    return classified(text)


def by_label(path: str):
    df = daft.read_parquet(path).with_column("label", label(col("text")))
    df.write_parquet("s3://labels/")
    df.groupby("label").sum("likes").write_parquet("s3://likes/")  # expect


def of_label(path: str):
    df = daft.read_parquet(path).with_column("label", label(col("text")))
    df.write_parquet("s3://labels/")
    df.groupby("author").agg(col("label").count_distinct()).to_pydict()  # expect


def of_all(path: str):
    df = daft.read_parquet(path).with_column("label", label(col("text")))
    df.write_parquet("s3://labels/")
    df.groupby("author").count().to_pydict()  # expect


def on_groups(path: str, reduced):
    df = daft.read_parquet(path).with_column("label", label(col("text")))
    df.write_parquet("s3://labels/")
    df.groupby("author").map_groups(reduced(col("label"))).to_pydict()  # expect
