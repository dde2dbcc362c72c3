"""`daft-lint rule`, `pipelines`, `--version`, help and shell completion."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from daft_lint import __version__
from daft_lint.registry import all_rules

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.mark.parametrize("option", ["--version", "-V"])
def test_the_version_is_told(run: Run, option: str) -> None:
    assert run(option).stdout == f"daft-lint, version {__version__}\n"


@pytest.mark.parametrize("command", ["", "check", "rule", "pipelines", "plan", "server", "init"])
def test_help_is_what_it_was(run: Run, command: str, snapshot: SnapshotAssertion) -> None:
    assert run(*command.split(), "--help", COLUMNS="100").stdout == snapshot


@pytest.mark.parametrize("name", ["DFT101", "dft101", "missing-repartition"])
def test_a_rule_is_explained_by_code_or_name(run: Run, name: str) -> None:
    shown = run("rule", name).stdout
    assert shown.startswith("# DFT101 missing-repartition\n")
    assert "## Use instead" in shown


def test_all_rules_are_explained(run: Run) -> None:
    shown = run("rule", "--all").stdout
    assert all(f"# {rule.code} {rule.name}" in shown for rule in all_rules())
    described = json.loads(run("rule", "--all", "--output-format", "json").stdout)
    assert [one["code"] for one in described] == [rule.code for rule in all_rules()]


def test_without_a_code_rules_are_listed_a_line_each(run: Run) -> None:
    lines = run("rule").stdout.splitlines()
    assert [line.split(maxsplit=2) for line in lines] == [
        [rule.code, rule.name, rule.summary] for rule in all_rules()
    ]
    listed = json.loads(run("rule", "--output-format", "json").stdout)
    assert listed[0].keys() == {"code", "name", "summary"}


def test_one_rule_as_json_is_one_object(run: Run) -> None:
    assert json.loads(run("rule", "DFT101", "--output-format", "json").stdout)["code"] == "DFT101"


def test_pipelines_shows_what_was_read(run: Run, idle: Path) -> None:
    shown = run("pipelines", "idle.py").stdout
    assert "daft.from_glob_path" in shown
    assert "Embed" in shown


@pytest.mark.parametrize("output_format", ["text", "json", "mermaid"])
def test_pipelines_has_formats(run: Run, idle: Path, output_format: str) -> None:
    result = run("pipelines", "idle.py", "--output-format", output_format)
    assert result.returncode == 0
    assert "Embed" in result.stdout


@pytest.mark.parametrize("command", ["pipelines", "plan", "verify"])
def test_only_check_reads_standard_input(run: Run, command: str) -> None:
    result = run(command, "-")
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == (
        "daft-lint: - is standard input, which only `daft-lint check` reads; name a file, "
        "or ./- for one that is called so\n"
    )


def test_a_broken_file_is_told_by_pipelines_too(run: Run, idle: Path, tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text("import daft\ndf = (\n")
    result = run("pipelines", ".")
    assert result.returncode == 2
    assert "Embed" in result.stdout
    assert result.stderr == "daft-lint: broken.py:2:6: '(' was never closed\n"


def test_the_shell_completes_commands_and_options(run: Run) -> None:
    completed = run(_DAFT_LINT_COMPLETE="bash_complete", COMP_WORDS="daft-lint pip", COMP_CWORD="1")
    assert "pipelines" in completed.stdout
