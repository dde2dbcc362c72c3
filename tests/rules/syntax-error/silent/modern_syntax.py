import daft
from daft import col


def load(kind: str, /, *, limit: int | None = None) -> daft.DataFrame:
    match kind:
        case "texts" | "pages":
            df = daft.read_parquet(f"s3://{kind}/{'all'}")
        case _:
            raise ValueError(f"{kind!r} is unknown")
    if (rows := limit) is not None:
        df = df.limit(rows)
    return df


with (open("a") as first, open("b") as second):
    load("texts").where(col("text") == first.read()).show()
