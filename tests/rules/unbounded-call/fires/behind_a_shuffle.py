# daft-lint: workers=4, cpus-per-worker=16
"""The shape of Daft issue 4215: 200,000 images, and eight tasks that hold 25,000 of them each."""

import daft
from daft import DataType, col

daft.set_runner_ray()


@daft.func.batch(return_dtype=DataType.list(DataType.float32()))
def embed(images):
    import onnxruntime

    return onnxruntime.InferenceSession("clip.onnx").run(None, {"x": images.to_pylist()})[0]


df = daft.read_csv("urls.csv")  # daft-lint: rows=200_000, partitions=8
df = df.with_column("raw", col("url").download()).repartition(8)
df = df.with_column("vec", embed(col("raw")))  # expect
df.write_lance("s3://b/vecs.lance")
# also DFT304
