import daft
from daft import col


@daft.cls(max_concurrency=4)
class Detector:
    def __init__(self, weights: str):
        self.weights = weights

    @daft.method.batch(return_dtype=daft.DataType.python(), batch_size=16)
    def detect(self, images):
        return [[] for _ in images]


class Pipeline:
    """Finds objects on aerial images, three nodes of a kind."""

    def __init__(self, weights: str):
        self.detector = Detector(weights)

    # daft-lint: workers=3
    def run(self, pattern: str, target: str) -> None:
        frames = self.listed(pattern)
        frames = frames.with_column("image", col("path").download().decode_image())
        frames = frames.with_column("objects", self.detector.detect(col("image")))  # expect
        frames.exclude("image").write_parquet(target)

    def listed(self, pattern: str) -> daft.DataFrame:
        return daft.from_glob_path(pattern).where(col("size") > 0)


Pipeline("yolo.pt").run("s3://aerial/*.tif", "s3://aerial/objects")
