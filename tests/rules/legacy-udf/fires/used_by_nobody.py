import daft


@daft.udf(return_dtype=daft.DataType.string())
class Upper:  # expect
    def __init__(self, language="en"):
        self.language = language

    def __call__(self, texts):
        return [text.upper() for text in texts]
