import daft
from classifiers import classified
from daft import DataType, col


@daft.func.batch(return_dtype=DataType.string(), batch_size=64)
def classify(text):
    return classified(text)


def labelled(path):
    return daft.read_parquet(path).with_column("label", classify(col("text")))


def excluded(path):
    df = labelled(path)
    df.exclude("text").write_parquet("short/")
    df.select("id", "label").write_parquet("labels/")  # expect


def renamed(path):
    df = labelled(path).with_column_renamed("label", "kind")
    df.exclude("label").write_parquet("short/")
    df.select("id", "kind").write_parquet("labels/")  # expect


def told_apart_by_it(path):
    df = labelled(path)
    df.write_parquet("labels/")
    df.distinct("label").select("id").count_rows()  # expect


def looked_up(path, seen):
    df = labelled(path)
    df.write_parquet("labels/")
    daft.read_parquet(seen).join(df, on="label", how="anti").write_parquet("new/")  # expect
