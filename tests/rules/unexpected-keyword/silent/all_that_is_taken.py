import daft
from daft import DataType


@daft.func(return_dtype=str, unnest=False, cpus=1, gpus=0, use_process=True, ray_options={})
def shout(text: str) -> str:
    return text.upper()


@daft.func(max_concurrency=4, max_retries=3, on_error="log")
async def ask(text: str) -> str:
    return text


@daft.cls(
    cpus=1,
    gpus=1,
    use_process=False,
    max_concurrency=2,
    max_retries=1,
    on_error="ignore",
    name_override="embed",
    ray_options={"label_selector": {}},
)
class Embed:
    @daft.method(return_dtype=str, unnest=False, max_retries=2, on_error="raise")
    def __call__(self, text):
        return text

    @daft.method.batch(return_dtype=DataType.string(), batch_size=16)
    def whole(self, texts):
        return texts


def trim(text: str) -> str:
    return text.strip()


trimmed = daft.func(fn=trim)
