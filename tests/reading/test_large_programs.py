"""Of a program that imports a great deal, only so much is read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from daft_lint.documents.document import read_document
from daft_lint.documents.project import ProjectFolder
from daft_lint.linting import lint
from daft_lint.reading import roots
from daft_lint.reading.reader import Reading
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
    for index in range(MODULES):
        Path(f"m{index}.py").write_text(f"{FILLER}N = 2\n")
    sums = "\n".join(
        f"from m{index} import N as n{index}\nx{index} = n{index} + 1" for index in range(MODULES)
    )
    Path("job.py").write_text(JOB.format(imports=sums, partitions=f"n{number}"))
    found = lint(read_document(Path("job.py"), "job.py"), default_settings(), ProjectFolder(Path()))
    assert bool(found.findings) == known


STEP = """\
import daft

@daft.cls(max_concurrency=8)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=64)
    def __call__(self, text): ...

def embedded(df, partitions):
    parts = df.into_partitions(partitions)
    return parts.with_column("a", Embed()(parts["path"]))  # daft-lint: workers=4
"""
CALLER = """\
import daft
from step import embedded

embedded(daft.from_glob_path("s3://bucket/*"), {partitions}).write_parquet("out")
"""


@pytest.mark.parametrize(("most", "known"), [(6_000_000, True), (1_000, False)])
def test_only_the_nearest_of_many_callers_are_read(
    most: int, known: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each caller is read with what it imports, here some 600 characters."""
    monkeypatch.setattr(roots, "_MOST_CHARACTERS", most)
    monkeypatch.chdir(tmp_path)
    Path("step.py").write_text(STEP)
    for name, partitions in (("a", 8), ("b", 8), ("c", 8), ("d", 2)):
        Path(f"{name}.py").write_text(CALLER.format(partitions=partitions))
    found = lint(
        read_document(Path("step.py"), "step.py"), default_settings(), ProjectFolder(Path())
    )
    assert any("2 tasks for 4 workers" in finding.message for finding in found.findings) == known


def test_files_without_daft_are_no_programs_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many share a helper with a program that uses Daft: its callers are found."""
    monkeypatch.chdir(tmp_path)
    Path("step.py").write_text("def cut(df):\n    return df.into_batches(9).into_batches(9)\n")
    for number in range(150):
        Path(f"caller{number}.py").write_text(f"import step\n\nstep.cut({number})\n")
    Path("main.py").write_text("import daft, step\n\nstep.cut(daft.range(100)).collect()\n")
    read, paths = roots.read, []

    def remembering(text: str, path: str, *rest: Any, **options: Any) -> Reading:
        paths.append(path)
        return read(text, path, *rest, **options)

    monkeypatch.setattr(roots, "read", remembering)
    project = ProjectFolder(Path())
    found = lint(read_document(Path("step.py"), "step.py"), default_settings(), project)
    assert [finding.code for finding in found.findings] == ["DFT201"]
    assert set(paths) == {"main.py"}
