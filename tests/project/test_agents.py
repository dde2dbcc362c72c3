"""What is shipped for coding agents fits the program: skill, plugin, seeded pipelines."""

from __future__ import annotations

import json
import re
import shlex
from importlib import import_module
from pathlib import Path

import click
import pytest
import yaml

from daft_lint import __version__
from daft_lint.cli import main

ROOT = Path(__file__).parents[2]
SKILL = ROOT / "skills" / "daft-tuning"
PAGES = sorted(SKILL.rglob("*.md"))
COMMANDS = main.list_commands(click.Context(main))
TOOLS = {"check", "explain", "pipelines", "plan", "facts", "fix", "verify"}

# What a reader puts in, in place of these words.
_NAMES = ("FILE", "LOGS", "PROGRAM")


def front_matter() -> dict[str, str]:
    _, matter, _ = (SKILL / "SKILL.md").read_text().split("---\n", 2)
    return yaml.safe_load(matter)


def test_the_skill_has_a_name_and_says_when_it_is_for() -> None:
    """The form of skills wants the name of the folder, and at most 1,024 characters."""
    matter = front_matter()
    assert matter["name"] == SKILL.name
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", matter["name"])
    assert 50 < len(matter["description"]) <= 1024
    assert matter.keys() == {"name", "description"}


def test_the_skill_is_short() -> None:
    assert len((SKILL / "SKILL.md").read_text().splitlines()) < 500


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_of_the_skill_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)]+)\)", page.read_text()):
        assert (page.parent / target).exists(), target


def test_the_skill_names_every_page_and_every_tool() -> None:
    text = (SKILL / "SKILL.md").read_text()
    assert all(f"references/{page.name}" in text for page in PAGES if page.name != "SKILL.md")
    named = set(re.findall(r"`([a-z]+)`", text))
    assert named >= TOOLS


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_each_command_of_the_skill_can_be_typed(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in _NAMES:
        Path(name).touch()
    Path("LOGS").unlink()
    Path("LOGS").mkdir()
    for typed in re.findall(r"`daft-lint ([a-z-][^`]*)`", page.read_text()):
        words = shlex.split(typed)
        if words[0] not in COMMANDS:
            words = ["check", *words]
        name, rest = words[0], words[1:]
        command = import_module(f"daft_lint.cli.{name}").command
        if isinstance(command, click.Group):
            command, rest = command.commands[rest[0]], rest[1:]
        with command.make_context(name, rest):
            pass


def test_the_plugin_starts_what_there_is() -> None:
    plugin = json.loads((ROOT / ".claude-plugin" / "plugin.json").read_text())
    assert plugin["version"] == __version__
    assert (ROOT / plugin["skills"] / SKILL.name / "SKILL.md").exists()
    servers = (plugin["lspServers"], plugin["mcpServers"])
    started = [server["daft-lint"]["args"] for server in servers]
    assert started == [["server"], ["mcp"]]
    assert {name for (name,) in started} <= set(COMMANDS)
    assert all(server["daft-lint"]["command"] == "daft-lint" for server in servers)
