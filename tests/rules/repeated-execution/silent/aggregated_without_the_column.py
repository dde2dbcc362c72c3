import daft
from classifiers import classified
from daft import col


@daft.func
def label(text: str) -> str:
    return classified(text)


def totals(path: str):
    df = daft.read_parquet(path).with_column("label", label(col("text")))
    df.write_parquet("s3://labels/")
    df.groupby("author").sum("likes").write_parquet("s3://likes/")
    df.groupby("author", col("day")).agg(col("likes").mean(), col("id").count()).show()
    df.groupby("author").any_value("text").write_parquet("s3://texts/")
    df.groupby("author").list_agg_distinct("day").write_parquet("s3://days/")
    df.agg(col("likes").sum()).to_pydict()
    df.count_distinct("author").to_pydict()
    df.count("likes").to_pydict()
    df.count().to_pydict()
    df.pivot("author", "day", "likes", "sum").write_parquet("s3://table/")
