# daft-lint: workers=4
import daft
from daft import col


@daft.cls(max_concurrency=8)
class Redact:
    def __init__(self):
        import spacy

        self.nlp = spacy.load("en_core_web_sm")

    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=50)
    def __call__(self, letters):
        return [self.nlp(letter).text for letter in letters.to_pylist()]


letters = daft.read_json("s3://letters/*.json")  # daft-lint: rows=4_000, partitions=40
letters = letters.into_batches(5_000)  # expect
letters = letters.with_column("redacted", Redact()(col("body")))
letters.write_parquet("s3://letters/redacted")
