"""Where a package is missing, the command that installs it fits the environment."""

from __future__ import annotations

import sys

import pytest

from daft_lint.programs.installing import install_command


def test_pip_installs_into_the_python_that_runs() -> None:
    expected = f"{sys.executable} -m pip install 'daft-lint[plot]'"
    assert install_command("daft-lint[plot]") == expected


def test_uv_installs_where_there_is_no_pip(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("daft_lint.programs.installing.find_spec", lambda _: None)
    assert install_command("daft") == f"uv pip install --python {sys.executable} daft"


def test_what_uvx_makes_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "prefix", "/home/me/.cache/uv/archive-v0/7CPD3DUQLT45mXAy")
    assert install_command("daft-lint[plot]") == "add --with 'daft-lint[plot]' after uvx"
