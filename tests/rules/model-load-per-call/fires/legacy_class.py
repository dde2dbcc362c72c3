# also DFT301
import daft
import torch
from daft import DataType


@daft.udf(return_dtype=DataType.int64(), batch_size=16)
class Classify:
    def __init__(self) -> None:
        self.path = "model.pt"

    def __call__(self, images):
        model = torch.load(self.path)  # expect
        return [model(image) for image in images.to_pylist()]
