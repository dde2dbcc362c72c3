"""Nothing that a command prints reaches a terminal with control characters in it."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest
from linted_programs import IDLE

import daft_lint.cli

COMMANDS = Path(daft_lint.cli.__file__).parent
WRITER = COMMANDS / "terminal.py"


def test_commands_print_by_one_writer() -> None:
    elsewhere = [
        f"{file.name}:{node.lineno}: {ast.unparse(node.func)}"
        for file in COMMANDS.rglob("*.py")
        if file != WRITER
        for node in ast.walk(ast.parse(file.read_bytes()))
        if isinstance(node, ast.Call)
        and ast.unparse(node.func)
        in {"click.echo", "click.secho", "print", "sys.stdout.write", "sys.stderr.write"}
    ]
    assert elsewhere == []


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="needs pseudo-terminals")
@pytest.mark.parametrize("arguments", [("check", "-v"), ("pipelines",)])
def test_a_terminal_gets_no_control_characters_of_a_file_name(
    tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    (tmp_path / "a\x1b]0;owned\x07\x9b2J.py").write_text(IDLE)
    (tmp_path / "b\x1b[31m.py").write_text("def broken(:\n")
    ours, theirs = os.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "daft_lint", *arguments, "--isolated", "."],
        cwd=tmp_path,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**os.environ, "NO_COLOR": "1", "COLUMNS": "200"},
    )
    os.close(theirs)
    shown = b""
    while True:
        try:
            some = os.read(ours, 65536)
        except OSError:
            break
        if not some:
            break
        shown += some
    os.close(ours)
    process.wait(60)
    text = shown.decode()
    assert "owned" in text
    assert [char for char in text if not char.isprintable() and char not in "\r\n"] == []
