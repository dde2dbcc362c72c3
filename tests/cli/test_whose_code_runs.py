"""Which commands import the rules of a project: those that docs/security.md says do."""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from linted_programs import IDLE

from daft_lint.cli import _COMMANDS, main
from daft_lint.cli.facts import command as facts

PAGE = Path(__file__).parents[2] / "docs/security.md"
LOGS = str(PAGE.parents[1] / "tests/event_log/logs/ray")
NEEDS_MORE = {"live", "mcp", "server", "facts from-live"}
"""They run a program, or until somebody ends them: tests of their own try these."""

ARGUMENTS = {
    "rule": ("--all",),
    "init": ("--yes",),
    "review": (LOGS,),
    "facts from-log": (LOGS,),
}


def _named() -> set[str]:
    names = {name for name in _COMMANDS if name != "facts"}
    return names | {f"facts {name}" for name in facts.commands}


def _table() -> dict[str, str]:
    """What the page says of each command."""
    said: dict[str, str] = {}
    section = PAGE.read_text().split("## What runs")[1].split("\n## ")[0]
    for row in re.findall(r"^\| (.*?) \| (.*) \|$", section, re.MULTILINE):
        for name in re.findall(r"`([a-z][a-z -]*)`", row[0]):
            said.setdefault(name, row[1])
    return said


def test_the_page_names_every_command() -> None:
    assert _named() <= set(_table())


@pytest.mark.parametrize("name", sorted(_named() - NEEDS_MORE))
def test_a_command_imports_the_rules_of_a_project_where_the_page_says_so(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DAFT_LINT_NO_EXTEND_RULES", raising=False)
    ran = tmp_path / "ran"
    module = f"own_rules_{abs(hash(name))}"
    (tmp_path / f"{module}.py").write_text(f"open({str(ran)!r}, 'w').close()\n")
    (tmp_path / "daft-lint.toml").write_text(f'extend-rules = ["{module}"]\n')
    (tmp_path / "job.py").write_text("import daft\n" if name == "verify" else IDLE)
    if name != "verify":
        # That would run what is found in the code.
        shutil.copytree(PAGE.parents[1] / "tests/event_log/project", tmp_path / "code")
        (tmp_path / "code/pyproject.toml").unlink()
    arguments = [*name.split(), *ARGUMENTS.get(name, ())]
    said = _table()[name]

    CliRunner().invoke(main, arguments)
    assert ran.exists() is not said.startswith("none:")
    ran.unlink(missing_ok=True)
    sys.modules.pop(module, None)
    if not said.startswith("none:"):
        done = CliRunner().invoke(main, [*arguments, "--no-extend-rules"])
        assert not isinstance(done.exception, click.UsageError)
        assert "No such option" not in done.output
        assert not ran.exists()
