import boto3
import daft


@daft.cls
class Fetch:
    def __init__(self, bucket: str) -> None:
        self.bucket = bucket
        self.s3 = boto3.client("s3")

    def __call__(self, key: str) -> bytes:
        return self.s3.get_object(Bucket=self.bucket, Key=key)["Body"].read()  # expect


keys = daft.read_csv("s3://b/keys.csv")
keys.select(Fetch("b")(keys["key"])).write_parquet("out")
