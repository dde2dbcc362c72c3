import daft
import pyarrow as pa
from daft import DataType, col


def lists() -> daft.DataFrame:
    return daft.from_pydict(
        {
            "l": [[3, 1, 2, 2], [], None],
            "b": [[True, False], [True], None],
            "w": [["a", "b"], ["c"], None],
            "m": [{"x": 1, "y": "p"}, {"x": 2, "y": None}, {"x": None, "y": "q"}],
            "bytes": [b"abc", b"", None],
            "f": [1.5, float("nan"), float("inf")],
            "v": [[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]],
        }
    )


def both(df):
    vector = df["v"].cast(DataType.embedding(DataType.float32(), 2))
    return df.select(
        col("l").list.chunk(2).alias("chunk"),
        col("l").list.count().alias("count"),
        col("l").list.get(0).alias("get"),
        df["l"].list.get(idx=1, default=7).alias("get_default"),
        df["l"].list.length().alias("length"),
        df["l"].list.max().alias("max"),
        df["l"].list.mean().alias("mean"),
        df["l"].list.min().alias("min"),
        df["l"].list.slice(0, 2).alias("slice"),
        df["l"].list.sort(desc=True).alias("sort"),
        df["l"].list.sum().alias("sum"),
        df["l"].list.map(daft.element() + 1).alias("map"),
        df["b"].list.bool_and().alias("bool_and"),
        df["b"].list.bool_or().alias("bool_or"),
        df["w"].list.join("-").alias("join"),
        df["m"].struct.get("x").alias("struct_get"),
        df["m"].struct.get(name="y").str.upper().alias("struct_get_upper"),
        df["bytes"].binary.length().alias("binary_length"),
        df["bytes"].binary.concat(b"!").alias("binary_concat"),
        df["bytes"].binary.slice(1).alias("binary_slice"),
        df["f"].float.is_nan().alias("is_nan"),
        df["f"].float.is_inf().alias("is_inf"),
        df["f"].float.not_nan().alias("not_nan"),
        df["f"].float.fill_nan(0.0).alias("fill_nan"),
        vector.embedding.cosine_distance(vector).alias("cosine_distance"),
        df["f"].float.fill_nan(0.0).negative().alias("negative"),
        df["f"].float.fill_nan(0.0).signum().alias("signum"),
    )


print(both(lists()).to_pydict())
maps = pa.table({"m": pa.array([[("a", 1)], []], pa.map_(pa.string(), pa.int64()))})
print(daft.from_arrow(maps).select(col("m").map.get("a").alias("a")).to_pydict())
