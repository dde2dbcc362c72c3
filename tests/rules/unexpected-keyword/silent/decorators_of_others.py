import daft as engine
from acme import cls, daft, func


def udf(function=None, *, gpus=0, max_concurrency=1):
    return engine.udf(return_dtype=str, num_gpus=gpus, concurrency=max_concurrency)


@udf(gpus=1, max_concurrency=2)
class Legacy:
    def __call__(self, texts):
        return texts


@func(num_gpus=1)
def shout(text: str) -> str:
    return text.upper()


@cls(concurrency=2)
class Embed:
    def __call__(self, text: str) -> str:
        return text


@daft.func(concurrency=4)
def whisper(text: str) -> str:
    return text.lower()
