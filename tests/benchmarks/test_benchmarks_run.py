"""The benchmarks measure what they say; how fast it is, they alone judge."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest


def test_generated_trees_have_as_many_files_as_was_asked_for(tmp_path: Path) -> None:
    from linting_speed import generate

    generate(tmp_path / "tree", 200)
    files = list((tmp_path / "tree").rglob("*.py"))
    assert len(files) == 200
    assert sum("import daft" in file.read_text(encoding="utf-8") for file in files) == 4
    for file in files:
        compile(file.read_text(encoding="utf-8"), str(file), "exec")


@pytest.mark.parametrize("shape", ["hub", "star"])
def test_the_modules_of_a_generated_project_make_pipelines(shape: str, tmp_path: Path) -> None:
    from connected_projects import write_project

    write_project(tmp_path / "project", shape, 3)
    for file in (tmp_path / "project").iterdir():
        compile(file.read_text(encoding="utf-8"), str(file), "exec")
    main = tmp_path / "project" / ("job_0.py" if shape == "star" else "main.py")
    done = subprocess.run(
        (sys.executable, "-m", "daft_lint", "pipelines", str(main)),
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert "runs Embed0" in done.stdout


def test_a_promise_is_kept_on_one_side_of_it() -> None:
    from linting_speed import Measured

    assert Measured("warm", 1.4, 1.5).kept
    assert not Measured("warm", 1.6, 1.5).kept
    assert Measured("cold", 11, 10, least=True).kept
    assert not Measured("cold", 9, 10, least=True).kept
