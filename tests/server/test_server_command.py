"""`daft-lint server` itself."""

from __future__ import annotations

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
