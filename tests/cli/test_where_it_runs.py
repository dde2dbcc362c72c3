"""The current folder changes how paths are shown, and nothing else that is found."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from daft_lint.cli import main

_CONFIG = "ACTORS = 4\n"
_MODEL = """\
import daft
from app.config import ACTORS


@daft.cls(max_concurrency=ACTORS)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=64)
    def __call__(self, text): ...
"""
_MAIN = """\
import daft
from app.model import Embed
daft.set_runner_ray()
df = daft.from_glob_path("s3://bucket/*.txt")
df = df.with_column("embedding", Embed()(df["path"]))
df.write_parquet("s3://bucket/embeddings")
"""
_FOLDERS = ["job", "job/src", "job/src/app", ".", "elsewhere"]


@pytest.fixture
def job(tmp_path: Path) -> Path:
    """A program of three files, whose pool is larger than its partitions."""
    job = tmp_path / "job"
    app = job / "src" / "app"
    app.mkdir(parents=True)
    (tmp_path / "elsewhere").mkdir()
    (app / "__init__.py").touch()
    (app / "config.py").write_text(_CONFIG)
    (app / "model.py").write_text(_MODEL)
    (job / "main.py").write_text(_MAIN)
    return job


@pytest.mark.parametrize("mark", [".git", "setup.py", None])
@pytest.mark.parametrize("folder", _FOLDERS)
def test_it_is_the_same_from_any_folder(
    job: Path, monkeypatch: pytest.MonkeyPatch, folder: str, mark: str | None
) -> None:
    if mark is not None:
        (job / mark).touch()
    expected = _found(job, job, monkeypatch)
    assert [finding["code"] for finding in expected] == ["DFT101"]
    assert expected[0]["related"]
    assert _found(job, job.parent / folder, monkeypatch) == expected


def test_a_folder_of_a_repository_is_checked_as_a_part_of_it(
    job: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (job / ".git").touch()
    (job / "jobs").mkdir()
    (job / "main.py").rename(job / "jobs" / "main.py")
    expected = _found(job / "jobs", job, monkeypatch)
    assert [finding["code"] for finding in expected] == ["DFT101"]
    assert _found(job / "jobs", job / "jobs", monkeypatch) == expected


def _found(path: Path, current: Path, monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What is found below a path by a run in some folder, with absolute paths."""
    monkeypatch.chdir(current)
    arguments = ["check", "--no-cache", "--output-format", "json", os.path.relpath(path)]
    result = CliRunner().invoke(main, arguments)
    return _absolute(json.loads(result.stdout)["findings"])


def _absolute(found: Any) -> Any:
    if isinstance(found, list):
        return [_absolute(value) for value in found]
    if isinstance(found, dict):
        return {
            name: os.path.realpath(value) if name == "path" else _absolute(value)
            for name, value in found.items()
        }
    return found
