"""The table holds the images: before they are decoded the rows aren't light."""

import daft
from daft import col

df = daft.from_arrow(table).with_column("image", col("bytes").decode_image())
df.repartition(16).write_lance("images.lance")
