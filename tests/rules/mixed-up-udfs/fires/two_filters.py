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
df = df.where(clarity(col("image")) > 0.5)  # expect
df = df.where(toxicity(col("text")) < 0.1)
df.write_parquet("s3://bucket/kept/")
