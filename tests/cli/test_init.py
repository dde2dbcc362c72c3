"""`daft-lint init` finds what the project knows, and asks a terminal for the rest."""

from __future__ import annotations

import os
import pty
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from daft_lint.cli.init import command

Run = Callable[..., subprocess.CompletedProcess[str]]

SAMPLES = Path(__file__).parents[1] / "settings" / "cluster_files"
JOB = """\
import argparse

import daft
from daft import col

parser = argparse.ArgumentParser()
parser.add_argument("--input")
parser.add_argument("--day")
args = parser.parse_args()


@daft.cls(max_concurrency=4)
class Embed:
    def __call__(self, text: str) -> str:
        return text


embed = Embed()
named = daft.read_parquet(f"s3://bucket/{args.day}/*.parquet")
single = daft.read_csv("s3://bucket/meta.csv")
given = daft.read_parquet(args.input)
for frame in (named, single, given):
    frame.with_column("vector", embed(col("text"))).write_parquet("out")
daft.read_json("s3://bucket/plain/*.json").write_parquet("plain")
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / ".git").mkdir()
    (tmp_path / "job.py").write_text(JOB)
    (tmp_path / "requirements.txt").write_text("daft==0.7.14\n")
    return tmp_path


def test_what_is_found_is_written_and_used(run: Run, project: Path) -> None:
    (project / "deploy").mkdir()
    shutil.copy(SAMPLES / "kuberay_cluster.yaml", project / "deploy" / "ray.yaml")
    before = "[project]\nname = 'etl'  # ours\n"
    (project / "pyproject.toml").write_text(before)
    done = run("init")
    assert done.returncode == 0, done.stderr
    assert (project / "pyproject.toml").read_text() == f"{before}\n{done.stdout}"
    assert done.stderr.splitlines() == [
        "daft-lint: wrote the first settings to pyproject.toml; fill in the commented-out "
        "settings that you know",
        "daft-lint: 1 more source could be described, with a comment on the line that reads it: # "
        "daft-lint: rows=1_000_000, partitions=12",
    ]
    assert "# It is read from `daft==0.7.14` in requirements.txt, line 1;" in done.stdout
    assert 'cluster-file = "deploy/ray.yaml"' in done.stdout
    assert '# match = "s3://bucket/*/*.parquet"\n# rows =\n# partitions =\n' in done.stdout
    assert '# match = "s3://bucket/meta.csv"\n# rows =\n' in done.stdout
    assert "plain" not in done.stdout
    shown = run("--show-settings").stdout
    assert "# workers: 12  # ray.yaml:" in shown
    assert 'daft-version = "0.7.14"  # requirements.txt:1\n' in shown


def test_settings_that_are_there_stay(run: Run, project: Path) -> None:
    assert run("init").returncode == 0
    written = (project / "pyproject.toml").read_text()
    done = run("init", "--yes")
    assert done.returncode == 2
    assert done.stderr == (
        "daft-lint: pyproject.toml:1: tool.daft-lint: already exists; edit it, or run daft-lint "
        "--show-settings to see the current settings\n"
    )
    assert (project / "pyproject.toml").read_text() == written


@pytest.mark.parametrize(
    ("content", "reported"),
    [
        (b"[project", "pyproject.toml: is not valid TOML"),
        (b"name = '\xff'", "pyproject.toml: is not UTF-8 text"),
        (b"tool = {}", "pyproject.toml: can't have a table [tool.daft-lint] at its end"),
    ],
)
def test_a_file_that_cannot_have_settings_stays(
    run: Run, project: Path, content: bytes, reported: str
) -> None:
    (project / "pyproject.toml").write_bytes(content)
    done = run("init")
    assert done.returncode == 2
    assert done.stderr.startswith(f"daft-lint: {reported}")
    assert done.stderr.count("\n") == 1
    assert (project / "pyproject.toml").read_bytes() == content


@pytest.mark.parametrize("name", ["pyproject.toml", "daft-lint.toml"])
def test_a_pipe_in_place_of_settings_is_refused(run: Run, project: Path, name: str) -> None:
    os.mkfifo(project / name)
    done = run("init", "--yes")
    assert done.returncode == 2
    assert done.stderr == f"daft-lint: {name}: can't be read: it isn't a regular file\n"


def test_another_folder_may_be_named(run: Run, project: Path) -> None:
    (project / "inner").mkdir()
    done = run("init", "inner")
    assert done.returncode == 0
    assert (project / "inner" / "pyproject.toml").read_text() == done.stdout
    assert not (project / "pyproject.toml").exists()
    gone = run("init", "gone")
    assert gone.returncode == 2
    assert gone.stderr.count("\n") == 1


def test_a_terminal_is_asked(project: Path) -> None:
    shutil.copy(SAMPLES / "kuberay_cluster.yaml", project / "ray.yaml")
    ours, theirs = pty.openpty()
    # On Ray; no, not that cluster; a slip; the rows and partitions of two sources.
    os.write(ours, b"ray\nn\n4\nmany\n16\n1e6\n12\n\n")
    with subprocess.Popen(
        [sys.executable, "-m", "daft_lint", "init"],
        cwd=project,
        stdin=theirs,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    ) as asking:
        table, questions = asking.communicate(timeout=120)
    os.close(theirs)
    os.close(ours)
    assert asking.returncode == 0, questions
    assert "Is this your cluster: ray.yaml, with workers 12, CPUs of each 16 to 30" in questions
    assert "'many' is not a number" in questions
    assert "s3://bucket/*/*.parquet (daft.read_parquet in job.py, line 19), for " in questions
    assert questions.index("How many CPUs") < questions.index("How many rows")
    assert table == (project / "pyproject.toml").read_text()
    for line in (
        "workers = 4",
        "cpus-per-worker = 16",
        'runner = "ray"',
        "# gpus-per-worker =",
        'match = "s3://bucket/*/*.parquet"',
        "rows = 1_000_000",
        "partitions = 12",
        '# match = "s3://bucket/meta.csv"',
    ):
        assert f"\n{line}\n" in table


def test_the_runner_is_asked_first(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it is native, no question about a cluster follows."""
    terminal = SimpleNamespace(stdin=SimpleNamespace(isatty=lambda: True))
    monkeypatch.setattr("daft_lint.cli.init.sys", terminal)
    monkeypatch.chdir(project)
    done = CliRunner().invoke(command, input="ray?\nnative\n1e6\n12\n\n")
    assert done.exit_code == 0, done.stderr
    assert "Which runner runs the code that chooses none, ray or native" in done.stderr
    assert "it is ray or native" in done.stderr
    assert "How many CPUs" not in done.stderr
    assert "How many rows does it have?" in done.stderr
    assert '\nrunner = "native"\n' in done.stdout
