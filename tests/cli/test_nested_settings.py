"""A folder with settings of its own chooses its files, whichever folder is named."""

import json
import pickle
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from linted_programs import IDLE

from daft_lint.cli import main
from daft_lint.cli.options import SettingsFinder

SECTION = "[tool.daft-lint]\n"
INNER = SECTION + 'exclude = ["generated.py"]\ninclude = ["*.py", "*.md"]\n'
MARKDOWN = f"# Guide\n\n```python\n{IDLE}```\n"

Found = Callable[..., set[str]]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project, with another one that is in a folder of it."""
    monkeypatch.chdir(tmp_path)
    inner = tmp_path / "inner"
    inner.mkdir()
    (tmp_path / "pyproject.toml").write_text(SECTION)
    (inner / "pyproject.toml").write_text(INNER)
    for name in ("outer.py", "generated.py", "inner/job.py", "inner/generated.py"):
        Path(name).write_text(IDLE)
    for name in ("outer.md", "inner/guide.md"):
        Path(name).write_text(MARKDOWN)
    return tmp_path


@pytest.fixture
def found() -> Found:
    def found(*arguments: str) -> set[str]:
        """The files in which something is found."""
        given = [*arguments, "--no-cache", "--output-format", "concise"]
        result = CliRunner().invoke(main, given)
        assert result.exit_code in (0, 1), result.output
        return {line.partition(":")[0] for line in result.stdout.splitlines() if " DFT" in line}

    return found


OUTSIDE = {"outer.py", "generated.py"}
INSIDE = {"inner/job.py", "inner/guide.md"}


@pytest.mark.parametrize(
    ("paths", "expected"),
    [
        (["."], OUTSIDE | INSIDE),
        (["inner"], INSIDE),
        ([".", "inner"], OUTSIDE | INSIDE),
        (["--force-exclude", "inner/generated.py", "generated.py"], {"generated.py"}),
        (["inner/generated.py"], {"inner/generated.py"}),
    ],
)
def test_the_files_are_the_same_whichever_folder_is_named(
    project: Path, found: Found, paths: list[str], expected: set[str]
) -> None:
    assert found(*paths) == expected


def test_what_the_outer_settings_leave_out_is_not_looked_into(project: Path, found: Found) -> None:
    (project / "pyproject.toml").write_text(SECTION + 'exclude = ["inner/", "job.py"]\n')
    assert found(".") == OUTSIDE
    (project / "pyproject.toml").write_text(SECTION + 'exclude = ["job.py", "/inner/guide.md"]\n')
    assert found(".") == OUTSIDE | INSIDE


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (["--exclude", "inner/job.py"], OUTSIDE | {"inner/generated.py", "inner/guide.md"}),
        (["--exclude", "/job.py"], OUTSIDE | INSIDE | {"inner/generated.py"}),
        (["--extend-exclude", "inner/job.py"], OUTSIDE | {"inner/guide.md"}),
        (["--config", "include = ['*.md']"], {"outer.md", "inner/guide.md"}),
        (["--config", "include = ['inner/*.md']"], {"inner/guide.md"}),
        (["--config", "extend-include = ['/*.md']"], OUTSIDE | INSIDE | {"outer.md"}),
        (["--isolated"], OUTSIDE | {"inner/job.py", "inner/generated.py"}),
        (["--config", "pyproject.toml"], OUTSIDE | {"inner/job.py", "inner/generated.py"}),
    ],
)
def test_options_count_in_all_folders(
    project: Path, found: Found, options: list[str], expected: set[str]
) -> None:
    assert found(".", *options) == expected


def test_wrong_patterns_are_reported_where_their_folder_is_looked_into(project: Path) -> None:
    (project / "inner" / "pyproject.toml").write_text(SECTION + "include = 3\n")
    for arguments in ([], ["--config", "include = ['*.pyw']"]):
        result = CliRunner().invoke(main, ["check", ".", "--no-cache", *arguments])
        assert result.exit_code == 2
        assert "include" in result.output
    result = CliRunner().invoke(main, ["outer.py", "--no-cache"])
    assert result.exit_code == 1


def test_pipelines_are_read_from_the_same_files(project: Path) -> None:
    result = CliRunner().invoke(main, ["pipelines", "."])
    assert "inner/guide.md" in result.stdout
    assert "inner/generated.py" not in result.stdout


def test_a_run_is_made_again_once_inner_settings_change(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DAFT_LINT_NO_CACHE", raising=False)
    (project / "outer.py").write_text("import daft\n")
    (project / "generated.py").unlink()
    (project / "inner" / "job.py").unlink()
    (project / "inner" / "guide.md").unlink()
    assert [CliRunner().invoke(main, ["."]).exit_code for _ in range(2)] == [0, 0]
    (project / "inner" / "pyproject.toml").write_text(SECTION)
    assert CliRunner().invoke(main, ["."]).exit_code == 1


@pytest.fixture
def broken(project: Path) -> Path:
    """A folder whose settings can't be used, beside two that are fine."""
    folder = project / "broken"
    folder.mkdir()
    (folder / "pyproject.toml").write_text(SECTION + "runer = 'ray'\n")
    (folder / "job.py").write_text(IDLE)
    return folder


def reported(*arguments: str) -> tuple[int, set[str], list[str]]:
    """The exit code, the files with a finding, and what is told of those not checked."""
    given = [*arguments, "--no-cache", "--output-format", "json"]
    result = CliRunner().invoke(main, given)
    document = json.loads(result.stdout)
    failures = [f"{failure['path']}: {failure['message']}" for failure in document["failures"]]
    return result.exit_code, {finding["path"] for finding in document["findings"]}, failures


WRONG = (
    "broken/pyproject.toml: line 2: tool.daft-lint.runer: unknown key; did you mean `runner`?; "
    "files that use these settings were not checked"
)


@pytest.mark.parametrize(
    ("paths", "files"),
    [
        (["."], OUTSIDE | INSIDE),
        (["broken", "inner"], INSIDE),
        (["broken/job.py", "outer.py"], {"outer.py"}),
    ],
)
def test_settings_that_cannot_be_used_stop_their_own_folder_only(
    broken: Path, paths: list[str], files: set[str]
) -> None:
    assert reported(*paths) == (2, files, [WRONG])


def test_where_nothing_else_is_asked_for_the_run_ends(broken: Path) -> None:
    result = CliRunner().invoke(main, ["broken", "--no-cache"])
    assert result.exit_code == 2
    assert result.stdout == ""


@pytest.mark.parametrize("command", ["pipelines", "plan"])
def test_other_commands_go_on_too(broken: Path, command: str) -> None:
    result = CliRunner().invoke(main, [command, "."])
    assert result.exit_code == 2
    assert "Embed" in result.stdout
    assert result.stderr.count("unknown key") == 1


def test_other_processes_can_hear_of_them(broken: Path) -> None:
    finder = SettingsFinder.of_rules((), (), isolated=False)
    assert [path for path, _ in finder.usable([broken, broken.parent])] == [broken.parent]
    assert pickle.loads(pickle.dumps(finder)).broken == finder.broken != {}
