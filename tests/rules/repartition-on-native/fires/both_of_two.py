import daft

daft.set_runner_native()

orders = daft.read_parquet("orders/")
orders = orders.repartition(64)  # expect
orders = orders.into_partitions(8)  # expect
orders.write_parquet("out")
