import sys

import daft
from stages import Builder, Embed, Runner, Split
from unseen import filled

rows = daft.from_pydict({"id": list(range(1000))})
steps = [Split(1), Embed("a", "b")]
filled(steps)
Runner(steps)(rows).write_parquet("listed")
builder = Builder()
for name in sys.argv:
    builder.add(Embed(name))
builder.run(rows).write_parquet("built")
Runner([Split(1), *filled()])(rows).write_parquet("starred")
