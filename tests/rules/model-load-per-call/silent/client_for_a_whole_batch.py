import boto3
import daft
from daft import DataType


@daft.cls(max_concurrency=4)
class Sizes:
    @daft.method.batch(return_dtype=DataType.int64(), batch_size=500)
    def __call__(self, keys):
        s3 = boto3.client("s3")
        return [s3.head_object(Bucket="b", Key=key)["ContentLength"] for key in keys.to_pylist()]
