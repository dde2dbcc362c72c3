import daft
from daft import coalesce, col, list_

df = daft.from_pydict({"k": ["a", "a", "b"], "v": [1, 2, 2], "w": ["x", None, "z"], "n": [None] * 3})
grouped = df.groupby("k").agg(
    df["v"].agg_list().alias("all"),
    daft.col("v").agg_set().list.sort().alias("set"),
    df["w"].agg_concat().alias("text"),
)
print(grouped.sort("k").to_pydict())
print(df.groupby("k").agg_list("v").sort("k").to_pydict())
print(df.agg(col("v").agg_list()).to_pydict())
df = df.with_columns(
    {
        "c": coalesce(df["n"].cast(daft.DataType.string()), df["w"], daft.lit("?")),
        "d": daft.coalesce(df["w"], df["k"]),
        "pair": list_(df["v"], df["v"] + 1),
        "s": daft.struct(df["k"], df["v"]),
        "if": (df["v"] > 1).if_else(df["k"], df["w"]),
        "if_if": (df["v"] > 1).if_else(
            (df["k"] == "a").if_else(daft.lit("many a"), daft.lit("many")),
            daft.lit("few"),
        ),
        "if_null": (df["w"] == "x").if_else(df["v"], -1),
    }
)
print(df.exclude("n").to_pydict())
