"""What is read of projects with many files."""

from __future__ import annotations

from pathlib import Path

import pytest

from daft_lint.documents.document import read_document
from daft_lint.documents.project import ProjectFolder
from daft_lint.linting import lint
from daft_lint.pipelines.reading import read_around
from daft_lint.settings import default_settings


def test_a_caller_is_found_among_many_without_daft(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("step.py").write_text("def cut(df):\n    return df.into_batches(9).into_batches(9)\n")
    for number in range(150):
        Path(f"caller{number}.py").write_text(f"import step\n\nstep.cut({number})\n")
    Path("main.py").write_text("import daft, step\n\nstep.cut(daft.range(100)).collect()\n")
    project = ProjectFolder(Path())
    found = lint(read_document(Path("step.py"), "step.py"), default_settings(), project)
    assert [finding.code for finding in found.findings] == ["DFT201"]


@pytest.mark.parametrize(("line", "complete"), [("x = 1", True), ("import daft", False)])
def test_only_modules_that_may_have_frames_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str, complete: bool
) -> None:
    monkeypatch.chdir(tmp_path)
    for number in range(120):
        Path(f"part{number}.py").write_text(f"{line}\n")
    imports = "".join(f"import part{number}\n" for number in range(120))
    Path("main.py").write_text(f"import daft\n{imports}daft.range(100).into_batches(9).collect()\n")
    found = lint(
        read_document(Path("main.py"), "main.py"), default_settings(), ProjectFolder(Path())
    )
    assert (found.bound is None) is complete


def test_built_in_work_of_a_step_that_objects_pass_is_judged_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("step.py").write_text(
        "import daft\nfrom daft import col\nfrom daft.functions import decode_image\n\n\n"
        "class Decode:\n    def __call__(self, df: daft.DataFrame) -> daft.DataFrame:\n"
        "        return df.with_column('image', decode_image(col('image')))\n"
    )
    Path("main.py").write_text(
        "import daft\nfrom step import Decode\n\nDecode()(daft.range(9)).collect()\n"
    )
    read = read_around(read_document(Path("step.py"), "step.py"), ProjectFolder(Path()))
    (pipeline,) = [each for program in read.programs for each in program.pipelines]
    assert pipeline.plan.source.name == "daft.range"
