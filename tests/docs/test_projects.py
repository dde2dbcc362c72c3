"""The page on projects of several files, and the example of one, followed to the letter."""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from daft_lint.cli import main

_ROOT = Path(__file__).parents[2]
_PAGE = (_ROOT / "docs" / "projects.md").read_text(encoding="utf-8")
_PROJECT = _ROOT / "examples" / "project"
_FILE = re.compile(r"^```\w+ title=\"([^\"]+)\"\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, the current one."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    return tmp_path


def typed(text: str) -> Iterator[tuple[list[str], str]]:
    """The commands in the console blocks of a page, each with what is seen then."""
    for block in _CONSOLE.findall(text):
        for command in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            line, _, seen = command.partition("\n")
            yield shlex.split(line), seen


def seen(words: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    assert words[0] == "daft-lint"
    with pytest.raises(SystemExit):
        main(words[1:])
    written = capsys.readouterr()
    return written.err + written.out


def test_the_page_shows_what_is_seen(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for path, text in _FILE.findall(_PAGE):
        (home / path).parent.mkdir(exist_ok=True)
        (home / path).write_text(text, encoding="utf-8")
    commands = list(typed(_PAGE))
    assert commands
    for words, expected in commands:
        assert seen(words, capsys) == expected


def test_the_example_shows_what_is_seen(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copytree(_PROJECT, home, dirs_exist_ok=True)
    commands = list(typed((home / "README.md").read_text(encoding="utf-8")))
    assert commands
    for words, expected in commands:
        assert seen(words, capsys) == expected
