import daft

OPTIONS = {"concurrency": 2}


@daft.cls(**OPTIONS)
class Embed:
    def __call__(self, text: str) -> str:
        return text


def decorator(**options):
    return daft.func(**options)


@decorator(num_gpus=1)
def shout(text: str) -> str:
    return text.upper()
