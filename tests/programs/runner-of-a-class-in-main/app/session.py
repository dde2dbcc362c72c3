import daft


class Session:
    def __init__(self, address=None):
        daft.set_runner_ray(address)

    def write(self, frame):
        frame.write_parquet("out")
