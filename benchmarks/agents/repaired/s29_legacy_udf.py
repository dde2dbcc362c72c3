"""The legacy class with_concurrency, on one file."""

import daft
from daft import col


@daft.cls(max_concurrency=4)
class Redact:
    def __init__(self):
        from presidio_anonymizer import AnonymizerEngine

        self.engine = AnonymizerEngine()

    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=300)
    def __call__(self, texts: daft.Series):
        return [self.engine.anonymize(text, []).text for text in texts.to_pylist()]


# daft-lint: rows=1_200, partitions=1
mails = daft.read_parquet("s3://mails/inbox.parquet")
mails = mails.into_partitions(2).with_column("redacted", Redact()(col("body")))
mails.write_parquet("s3://mails/redacted")
