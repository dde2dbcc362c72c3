"""The pages that build rules from nothing, followed to the letter in an empty folder.

Run this file to write into the pages what is seen now; then look at them.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"
PAGES = (DOCS / "writing-a-rule.md", DOCS / "more-about-rules.md")
_BLOCK = re.compile(
    r"^(?P<fence>```+)(?P<language>\w+)(?: title=\"(?P<file>[^\"]+)\")?\n(?P<text>.*?)^(?P=fence)$",
    re.MULTILINE | re.DOTALL,
)
_SECONDS = re.compile(r" in \d+\.\d+s$", re.MULTILINE)
_PYTHON = (sys.executable, "-m")
_QUIET_PIP = {"PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_ROOT_USER_ACTION": "ignore"}


@dataclass(frozen=True, slots=True)
class Block:
    """A block of code of the page: a file to write, or what is typed and seen in a terminal."""

    line: int
    file: str
    text: str

    def commands(self) -> Iterator[tuple[str, str]]:
        """What is typed, and what is seen for it."""
        for typed in re.split(r"^\$ ", self.text, flags=re.MULTILINE)[1:]:
            command, _, seen = typed.partition("\n")
            yield command, seen


def blocks(page: str) -> list[Block]:
    found = [
        (
            match["language"],
            Block(page.count("\n", 0, match.start()) + 1, match["file"] or "", match["text"]),
        )
        for match in _BLOCK.finditer(page)
    ]
    assert "```" not in _BLOCK.sub("", page)
    for language, block in found:
        assert bool(block.file) != (language == "console"), f"line {block.line} is run by nobody"
    return [block for _, block in found]


def ran(command: str, folder: Path) -> str:
    """What a person sees; packages go to a folder of their own."""
    program, *arguments = shlex.split(command)
    installed = folder.parent / "installed"
    if program == "pip":
        arguments += ["--no-deps", "--no-warn-script-location", "--target", str(installed)]
    if program == "daft-lint":
        program = "daft_lint"
    if program == "pytest":
        arguments += ["-p", "no:cacheprovider"]
    result = subprocess.run(
        [*_PYTHON, program, *arguments],
        cwd=folder,
        env={
            **os.environ,
            "PYTHONPATH": str(installed),
            "PYTEST_ADDOPTS": "",
            "COLUMNS": "88",
            "PYTHONUTF8": "1",
            **_QUIET_PIP,
        },
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=300,
    )
    return _SECONDS.sub(" in 0.12s", result.stdout + result.stderr)


def followed(page: str, folder: Path) -> Iterator[tuple[int, str, str, str]]:
    """Each command with its line, what the page says is seen, and what is."""
    for block in blocks(page):
        if block.file:
            file = folder / block.file
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(block.text, encoding="utf-8")
        for command, seen in () if block.file else block.commands():
            yield block.line, command, seen, ran(command, folder)


def rewritten(page: str, folder: Path) -> str:
    """The page with what is seen now."""
    seen = iter([(command, now) for _, command, _, now in followed(page, folder)])

    def block(match: re.Match[str]) -> str:
        if match["file"]:
            return match[0]
        shown = (next(seen) for _ in re.findall(r"^\$ ", match["text"], re.MULTILINE))
        text = "".join(f"$ {command}\n{now}" for command, now in shown)
        return f"```{match['language']}\n{text}```"

    return _BLOCK.sub(block, page)


def test_everything_on_the_pages_works_as_they_say(tmp_path: Path) -> None:
    folder = tmp_path / "project"
    folder.mkdir()
    for page in PAGES:
        for line, command, reported, seen in followed(page.read_text("utf-8"), folder):
            assert seen == reported, f"{page.name}, line {line}: {command}"


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        (Path(name) / "project").mkdir()
        for page in PAGES:
            text = rewritten(page.read_text("utf-8"), Path(name) / "project")
            page.write_text(text, "utf-8")
