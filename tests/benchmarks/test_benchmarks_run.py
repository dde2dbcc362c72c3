"""The benchmarks measure what they say; how fast it is, they alone judge."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


def _run(script: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(BENCHMARKS / script), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_a_tree_without_daft_is_linted_whole_and_without_libcst() -> None:
    done = _run("no_daft.py", "--files", "300", "--runs", "1", "--limit", "1000")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "300 files" in done.stdout


def test_a_ratio_over_the_limit_fails() -> None:
    done = _run("no_daft.py", "--files", "1", "--runs", "1", "--limit", "0")
    assert done.returncode == 1, done.stdout + done.stderr


def test_a_tool_has_a_time_or_a_problem_and_never_both(tmp_path: Path) -> None:
    (tmp_path / "plain.py").write_text("print('hello')\n", encoding="utf-8")
    done = _run("side_by_side.py", "--tree", str(tmp_path), "--runs", "1", "--json")
    assert done.returncode == 0, done.stderr
    compared = json.loads(done.stdout)
    assert compared["files"] == 1
    assert [tool["tool"] for tool in compared["tools"]] == [
        "daft-lint",
        "ruff",
        "fixit",
        "torchfix",
    ]
    for tool in compared["tools"]:
        assert (tool["wall"] is None) != (tool["problem"] is None)


def test_a_tree_that_is_not_there_is_no_result(tmp_path: Path) -> None:
    done = _run("side_by_side.py", "--tree", str(tmp_path / "nowhere"))
    assert done.returncode == 2
    assert "no such folder" in done.stdout


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
