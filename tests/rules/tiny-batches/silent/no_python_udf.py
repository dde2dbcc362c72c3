# daft-lint: workers=1
"""An AI function of Daft has a batch_size of its own."""

import daft
from daft import col
from daft.functions import embed_text

df = daft.range(100_000)
df = df.with_column("vector", embed_text(col("id").cast(daft.DataType.string()), batch_size=1))
df.write_lance("vectors.lance")
