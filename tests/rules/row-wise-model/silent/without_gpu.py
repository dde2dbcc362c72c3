import daft
from ultralytics import YOLO


@daft.cls(max_concurrency=4)
class Detect:
    def __init__(self) -> None:
        self.model = YOLO("yolo11n.pt")

    def __call__(self, path: str) -> int:
        return len(self.model(path))
