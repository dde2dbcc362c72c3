import daft
from ultralytics import YOLO


@daft.cls(gpus=1)
class Detect:
    def __init__(self) -> None:
        self.model = YOLO("yolo11n.pt")

    @daft.method
    def boxes(self, path: str) -> int:
        return len(self.model(path))  # expect
