# also DFT304
# daft-lint: workers=4, cpus-per-worker=16
"""The shape of Daft's image embedding benchmark: resized images behind a decode."""

import daft
from daft import DataType, col

daft.set_runner_ray()


@daft.func.batch(return_dtype=DataType.list(DataType.float32()))
def embed(images):
    import onnxruntime

    return onnxruntime.InferenceSession("clip.onnx").run(None, {"x": images.to_pylist()})[0]


df = daft.read_parquet("s3://photos/*.parquet")  # daft-lint: rows=200_000, partitions=8
df = df.with_column("image", col("bytes").decode_image().convert_image("RGB").resize(288, 288))
df = df.with_column("vec", embed(col("image")))  # expect
df.write_lance("s3://b/vecs.lance")
