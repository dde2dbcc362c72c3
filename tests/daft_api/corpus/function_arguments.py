# Daft 0.6.5
import zlib

import daft
import daft.functions as f
import numpy as np
from daft import DataType, col

df = daft.from_pydict(
    {
        "l": [[3, 1, 2], [4]],
        "b": [[True, False], [True]],
        "w": [["a", "b"], ["c"]],
        "t": ["some text", "more text"],
        "i": [np.full((4, 4, 3), 9, np.uint8)] * 2,
    }
)
print(
    df.select(
        f.chunk(expr=col("l"), size=1).alias("chunk"),
        f.list_append(expr=col("l"), other=7).alias("append"),
        f.list_bool_and(expr=col("b")).alias("and"),
        f.list_bool_or(expr=col("b")).alias("or"),
        f.list_count(expr=col("l")).alias("count"),
        f.list_sort(f.list_distinct(expr=col("l"))).alias("distinct"),
        f.list_join(expr=col("w"), delimiter="-").alias("join"),
        f.list_map(expr=col("l"), mapper=daft.element() + 1).alias("map"),
        f.list_max(expr=col("l")).alias("max"),
        f.list_mean(expr=col("l")).alias("mean"),
        f.list_min(expr=col("l")).alias("min"),
        f.list_sort(expr=col("l")).alias("sort"),
        f.list_sum(expr=col("l")).alias("sum"),
        f.value_counts(expr=col("w")).alias("counts"),
        f.minhash(expr=col("t"), num_hashes=2, ngram_size=1).alias("minhash"),
    ).to_pydict()
)
print(df.select(f.explode(expr=col("l"))).to_pydict())
packed = daft.from_pydict({"t": [b"some text"], "z": [zlib.compress(b"some text")]})
print(
    packed.select(
        f.decode(expr=col("t"), charset="utf-8").alias("decode"),
        f.try_decode(expr=col("t"), charset="utf-8").alias("try"),
        f.decompress(expr=col("z"), codec="zlib").alias("decompress"),
    ).to_pydict()
)
image = df.select(col("i").cast(DataType.image("RGB")))
png = image.select(f.encode_image(expr=col("i"), image_format="png"))
image = png.select(f.decode_image(expr=col("i")))
print(
    image.select(
        f.image_width(expr=col("i")).alias("width"),
        f.image_height(expr=col("i")).alias("height"),
        f.image_channel(expr=col("i")).alias("channel"),
        f.image_mode(expr=col("i")).alias("mode"),
        f.image_attribute(expr=col("i"), name="width").alias("attribute"),
        f.image_width(f.resize(expr=col("i"), w=2, h=2)).alias("resized"),
        f.image_width(f.crop(expr=col("i"), bbox=(0, 0, 2, 2))).alias("cropped"),
        f.image_channel(f.convert_image(expr=col("i"), mode="L")).alias("grey"),
    ).to_pydict()
)
with open("text.txt", "w") as lines:
    lines.write("hello")
paths = daft.from_pydict({"p": ["text.txt"]})
print(paths.select(f.file_size(expr=f.file(expr=col("p"))).alias("size")).to_pydict())
