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
    df.exclude("label").write_parquet("meta/")
    df.select("id", "label").write_parquet("labels/")


def renamed(path):
    df = labelled(path).with_column_renamed("label", "kind")
    df.exclude("kind").write_parquet("meta/")
    df.select("id", "kind").write_parquet("labels/")


def counted_without_it(path):
    df = labelled(path)
    df.write_parquet("labels/")
    df.distinct("id").select("id").count_rows()


def looked_up(path, seen):
    df = labelled(path)
    df.write_parquet("labels/")
    daft.read_parquet(seen).join(df, on="id", how="anti").write_parquet("new/")


def columns_of_the_caller(path, columns):
    df = labelled(path)
    df.select(*columns).write_parquet("some/")
    df.write_parquet("labels/")


def dropped_by_the_caller(path, names):
    df = labelled(path)
    df.write_parquet("labels/")
    df.exclude(*names).write_parquet("some/")
