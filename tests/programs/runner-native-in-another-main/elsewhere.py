import daft

daft.set_runner_native()
daft.range(10).show()
