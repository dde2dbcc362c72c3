# daft-lint: workers=4, cpus-per-worker=16
"""NumPy lets other threads run: only possible."""

import daft
import numpy as np
from daft import DataType, Series

daft.set_runner_ray()


@daft.func.batch(return_dtype=DataType.float64(), batch_size=64)
def norms(vectors: Series):
    return [float(np.linalg.norm(one)) for one in vectors.to_pylist()]


df = daft.read_parquet("s3://corpus/*.parquet")
df.with_column("norm", norms(df["vector"])).write_parquet("s3://corpus/norms")
