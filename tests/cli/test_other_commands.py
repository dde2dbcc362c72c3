"""`daft-lint rule`, `pipelines`, `--version`, help and shell completion."""

import json
import re
import shlex
import subprocess
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import click
import pytest
from syrupy.assertion import SnapshotAssertion

from daft_lint import __version__
from daft_lint.cli import main
from daft_lint.cli.help_text import WHOLE
from daft_lint.registry import all_rules

COMMANDS = main.list_commands(click.Context(main))

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.mark.parametrize("option", ["--version", "-V"])
def test_the_version_is_reported(run: Run, option: str) -> None:
    assert run(option).stdout == f"daft-lint, version {__version__}\n"


@pytest.mark.parametrize("command", ["", "check", "facts"])
def test_help_is_what_it_was(run: Run, command: str, snapshot: SnapshotAssertion) -> None:
    assert run(*command.split(), "--help", COLUMNS="100").stdout == snapshot


@pytest.mark.parametrize("name", ["check", "plan", "verify"])
def test_help_fits_a_screen_and_names_every_option(name: str) -> None:
    command = import_module(f"daft_lint.cli.{name}").command
    ctx = click.Context(command, info_name=name, terminal_width=80)
    shown = command.get_help(ctx)
    assert len(shown.splitlines()) <= 48
    options = (option for option in command.params if isinstance(option, click.Option))
    names = {option.opts[-1] for option in options if not option.hidden}
    assert names <= set(re.findall(r"--[a-z-]+[a-z]", shown))


@pytest.mark.parametrize("topic", ["check", "options"])
def test_all_options_are_explained(run: Run, topic: str) -> None:
    shown = run("help", topic).stdout
    assert "--cost-per-worker-hour N" in shown
    assert ("--fix " in shown) is (topic == "check")


def test_help_knows_what_there_is_help_about(run: Run) -> None:
    assert run("help").stdout == run("--help").stdout
    assert "there is no help about chekc; choose from: check," in run("help", "chekc").stderr


@pytest.mark.parametrize("name", COMMANDS)
def test_every_example_of_help_can_be_typed(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("services/search").mkdir(parents=True)
    Path("logs").mkdir()
    command = import_module(f"daft_lint.cli.{name}").command
    assert command.examples
    for typed, _ in command.examples:
        words = shlex.split(typed)[1:]
        with command.make_context(name, words[1:] if words[0] == name else words):
            pass


def test_each_option_has_one_place_in_help() -> None:
    """Only what is of no group stands under the first heading."""
    rest: set[str] = set()
    for name in COMMANDS:
        command = import_module(f"daft_lint.cli.{name}").command
        ctx = click.Context(command, info_name=name)
        ctx.meta[WHOLE] = True
        shown = command.get_help(ctx)
        options = shown.partition("Options:\n")[2].partition("\n\n")[0]
        rest |= set(re.findall(r"--[a-z-]+", options))
    assert rest == {"--help", "--all", "--yes"}


@pytest.mark.parametrize("name", ["DFT101", "dft101", "missing-repartition"])
def test_a_rule_is_explained_by_code_or_name(run: Run, name: str) -> None:
    shown = run("rule", name).stdout
    assert shown.startswith("# DFT101 missing-repartition\n")
    assert "## Use instead" in shown


def test_all_rules_are_explained(run: Run) -> None:
    shown = run("rule", "--all").stdout
    assert all(f"# {rule.code} {rule.name}" in shown for rule in all_rules())
    described = json.loads(run("rule", "--all", "--output-format", "json").stdout)
    assert [rule["code"] for rule in described] == [rule.code for rule in all_rules()]


def test_without_a_code_rules_are_listed_a_line_each(run: Run) -> None:
    lines = run("rule").stdout.splitlines()
    assert [line.split(maxsplit=2) for line in lines] == [
        [rule.code, rule.name, rule.summary] for rule in all_rules()
    ]
    listed = json.loads(run("rule", "--output-format", "json").stdout)
    assert listed[0].keys() == {"code", "name", "summary"}


@pytest.mark.parametrize("output_format", ["text", "json"])
def test_pipelines_has_formats(run: Run, idle: Path, output_format: str) -> None:
    result = run("pipelines", "idle.py", "--output-format", output_format)
    assert result.returncode == 0
    assert "Embed" in result.stdout


@pytest.mark.parametrize("command", ["pipelines", "plan", "verify"])
def test_only_check_reads_standard_input(run: Run, command: str) -> None:
    result = run(command, "-")
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == (
        "daft-lint: - is standard input, which only `daft-lint check` reads; name a file, or "
        "write ./- for a file with that name\n"
    )


def test_the_shell_completes_commands_and_options(run: Run) -> None:
    completed = run(_DAFT_LINT_COMPLETE="bash_complete", COMP_WORDS="daft-lint pip", COMP_CWORD="1")
    assert "pipelines" in completed.stdout
