import daft

daft.set_runner_native()
