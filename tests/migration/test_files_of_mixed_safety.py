"""Definitions of one file of which only some can be rewritten safely."""

from __future__ import annotations

from daft_lint.documents.document import Document
from daft_lint.documents.project import Project
from daft_lint.findings import Safety
from daft_lint.fixing.edit_application import fixed
from daft_lint.migration.udf_migration import Migration, migrations

_MIXED = """\
import daft
from daft import DataType, udf


@udf(return_dtype=DataType.binary())
def safe(files):
    return [read(file) for file in files.to_pylist()]


class Mapping:
    def __init__(self, frame, column):
        self.frame = frame
        self.column = column

    def map(self, f):
        @udf(return_dtype=DataType.binary())
        def unsafe(series):
            return [f(one) for one in series.to_pylist()]

        return self.frame.select(unsafe(self.column))


df = daft.from_glob_path("x").with_column("b", safe(daft.col("path")))
"""


def _of(text: str) -> list[Migration]:
    return list(migrations(Document("job.py", text), Project()).values())


def test_definitions_that_share_an_import_are_rewritten_together() -> None:
    first, second = _of(_MIXED)
    assert first.edits == second.edits
    assert {first.safety, second.safety} == {Safety.UNSAFE}
    assert "udf" not in fixed(Document("job.py", _MIXED), [first.edits]).text
