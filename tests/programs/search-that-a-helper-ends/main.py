import daft
from comparing import same
from daft import col
from graphs import neighbour


@daft.func
def nearest(node: int) -> int:  # finds DFT113 possible: runs `nearest` in one process
    return neighbour(node)


nodes = daft.read_parquet("s3://nodes/*.parquet")
for _ in range(30):
    after = nodes.with_column("node", nearest(col("node")))
    if same(nodes, after):
        break
    nodes = after
