"""A folder that nothing marks as a project isn't searched to its end, and the run says so."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from daft_lint.cli import main
from daft_lint.documents import project

JOB = "import daft\ndaft.range(9, partitions=2).repartition(2).collect()\n"
SAID = "only 3 of its Python files were searched for code that uses these files"


@pytest.fixture(autouse=True)
def many_scripts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(project, "MOST_UNMARKED", 3)
    monkeypatch.setattr("daft_lint.cli.reading.MOST_UNMARKED", 3)
    for path in ("a.py", "b/b.py", "b/c/c.py", "b/c/d/d.py"):
        Path(path).parent.mkdir(exist_ok=True)
        Path(path).write_text("x = 1\n")


def said(command: str, path: str, text: str) -> Result:
    Path(path).write_text(text)
    return CliRunner().invoke(main, [command, path])


@pytest.mark.parametrize("command", ["check", "pipelines"])
def test_only_the_nearest_files_are_searched(command: str) -> None:
    assert f"{SAID}\n" in said(command, "a.py", JOB).stderr


@pytest.mark.parametrize("mark", [".git", "pyproject.toml"])
def test_a_project_is_searched_to_its_end(mark: str) -> None:
    Path(mark).touch()
    assert SAID not in said("check", "a.py", JOB).stderr


def test_a_run_over_more_files_searches_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("daft_lint.cli.lint_run.MOST_UNMARKED", 3)
    assert SAID in said("check", "a.py", JOB).stderr
    assert SAID not in CliRunner().invoke(main, ["check", "."]).stderr


def test_a_file_that_was_not_reached_is_judged_as_any_other() -> None:
    Path("b/c/d/frames.py").write_text("import daft\ndef made(): return daft.range(9)\n")
    job = "from frames import made\nmade().repartition(2).into_partitions(4).collect()\n"
    found = said("check", "b/c/d/job.py", job)
    assert SAID in found.stderr
    assert "DFT202" in found.stdout
