import daft


@daft.func(return_type=str)  # expect
def shout(text: str):
    return text.upper()


@daft.cls(num_gpu=1)  # expect
class Embed:
    def __call__(self, text: str) -> str:
        return text


@daft.cls(replicas=2)  # expect
class Other:
    def __call__(self, text: str) -> str:
        return text
