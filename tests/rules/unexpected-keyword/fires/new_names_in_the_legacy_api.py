# also DFT301
from daft import DataType, udf


@udf(
    return_dtype=DataType.string(),
    gpus=1,  # expect
    max_concurrency=2,  # expect
    on_error="log",  # expect
)
class Embed:
    def __call__(self, texts):
        return texts


def shout(texts):
    return [text.upper() for text in texts.to_pylist()]


loud = udf(return_dtype=DataType.string(), cpus=1)(shout)  # expect
