import daft
from daft.functions import embed_text

df = daft.from_pydict({"text": ["a"]})
df = df.with_column("v", embed_text(df["text"], provider="transformers", batch_size=64))
