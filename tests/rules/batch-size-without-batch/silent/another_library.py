import daft
from toolkit import func


@func(batch_size=64)
def shout(text: str) -> str:
    return text.upper()


df = daft.from_pydict({"text": ["a"]})
