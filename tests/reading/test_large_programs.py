"""Of a program that imports a great deal, only so much is read."""

from __future__ import annotations

from pathlib import Path

import pytest

from daft_lint.documents.document import read_document
from daft_lint.documents.project import ProjectFolder
from daft_lint.linting import lint
from daft_lint.settings import default_settings

# 200,000 characters that are read in no time.
FILLER = ("# " + "-" * 97 + "\n") * 2_000
JOB = """\
import daft
from daft import col
{imports}

@daft.cls(max_concurrency=8)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=64)
    def __call__(self, text): ...

df = daft.from_glob_path("s3://bucket/*").into_partitions({partitions})  # daft-lint: workers=4
df.with_column("a", Embed()(col("path"))).write_parquet("out")
"""
MODULES = 16


@pytest.mark.parametrize(("number", "known"), [(0, True), (MODULES - 1, False)])
def test_a_number_behind_too_much_text_is_unknown(
    number: int, known: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for one in range(MODULES):
        Path(f"m{one}.py").write_text(f"{FILLER}N = 2\n")
    sums = "\n".join(
        f"from m{one} import N as n{one}\nx{one} = n{one} + 1" for one in range(MODULES)
    )
    Path("job.py").write_text(JOB.format(imports=sums, partitions=f"n{number}"))
    found = lint(read_document(Path("job.py"), "job.py"), default_settings(), ProjectFolder(Path()))
    assert bool(found.findings) == known
