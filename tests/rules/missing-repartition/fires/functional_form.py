# daft-lint: workers=2
import daft
from daft import DataType, col


class Tokenize:
    def __init__(self, name: str):
        from transformers import AutoTokenizer

        self.tokenizer = AutoTokenizer.from_pretrained(name)

    def __call__(self, text: str) -> list[int]:
        return self.tokenizer(text)["input_ids"]


TokenizePool = daft.cls(Tokenize, max_concurrency=16)
tokenize = TokenizePool("gpt2")

reviews = daft.from_pylist([{"text": f"review number {n}"} for n in range(20_000)])
reviews = reviews.with_column("tokens", tokenize(col("text")))  # expect
reviews.write_parquet("tokens")
