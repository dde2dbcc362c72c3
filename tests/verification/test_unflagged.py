"""Which work is run beside that which linting flags."""

from __future__ import annotations

from daft_lint.documents.document import Document
from daft_lint.documents.project import NO_PROJECT
from daft_lint.linting import lint, read_for_work
from daft_lint.settings import default_settings
from daft_lint.verification.unflagged import unflagged

TWO = """\
import daft
from daft import col


@daft.cls(max_concurrency=4)
class Clean:
    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=10)
    def __call__(self, text): ...


@daft.cls(max_concurrency=4)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=1_000)
    def __call__(self, text): ...


# daft-lint: workers=2, cpus-per-worker=8
# daft-lint: rows=2_000, partitions=2
df = daft.read_parquet("s3://bucket/*.parquet")
df = df.with_column("clean", Clean()(col("text")))
df = df.with_column("vector", Embed()(col("clean")))
df.write_parquet("s3://bucket/vectors")
"""


def others(path: str) -> list[str]:
    document = Document(path, TWO)
    settings = default_settings(None)
    findings = lint(document, settings).findings

    cases = read_for_work(document, settings, NO_PROJECT).cases
    return [finding.message for finding in unflagged(cases, findings)]


def test_work_with_a_finding_is_left_to_it() -> None:
    assert others("job.py") == ["Clean"]


def test_what_a_test_does_is_left_out() -> None:
    assert others("test_job.py") == []
