import boto3
import daft

s3 = boto3.client("s3")


@daft.cls(max_concurrency=4)
class Fetch:
    def __call__(self, key: str) -> bytes:
        return s3.get_object(Bucket="data", Key=key)["Body"].read()  # expect
