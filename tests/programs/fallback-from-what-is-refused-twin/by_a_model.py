import daft
from pydantic import BaseModel, Field, ValidationError
from udfs import embed_of


class Settings(BaseModel):
    batch: int = Field(ge=1, le=400)


def embed(batch):
    settings = Settings(batch=batch)
    df = daft.range(400).into_partitions(2)
    df = df.with_column("v", embed_of(settings.batch).run(df["id"]))  # finds DFT102 certain: batch_size=400
    df.write_parquet("out")


try:
    embed(400)
except ValidationError:
    embed(10)
