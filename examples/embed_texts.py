"""Texts are embedded on eight GPUs. How many files there are, only the command line knows."""

import argparse

import daft
from daft import col

parser = argparse.ArgumentParser()
parser.add_argument("input")
parser.add_argument("output")


@daft.cls(gpus=1, max_concurrency=8)
class Embed:
    def __init__(self):
        from sentence_transformers import SentenceTransformer

        self.model = SentenceTransformer("all-MiniLM-L6-v2", device="cuda")

    @daft.method.batch(return_dtype=daft.DataType.python(), batch_size=256)
    def __call__(self, texts: daft.Series):
        return self.model.encode(texts.to_pylist()).tolist()


args = parser.parse_args()
daft.set_runner_ray()

# daft-lint: workers=4, gpus-per-worker=2
df = daft.read_parquet(args.input)
df = df.with_column("vector", Embed()(col("text")))
df.write_parquet(args.output)
