"""`daft-lint verify` from end to end: a project in git, a finding, its fix, and nothing left."""

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

PIPELINE = """\
# daft-lint: workers=1
import daft
from daft import col


@daft.cls(max_concurrency=4)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=1_000)
    def run(self, path):
        raise RuntimeError("a replay runs none of the user's code")


daft.set_runner_ray()
df = daft.from_pydict({"path": [str(i) for i in range(2_000)]})
df = df.with_column("out", Embed().run(col("path")))
df.collect()
"""


@dataclass(frozen=True)
class Outcome:
    """What a run of verify with every output came to."""

    folder: Path
    exit_code: int
    document: dict
    errors: str


def in_folder(folder: Path, *command: object) -> subprocess.CompletedProcess:
    return subprocess.run(
        [str(part) for part in command],
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=300,
    )


def verify(folder: Path, *arguments: str) -> subprocess.CompletedProcess:
    options = ("--workers", "1", "--address", "local", *arguments)
    return in_folder(folder, sys.executable, "-m", "daft_lint", "verify", *options)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("project")
    (folder / "embed.py").write_text(PIPELINE, encoding="utf-8")
    identity = ("-c", "user.name=somebody", "-c", "user.email=somebody@example.org")
    in_folder(folder, "git", "init", "--quiet")
    in_folder(folder, "git", "add", "embed.py")
    in_folder(folder, "git", *identity, "commit", "--quiet", "--message", "a pipeline")
    return folder


@pytest.fixture(scope="module")
def outcome(project: Path) -> Outcome:
    outputs = ("--output-format", "json", "--report", "report.html")
    (project / "embed.py").write_text(PIPELINE.replace("1_000", "999"), encoding="utf-8")
    done = verify(project, "--fix", "--changed-since", "HEAD", *outputs, "embed.py")
    return Outcome(project, done.returncode, json.loads(done.stdout), done.stderr)


def test_what_is_confirmed_exits_with_1(outcome: Outcome) -> None:
    (finding,) = outcome.document["findings"]
    assert finding["code"] == "DFT102"
    assert finding["verification"]["verdict"] == "confirmed", outcome.errors
    assert outcome.exit_code == 1


def test_a_confirmed_fix_is_applied_and_nothing_is_found_any_more(outcome: Outcome) -> None:
    assert "daft-lint: embed.py: 1 fix applied" in outcome.errors
    again = in_folder(outcome.folder, sys.executable, "-m", "daft_lint", "--workers", "1", ".")
    assert again.returncode == 0, again.stdout


def test_the_report_names_the_finding(outcome: Outcome) -> None:
    assert "DFT102" in (outcome.folder / "report.html").read_text(encoding="utf-8")


def test_where_nothing_changed_nothing_runs(project: Path) -> None:
    in_folder(project, "git", "checkout", "--quiet", "embed.py")
    done = verify(project, "--changed-since", "HEAD", "embed.py")
    assert (done.returncode, "confirmed" in done.stdout) == (0, False), done.stdout


def test_a_revision_that_does_not_exist_is_reported_in_a_line(project: Path) -> None:
    done = verify(project, "--changed-since", "no-such-revision", "embed.py")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "no-such-revision" in done.stderr
