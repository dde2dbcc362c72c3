import daft
from daft import DataType, Series


def send(text: str) -> int:
    return len(text)


@daft.func.batch(return_dtype=DataType.int64(), max_retries=3)  # expect
def sent(texts: Series) -> list[int]:
    answers = []
    for text in texts.to_pylist():
        answers.append(send(text))
    return answers
