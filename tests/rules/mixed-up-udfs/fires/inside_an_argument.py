import daft
from daft import col
from models import clarity_of, toxicity_of


@daft.func
def clarity(image: str) -> float:
    return clarity_of(image)


@daft.func
def toxicity(text: str) -> float:
    return toxicity_of(text)


@daft.func
def graded(score: float) -> str:
    return "good" if score > 0.5 else "bad"


df = daft.read_parquet("s3://bucket/pages/*.parquet")
score = (clarity(col("image")) + 1) * (toxicity(col("text")) + 1)  # expect
df.with_column("grade", graded(score)).write_parquet("s3://bucket/grades/")
