"""`check --changed-since REV --cost`: what a change makes of a run."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

EVENT_LOG = Path(__file__).parents[1] / "event_log"


def git(folder: Path, *arguments: str) -> None:
    person = ("-c", "user.name=A", "-c", "user.email=a@example.org")
    subprocess.run(["git", *person, *arguments], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def project(tmp_path: Path, run) -> Path:
    """The job and the facts of a run of 7.5 s, committed; 2 workers at 300 an hour."""
    shutil.copytree(EVENT_LOG / "project", tmp_path, dirs_exist_ok=True)
    with (tmp_path / "pyproject.toml").open("a") as settings:
        settings.write("cost-per-worker-hour = 300\n")
    run("facts", "from-log", str(EVENT_LOG / "logs" / "ray" / "lively-wren-edf017.jsonl"))
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-q", "-m", "before")
    return tmp_path


def change(project: Path, old: str, new: str) -> None:
    job = project / "embed_job.py"
    assert old in job.read_text()
    job.write_text(job.read_text().replace(old, new))


def costs(run, *arguments: str) -> list[str]:
    done = run("--changed-since", "HEAD", "--cost", "--exit-zero", *arguments)
    assert done.returncode == 0, done.stderr
    return [line for line in done.stderr.splitlines() if "this change" in line]


_NOTHING = ["daft-lint: this change: as far as daft-lint knows, no run gets slower or faster"]
_POOL = '    df.with_column("vector"'


def test_a_change_that_leaves_actors_idle_is_dearer(project: Path, run) -> None:
    change(project, _POOL, f"    df = df.into_partitions(3)\n{_POOL}")
    change(project, "batch_size=100", "batch_size=5_000")
    (line,) = costs(run)
    assert line == (
        "daft-lint: this change: +0.56 per run: embed_job.py:35: `Embed.run`: utilisation 97% "
        "becomes 65%, makespan 6.8 s becomes 10 s"
    )


def test_the_way_back_is_cheaper(project: Path, run) -> None:
    change(project, _POOL, f"    df = df.into_partitions(3)\n{_POOL}")
    change(project, "batch_size=100", "batch_size=5_000")
    git(project, "commit", "-q", "-a", "-m", "worse")
    change(project, "    df = df.into_partitions(3)\n", "")
    change(project, "batch_size=5_000", "batch_size=100")
    (line,) = costs(run)
    assert line.startswith("daft-lint: this change: -0.56 per run: embed_job.py:34: `Embed.run`: ")


@pytest.mark.parametrize("format_", ["full", "json"])
def test_it_is_reported_beside_any_format(project: Path, run, format_: str) -> None:
    change(project, "max_concurrency=4", "max_concurrency=2")
    (line,) = costs(run, "--output-format", format_)
    assert "`Embed.run`" in line


def test_a_change_of_nothing_that_matters_costs_nothing(project: Path, run) -> None:
    change(project, "df.with_column", "df  .with_column")
    assert costs(run) == _NOTHING


def test_a_new_file_has_no_before(project: Path, run) -> None:
    shutil.copy(project / "embed_job.py", project / "other_job.py")
    assert costs(run) == _NOTHING


def test_a_number_of_another_module_counts(project: Path, run) -> None:
    (project / "sizes.py").write_text("ACTORS = 4\n")
    change(project, "max_concurrency=4", "max_concurrency=ACTORS")
    change(project, "import daft\n", "import daft\nfrom sizes import ACTORS\n")
    git(project, "add", "-A")
    git(project, "commit", "-q", "-m", "sizes")
    (project / "sizes.py").write_text("ACTORS = 2\n")
    (line,) = costs(run)
    assert "`Embed.run`: " in line
    assert "makespan" in line


def test_it_needs_something_to_compare_with(project: Path, run) -> None:
    done = run("--cost")
    assert done.returncode == 2
    assert done.stderr == ("daft-lint: --cost needs --changed-since\n")
