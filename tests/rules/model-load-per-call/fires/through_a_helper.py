import boto3
import daft

REGION = "eu-west-1"


def client():
    return boto3.client("s3", region_name=REGION)


def read(bucket: str, key: str) -> bytes:
    return client().get_object(Bucket=bucket, Key=key)["Body"].read()


@daft.cls(max_concurrency=8)
class Read:
    def __call__(self, key: str) -> bytes:
        return read("data", key)  # expect
