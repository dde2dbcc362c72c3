"""A constant of another module that the program sets, in whatever way, is no constant."""

from __future__ import annotations

from pathlib import Path

import pytest

from daft_lint.documents.document import read_document
from daft_lint.documents.project import ProjectFolder
from daft_lint.linting import lint
from daft_lint.settings import default_settings

JOB = """\
import daft
import settings
from daft import DataType, col

{code}
daft.set_runner_ray()


@daft.cls(max_concurrency=8)
class Embed:
    @daft.method.batch(return_dtype=DataType.int64(), batch_size=settings.SIZE)
    def __call__(self, x):
        return x


df = daft.range(8_000, partitions=4)  # daft-lint: workers=4
df.with_column("y", Embed()(col("id"))).write_parquet("out")
"""


def found(folder: Path, code: str) -> list[str]:
    (folder / "settings.py").write_text("SIZE = 2_000\n")
    job = folder / "job.py"
    job.write_text(JOB.format(code=code))
    document = read_document(job, str(job))
    return [
        finding.code
        for finding in lint(document, default_settings(), ProjectFolder(folder)).findings
    ]


def test_a_constant_that_nobody_sets_is_known(tmp_path: Path) -> None:
    for code in ("", "print(settings.SIZE)", "N = [settings.SIZE]", "# settings.SIZE = 10"):
        assert found(tmp_path, code) == ["DFT102"]


STATEMENTS = (
    "settings.SIZE = 10",
    "settings.SIZE >>= 8",
    "[settings.SIZE, y] = 10, 1",
    "for settings.SIZE in [10]: pass",
    "with sizes() as settings.SIZE: pass",
    "setattr(settings, 'SIZE', 10)",
    "vars(settings)['SIZE'] = 10",
)
each_statement = pytest.mark.parametrize("statement", STATEMENTS)


@each_statement
@pytest.mark.parametrize("where", ["{}", "def shrink():\n    {}\n\n\nshrink()"])
def test_one_that_the_program_sets_is_not(tmp_path: Path, statement: str, where: str) -> None:
    assert not found(tmp_path, where.format(statement))


@each_statement
def test_nor_is_one_that_another_module_sets(tmp_path: Path, statement: str) -> None:
    (tmp_path / "tuning.py").write_text(f"import settings\n\n{statement}\n")
    assert not found(tmp_path, "import tuning")
