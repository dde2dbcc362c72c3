import re

import daft
from daft import col


@daft.func
def normalised(text: str) -> str:  # expect
    """Several built-in expressions in a row."""
    stripped = text.strip()
    words = re.sub(r"[^a-z0-9]+", " ", stripped.lower())
    return words.replace(" ", "_")


@daft.func(cpus=1)
def count_parts(text: str) -> int:  # expect
    return len(text.split(","))


df = daft.from_pydict({"text": ["Hello World"]})
df = df.with_columns({"n": normalised(col("text")), "parts": count_parts(df["text"])})
df.show()
