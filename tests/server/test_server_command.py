"""`daft-lint server` itself."""

from __future__ import annotations

import subprocess
import sys

import pytest
from click.testing import CliRunner

from daft_lint.cli import main


def test_where_pygls_is_missing_one_line_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [one for one in sys.modules if one.startswith("daft_lint.server")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "pygls", None)
    monkeypatch.setitem(sys.modules, "pygls.uris", None)
    monkeypatch.setitem(sys.modules, "pygls.lsp.server", None)
    monkeypatch.setitem(sys.modules, "lsprotocol", None)
    result = CliRunner().invoke(main, ["server"])
    assert result.exit_code == 2
    assert result.output == (
        "daft-lint: the server needs pygls; install it with: pip install 'daft-lint[server]'\n"
    )


def test_it_ends_with_its_editor() -> None:
    """An editor that dies says no goodbye: its end of the pipe is just gone."""
    command = [sys.executable, "-m", "daft_lint", "server"]
    ended = subprocess.run(command, input=b"", capture_output=True, timeout=60, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, b"", b"")
