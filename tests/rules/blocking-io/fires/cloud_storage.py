import daft
from google.cloud import storage


@daft.cls
class Read:
    def __init__(self) -> None:
        self.client = storage.Client()

    def __call__(self, name: str) -> bytes:
        return self.client.bucket("pictures").blob(name).download_as_bytes()  # expect


df = daft.read_parquet("names.parquet")
df.with_column("data", Read()(df["name"])).write_parquet("data")
