"""Code for a Daft that lacks the new API is left as it is, whatever else a file holds."""

from __future__ import annotations

import time

from daft_lint.documents.document import Document
from daft_lint.documents.project import NoProject
from daft_lint.migration.fallbacks import is_fallback
from daft_lint.migration.udf_migration import migrations
from daft_lint.plan.span import Span

_TEXT = """\
import daft
from daft import udf

@udf(return_dtype=daft.DataType.string())
def plain(x):
    return [f"#{v}" for v in x.to_pylist()]

def marked(df):
    if not hasattr(daft, "cls"):
        @udf(return_dtype=daft.DataType.string())
        def mark(x):
            return [f"!{v}" for v in x.to_pylist()]
        return df.with_column("mark", mark(df["x"]))

    @daft.func
    def mark_now(x: str) -> str:
        return f"!{x}"
    return df.with_column("mark", mark_now(df["x"]))
"""


def test_a_definition_is_migrated_without_the_fallback_that_shares_its_import() -> None:
    (migration,) = migrations(Document("job.py", _TEXT), NoProject()).values()
    assert migration.obstacle is None
    assert migration.edits
    assert all(edit.span.line < 8 for edit in migration.edits)
    # The fallback still needs it.
    assert all(edit.span.line != 2 for edit in migration.edits)


def test_code_behind_a_branch_that_returns_is_its_other_way() -> None:
    document = Document("job.py", _TEXT)
    in_the_branch, behind, before = (Span("job.py", line, 9, line, 12) for line in (10, 15, 4))
    assert is_fallback(document, in_the_branch)
    assert is_fallback(document, behind)
    assert not is_fallback(document, before)


def test_names_that_are_bound_anew_from_each_other_many_times_are_followed_in_no_time() -> None:
    steps = "df = step(df, last)\nlast = merged(df, last)\nif last:\n    df = last\n" * 40
    text = f"import daft\n\nfunc = daft.func\ndf = last = daft.range(8)\n{steps}"
    started = time.process_time()
    assert not is_fallback(Document("job.py", text), Span("job.py", 3, 1, 3, 5))
    assert time.process_time() - started < 5
