# refused: it has no `__call__`
import daft


@daft.udf(return_dtype=daft.DataType.int64())
class Model:
    def __init__(self, model):
        self.model = model

    def predict(self, images):
        return self.model.predict(images)
