import daft

ROW = {"path": "in"}
daft.read_parquet(f"{ROW['path']}").write_parquet("out")
