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
df = df.with_column("clarity", clarity(col("image")))
df = df.with_column("toxicity", toxicity(col("text")))
df = df.with_column("score", col("clarity") * 2 - col("toxicity"))
df.write_parquet("s3://bucket/scores/")
