import sys

import daft

if "--peek" in sys.argv:
    daft.read_parquet("s3://b/*.parquet").show()
daft.set_runner_native()
daft.read_parquet("s3://b/*.parquet").repartition(8).write_parquet("out")
