from daft import DataFrame, col


class Components:
    def _symmetrize(self, edges: DataFrame) -> DataFrame:
        return edges.union_all(edges.select(col("v").alias("u"), col("u").alias("v")))

    def large_star(self, edges: DataFrame) -> DataFrame:
        both = self._symmetrize(edges)
        return both.groupby("u").agg_list("v")  # expect
