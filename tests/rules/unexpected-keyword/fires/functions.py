import daft
from daft import DataType

GPUS = 1


@daft.func(concurrency=4)  # expect
def shout(text: str) -> str:
    return text.upper()


@daft.func(return_dtype=str, num_gpus=GPUS)  # expect
def whisper(text):
    return text.lower()


@daft.func.batch(
    return_dtype=DataType.string(),
    num_cpus=2,  # expect
    memory_bytes=1 << 30,  # expect
    concurrency=4,  # expect
)
def trim(texts):
    return [text.strip() for text in texts.to_pylist()]


@daft.func(concurrency=4)  # expect
async def ask(text: str) -> str:
    return text
