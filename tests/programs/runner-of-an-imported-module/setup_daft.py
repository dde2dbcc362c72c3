import daft

daft.set_runner_ray(address="ray://head:10001")
