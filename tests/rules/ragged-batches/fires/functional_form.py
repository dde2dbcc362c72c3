# daft-lint: workers=1
import daft
from daft import col


class Compress:
    @daft.method.batch(return_dtype=daft.DataType.binary(), batch_size=90)
    def __call__(self, blobs):
        return blobs.to_pylist()


Compressor = daft.cls(Compress, max_concurrency=4)
compress = Compressor()
blobs = daft.from_pylist([{"blob": bytes(n % 256)} for n in range(450)])
blobs = blobs.select(compress(col("blob")).alias("small"))  # expect
blobs.write_parquet("small")
