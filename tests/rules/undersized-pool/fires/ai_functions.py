# daft-lint: workers=8, cpus-per-worker=16, gpus-per-worker=1
"""AI functions have pools as well: one has two actors in the code, the other one by default."""

import daft
from daft import col
from daft.functions import embed_text, llm_generate

daft.set_runner_ray()

texts = daft.read_parquet("s3://texts/*.parquet")
model = embed_text(col("text"), provider="transformers", concurrency=2, num_gpus=1)  # expect
texts.with_column("vector", model).write_parquet("s3://vectors")
answers = texts.with_column("answer", llm_generate(col("text")))  # expect
answers.write_parquet("s3://answers")
# also DFT310
