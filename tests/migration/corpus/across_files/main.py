import daft
from across_udfs import embedding
from across_udfs.embedding import Embed
from across_udfs.embedding import clean as cleaned
from daft import col


def main():
    embed = Embed.with_init_args(dimensions=3).with_concurrency(2)
    df = daft.from_pydict({"text": [" a ", "bb"]})
    df = df.with_column("clean", cleaned(col("text")))
    df = df.with_column("a", embed(col("clean")))
    other = embedding.Embed.with_concurrency(2)
    return df.with_column("b", other(df["clean"])).sort("text").to_pydict()
