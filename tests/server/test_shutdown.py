"""An editor never waits for a server that is to end, whatever that is looking at."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from .editor import TWICE
from .wire import Wire

SLOW = """\
from pathlib import Path
from daft_lint.rule import rule

@rule("OWN001", "slow")
def slow(case):
    Path("looking").touch()
    while True:
        pass
"""
SETTINGS = "[tool.daft-lint]\nextend-rules = ['slow_rules']\nextend-select = ['OWN001']\n"


def _shut_down(wire: Wire) -> None:
    assert wire.ask("shutdown", None)["result"] is None
    wire.tell("exit", None)


def _exit(wire: Wire) -> None:
    wire.tell("exit", None)


def _go(wire: Wire) -> None:
    assert wire.process.stdin is not None
    wire.process.stdin.close()
    wire.process.stdin = None


def _die(wire: Wire) -> None:
    assert wire.process.stdout is not None
    wire.process.stdout.close()
    wire.process.stdout = None
    _go(wire)


@pytest.mark.parametrize(
    ("end", "code"),
    [(_shut_down, 0), (_exit, 1), (_go, 0), (_die, 0)],
    ids=["shutdown", "exit", "closed", "gone"],
)
def test_it_ends_in_the_middle_of_looking(
    tmp_path: Path, end: Callable[[Wire], None], code: int
) -> None:
    (tmp_path / "pyproject.toml").write_text(SETTINGS)
    (tmp_path / "slow_rules.py").write_text(SLOW)
    with Wire(tmp_path) as wire:
        wire.start(trusted=True)
        item = {"uri": (tmp_path / "job.py").as_uri(), "languageId": "python", "version": 1}
        wire.tell("textDocument/didOpen", {"textDocument": {**item, "text": TWICE}})
        while not (tmp_path / "looking").exists():
            assert wire.process.poll() is None
        below = psutil.Process(wire.process.pid).children(recursive=True)
        end(wire)
        ended = wire.ended(30)
        assert ended[:2] == (code, "")
        assert ended[2] < 2
        assert below == []


def test_what_is_asked_meanwhile_is_answered_at_shutdown(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(SETTINGS)
    (tmp_path / "slow_rules.py").write_text(SLOW)
    with Wire(tmp_path) as wire:
        wire.start(trusted=True)
        uri = (tmp_path / "job.py").as_uri()
        item = {"uri": uri, "languageId": "python", "version": 1, "text": TWICE}
        wire.tell("textDocument/didOpen", {"textDocument": item})
        position = {"line": 0, "character": 0}
        hover = {"textDocument": {"uri": uri}, "position": position}
        for number, method in (("h", "textDocument/hover"), ("s", "shutdown")):
            params = hover if number == "h" else None
            wire.send({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
        reported = {message["id"]: message for message in (wire.read(), wire.read())}
        assert reported["h"]["error"]["code"] == -32800
        assert reported["s"]["result"] is None
