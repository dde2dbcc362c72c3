import daft
from daft import col


def components(edges: daft.DataFrame) -> daft.DataFrame:
    while True:
        large = edges.select("u", "v").groupby("u").agg_list("v")  # expect
        edges = large.explode("v").where(col("v") != col("u"))
        if large.count_rows() == edges.count_rows():
            return edges
