import daft
from daft import col
from daft.functions import coalesce
from models import clarity_of, toxicity_of


@daft.func
def clarity(image: str) -> float:
    return clarity_of(image)


@daft.func
def toxicity(text: str) -> float:
    return toxicity_of(text)


df = daft.read_parquet("s3://bucket/pages/*.parquet")
score = coalesce(clarity(col("image")), col("score")) * coalesce(toxicity(col("text")), col("score"))
df.with_column("score", score).write_parquet("s3://bucket/scores/")
