"""The other column may be heavy from the start."""

import daft
from daft import col

daft.set_runner_ray()
df = daft.from_pydict({"url": addresses(), "page": pages()})
df = df.with_column("image", col("url").download())
df = df.into_partitions(8)
df.write_lance("pages.lance")
