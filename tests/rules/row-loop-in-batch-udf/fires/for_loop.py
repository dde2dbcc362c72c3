import daft
from daft import DataType


@daft.cls
class Label:
    def __init__(self) -> None:
        self.names = ["a", "b"]

    @daft.method.batch(return_dtype=DataType.string(), batch_size=1024)
    def __call__(self, classes, scores):
        labels = []
        for index, label in enumerate(classes.to_pylist()):
            if scores.to_pylist()[index] > 0.5:  # expect
                labels.append(self.names[label])
            else:
                labels.append(None)
        return labels
