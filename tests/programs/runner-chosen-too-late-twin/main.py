import sys

import daft
from jobs import clean

daft.set_runner_native()
clean(sys.argv)
daft.set_runner_native()
daft.read_parquet("b").repartition(8).write_parquet("out")  # finds DFT206 certain: repartition
