import daft


@daft.cls(max_concurrency=8)
class Model:
    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=500)
    def run(self, ids): ...


class Stage:
    def __call__(self, frame):
        return self.forward(frame)


class Spread(Stage):
    def __init__(self, partitions):
        self.partitions = partitions

    def forward(self, frame):
        return frame.into_partitions(self.partitions)


class Embed(Stage):
    def forward(self, frame):
        return frame.with_column("v", Model().run(frame["id"]))  # finds DFT102 certain: batch_size=500 leaves the 250 rows


class Sequential(Stage):
    def __init__(self, *stages):
        self.stages = list(stages)

    def forward(self, frame):
        for stage in self.stages:
            frame = stage(frame)
        return frame
