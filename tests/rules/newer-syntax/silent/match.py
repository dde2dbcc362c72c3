import daft

match "in":
    case "in" as path:
        daft.read_parquet(path).write_parquet("out")
