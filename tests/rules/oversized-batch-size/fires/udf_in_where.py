# daft-lint: workers=1
import daft
from daft import col


@daft.cls(max_concurrency=6)
class IsEnglish:
    def __init__(self):
        import fasttext

        self.model = fasttext.load_model("lid.176.bin")

    @daft.method.batch(return_dtype=daft.DataType.bool(), batch_size=5_000)
    def __call__(self, texts):
        return [label == "en" for label in self.model.predict(texts.to_pylist())]


is_english = IsEnglish()
docs = daft.from_pylist([{"text": f"document {n}"} for n in range(10_000)])
docs = docs.where(is_english(col("text")))  # expect
docs.write_json("english")
