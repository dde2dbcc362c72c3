import daft


def shout(text: str) -> str:
    return text.upper()


class Embed:
    def __call__(self, text: str) -> str:
        return text


loud = daft.func(shout, num_cpus=1)  # expect
louder = daft.func(num_cpus=1)(shout)  # expect
Embedder = daft.cls(Embed, gpus=1, num_gpus=1)  # expect
