import daft

ROW = {"path": "in"}
daft.read_parquet(f"{ROW["path"]}").into_partitions(8).write_parquet("out")  # expect
