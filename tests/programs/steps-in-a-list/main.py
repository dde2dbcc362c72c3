import daft
from stages import Builder, Embed, Runner

rows = daft.from_pydict({"id": list(range(1000))})
Runner([Embed("a"), Embed("b")])(rows).write_parquet("listed")
Builder().add(Embed("c")).run(rows).write_parquet("built")
