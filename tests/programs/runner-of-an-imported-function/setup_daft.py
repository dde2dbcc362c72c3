import daft


def on_ray():
    daft.set_runner_ray()
