"""`daft-lint server` itself."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from click.testing import CliRunner

from daft_lint.cli import main


def test_where_pygls_is_missing_one_line_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [module for module in sys.modules if module.startswith("daft_lint.server")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "pygls", None)
    monkeypatch.setitem(sys.modules, "pygls.uris", None)
    monkeypatch.setitem(sys.modules, "pygls.lsp.server", None)
    monkeypatch.setitem(sys.modules, "lsprotocol", None)
    result = CliRunner().invoke(main, ["server"])
    assert result.exit_code == 2
    assert result.output == (
        f"daft-lint: the server needs pygls: {sys.executable} -m pip install 'daft-lint[server]'\n"
    )


@pytest.mark.parametrize(("methods", "code"), [(["exit"], 1), (["shutdown", "exit"], 0)])
def test_an_editor_shuts_it_down_before_it_ends(methods: list[str], code: int) -> None:
    messages = [{"jsonrpc": "2.0", "method": method} for method in methods]
    messages = [
        message | {"id": 1} if message["method"] == "shutdown" else message for message in messages
    ]
    bodies = [json.dumps(message).encode() for message in messages]
    sent = b"".join(b"Content-Length: %d\r\n\r\n%b" % (len(body), body) for body in bodies)
    command = [sys.executable, "-m", "daft_lint", "server"]
    ended = subprocess.run(command, input=sent, capture_output=True, timeout=60, check=False)
    assert (ended.returncode, ended.stderr) == (code, b"")


def test_it_ends_with_its_editor() -> None:
    """An editor that dies says no goodbye: its end of the pipe is just gone."""
    command = [sys.executable, "-m", "daft_lint", "server"]
    ended = subprocess.run(command, input=b"", capture_output=True, timeout=60, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, b"", b"")
