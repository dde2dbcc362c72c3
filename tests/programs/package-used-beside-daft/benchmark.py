import daft

import table
from sizes import cut


def ours():
    return table.read("rows").repartition(8).into_batches(16)


cut(daft.range(1000)).write_parquet("cut")
cut(ours()).write_parquet("theirs")
