import daft
import requests


@daft.func
def status(url: str) -> int:
    return requests.get(url).status_code  # expect


df = daft.read_csv("s3://b/urls.csv")
df = df.with_column("status", status(df["url"]))
df.write_parquet("out")
