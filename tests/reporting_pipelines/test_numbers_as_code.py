"""A number that nothing bounds is shown as the code for it."""

from __future__ import annotations

from daft_lint.documents.document import Document
from daft_lint.linting import cases_of
from daft_lint.reporting.pipelines.phrases import task_maker, title
from daft_lint.settings import default_settings

_HEAD = """\
import sys
import daft

@daft.cls(max_concurrency=4)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.int64())
    def run(self, x): ...

n = int(sys.argv[1])
df = daft.read_parquet("in")
"""


def _shown(step: str) -> tuple[str, str]:
    """The title of a step, and what decides on the tasks of a pool behind it."""
    text = f'{_HEAD}df = df.{step}.with_column("e", Embed().run(df["x"]))\ndf.write_parquet("o")\n'
    (case,) = cases_of(Document("job.py", text), default_settings())
    operator = case.prediction.flow.steps[0].operator
    return title(operator), task_maker(case.prediction.pools[0], "job.py")


def test_what_nobody_knows_is_shown_as_it_is_written() -> None:
    title, maker = _shown("into_partitions(2 * n)")
    assert (title, maker) == ("into_partitions(2 * n)", "into_partitions(2 * n), line 11")


def test_a_known_number_is_shown_itself() -> None:
    assert _shown("into_partitions(num=2 * 4)")[0] == "into_partitions(8)"


def test_bounds_tell_more_than_code() -> None:
    assert _shown("into_partitions(4 if n else 8)")[0] == "into_partitions(4 to 8)"


def test_code_that_takes_lines_is_left_out() -> None:
    assert _shown("into_partitions(\n    max(n,\n        2)\n)")[0].startswith("into_partitions(")
    assert "\n" not in _shown("into_partitions(\n    max(n,\n        2)\n)")[0]
