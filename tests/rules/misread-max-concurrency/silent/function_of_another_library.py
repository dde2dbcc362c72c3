import daft
import pipeline as daft_like


@daft_like.func(max_concurrency=4)
def tag(title: str) -> str:
    return title


df = daft.from_pydict({"title": ["a"]})
