import daft
from daft import col
from models import clarity_of, toxicity_of


@daft.func
def clarity(image: str) -> float:
    return clarity_of(image)


@daft.func
def toxicity(text: str) -> float:
    return toxicity_of(text)


df = daft.read_parquet("s3://bucket/pages/*.parquet")
clear = clarity(col("image"))
df = df.where((clear > 0.2) & (clear < 0.8))
df.write_parquet("s3://bucket/middling/")
