"""What documentation and tests look like: a handful of rows in the program itself."""

import daft
from daft import col

daft.set_runner_ray()


@daft.cls(max_concurrency=4)
class Sentiment:
    def __call__(self, text: str) -> str:
        return "good" if "love" in text else "bad"


df = daft.from_pydict({"text": ["I love it", "I hate it", "meh", "great", "love"]})
df = df.with_column("sentiment", Sentiment()(col("text")))
assert df.to_pydict()["sentiment"][0] == "good"
