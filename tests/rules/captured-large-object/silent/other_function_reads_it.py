import boto3
import daft

s3 = boto3.client("s3")


def keys() -> list[str]:
    return [one["Key"] for one in s3.list_objects_v2(Bucket="data")["Contents"]]


@daft.func
def suffix(key: str) -> str:
    return key.rpartition(".")[2]


df = daft.from_pydict({"key": keys()}).with_column("suffix", suffix(daft.col("key")))
df.show()
