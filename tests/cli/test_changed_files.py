"""`daft-lint check --changed-since REV`: only files that differ, in real repositories."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from linted_programs import IDLE

from daft_lint.cli import main

Git = Callable[..., None]
Lint = Callable[..., Result]


@pytest.fixture
def git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Git:
    """Runs git in the test's own folder, out of reach of the settings of whoever runs the tests."""
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.setenv("GIT_CONFIG_SYSTEM", os.devnull)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))

    def git(*arguments: str) -> None:
        who = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgSign=false")
        subprocess.run(["git", *who, *arguments], cwd=tmp_path, check=True, capture_output=True)

    return git


@pytest.fixture
def project(tmp_path: Path, git: Git) -> Path:
    """Three files with a finding each, committed."""
    (tmp_path / "inner").mkdir()
    for name in ("a.py", "b.py", "inner/c.py"):
        (tmp_path / name).write_text(IDLE)
    git("init", "--quiet", "--initial-branch=main")
    git("add", "--all")
    git("commit", "--quiet", "--message=first")
    return tmp_path


@pytest.fixture
def lint(project: Path, monkeypatch: pytest.MonkeyPatch) -> Lint:
    """Run `daft-lint check` in the project."""
    monkeypatch.chdir(project)
    return lambda *arguments: CliRunner().invoke(
        main, ["check", "--output-format", "concise", *arguments]
    )


def _files(result: Result) -> list[str]:
    return [line.split(":")[0] for line in result.stdout.splitlines() if " DFT101 " in line]


def test_where_nothing_changed_nothing_is_checked(lint: Lint) -> None:
    result = lint("--changed-since", "HEAD")
    assert (result.exit_code, result.stdout) == (0, "No files to check.\n")


def test_all_findings_of_a_changed_file_are_reported(lint: Lint, project: Path) -> None:
    """Whatever changed in it: what is on other lines may come from it."""
    (project / "a.py").write_text(f"{IDLE}\n\nprint('done')\n")
    result = lint("--changed-since", "HEAD")
    assert (result.exit_code, _files(result)) == (1, ["a.py"])


def test_what_a_changed_file_imports_is_read_though_it_did_not_change(
    lint: Lint, project: Path, git: Git
) -> None:
    (project / "pyproject.toml").touch()
    (project / "settings.py").write_text("ACTORS = 3\n")
    (project / "a.py").write_text(
        "from settings import ACTORS\n"
        + IDLE.replace("max_concurrency=4", "max_concurrency=ACTORS")
    )
    git("add", "--all")
    git("commit", "--quiet", "--message=settings")
    with (project / "a.py").open("a") as file:
        file.write("print('done')\n")
    assert "of the 3 actors" in lint("--changed-since", "HEAD").stdout
    git("commit", "--quiet", "--all", "--message=done")
    (project / "settings.py").write_text("ACTORS = 5\n")
    assert _files(lint("--changed-since", "HEAD")) == []


def test_new_staged_renamed_and_committed_files_count(lint: Lint, project: Path, git: Git) -> None:
    (project / "untracked.py").write_text(IDLE)
    git("mv", "b.py", "renamed.py")
    (project / "inner" / "c.py").write_text(f"# staged\n{IDLE}")
    git("add", "inner")
    assert _files(lint("--changed-since", "HEAD")) == ["inner/c.py", "renamed.py", "untracked.py"]
    git("commit", "--quiet", "--message=second")
    assert _files(lint("--changed-since", "HEAD")) == ["untracked.py"]
    assert _files(lint("--changed-since", "main~1")) == [
        "inner/c.py",
        "renamed.py",
        "untracked.py",
    ]


def test_it_narrows_the_paths_that_are_named(lint: Lint, project: Path) -> None:
    for name in ("a.py", "inner/c.py"):
        (project / name).write_text(f"# new\n{IDLE}")
    assert _files(lint("--changed-since", "HEAD", "inner")) == ["inner/c.py"]
    assert _files(lint("--changed-since", "HEAD", "a.py", "b.py")) == ["a.py"]
    missing = lint("--changed-since", "HEAD", "missing.py")
    assert missing.exit_code == 2
    assert "missing.py" in missing.stdout


def test_deleted_files_are_no_problem(lint: Lint, project: Path) -> None:
    (project / "a.py").unlink()
    assert lint("--changed-since", "HEAD").exit_code == 0


def test_a_folder_below_the_top_will_do(
    lint: Lint, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("a.py", "inner/c.py"):
        (project / name).write_text(f"# new\n{IDLE}")
    monkeypatch.chdir(project / "inner")
    assert _files(lint("--changed-since", "HEAD")) == ["c.py"]
    assert len(_files(lint("--changed-since", "HEAD", ".."))) == 2


def test_only_changed_files_are_fixed(lint: Lint, project: Path) -> None:
    (project / "a.py").write_text(f"# new\n{IDLE}")
    assert lint("--changed-since", "HEAD", "--fix", "--unsafe-fixes").exit_code == 0
    assert "into_partitions" in (project / "a.py").read_text()
    assert (project / "b.py").read_text() == IDLE


@pytest.mark.parametrize("revision", ["no-such-branch", "", "--output=x", "HEAD:a.py"])
def test_an_unknown_revision_is_reported_in_one_line(
    lint: Lint, project: Path, revision: str
) -> None:
    result = lint(f"--changed-since={revision}")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == (
        f"daft-lint: git doesn't know the revision {revision!r} in {project}; `git branch --all` "
        "lists the branches that are here, fetch others first\n"
    )


def test_a_shallow_clone_is_asked_to_fetch_the_revision(
    project: Path, git: Git, monkeypatch: pytest.MonkeyPatch
) -> None:
    git("commit", "--quiet", "--allow-empty", "--message=second")
    git("clone", "--quiet", "--depth=1", project.as_uri(), "shallow")
    monkeypatch.chdir(project / "shallow")
    result = CliRunner().invoke(main, ["check", "--changed-since", "HEAD~1"])
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == (
        f"daft-lint: git doesn't know the revision 'HEAD~1' in {project / 'shallow'}; this is a "
        "shallow clone: fetch the revision first\n"
    )


def test_without_a_commit_there_is_no_revision(
    git: Git, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    git("init", "--quiet")
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(main, ["check", "--changed-since", "HEAD"])
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == (
        f"daft-lint: git doesn't know the revision 'HEAD' in {tmp_path}: nothing is committed "
        "yet, so every file is new; omit the revision\n"
    )


def test_a_range_is_reported_as_no_revision(lint: Lint, project: Path) -> None:
    result = lint("--changed-since=main...HEAD")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == (
        f"daft-lint: git doesn't know the revision 'main...HEAD' in {project}: that is a range; "
        "use git merge-base to find where two branches diverged\n"
    )


def test_outside_of_a_repository_one_line_says_so(
    git: Git, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(main, ["check", "--changed-since", "HEAD"])
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == f"daft-lint: {tmp_path} is not in a git repository\n"
