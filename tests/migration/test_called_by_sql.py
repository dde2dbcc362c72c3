"""Which texts are SQL that calls a UDF, and which only speak of it."""

from __future__ import annotations

from pathlib import Path

from daft_lint.documents.document import Document
from daft_lint.documents.project import ProjectFolder
from daft_lint.migration.udf_migration import migrations

_CLEAN = '''\
"""Reads texts.

We SELECT only rows that clean (trim) text.
"""
import daft


@daft.udf(return_dtype=daft.DataType.string())
def clean(texts):
    """As clean (or cleaner)."""
    return [text.strip() for text in texts.to_pylist()]


df = daft.read_parquet("x").with_column("c", clean(daft.col("t")))
'''


def _doubts(text: str, folder: Path) -> tuple[str, ...]:
    (folder / "job.py").write_text(_CLEAN)
    (folder / "other.py").write_text(text)
    document = Document(str(folder / "job.py"), _CLEAN)
    (migration,) = migrations(document, ProjectFolder(folder)).values()
    return migration.doubts


def test_docstrings_and_comments_are_no_sql(tmp_path: Path) -> None:
    text = '"""After the clean (see job)."""\nimport daft\n# clean (it)\ndaft.sql("SELECT 1")\n'
    assert not any("SQL" in doubt for doubt in _doubts(text, tmp_path))


def test_sql_calls_a_udf_beside_a_docstring(tmp_path: Path) -> None:
    text = '"""After the clean (see job)."""\nimport daft\ndaft.sql(\n"SELECT clean(t) FROM x"\n)\n'
    assert "SQL may call it, which needs `daft.attach_function(clean)`" in _doubts(text, tmp_path)
