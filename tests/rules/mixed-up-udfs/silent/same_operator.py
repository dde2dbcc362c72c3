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
df = df.with_column("score", clarity(col("image")) + toxicity(col("text")))
df = df.where(clarity(col("thumbnail")) < toxicity(col("title")))
df.write_parquet("s3://bucket/scores/")
