# daft-lint: workers=4, cpus-per-worker=16
import daft

daft.set_runner_ray()


@daft.func
def shingles(text: str) -> list[str]:  # expect
    return [text[i : i + 5].lower() for i in range(len(text))]


df = daft.read_parquet("s3://corpus/*.parquet")
df = df.with_column("shingles", shingles(df["text"]))
df.write_parquet("s3://corpus/shingles")
