"""Runs the command line as a person does: a process of its own."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parent))

from linted_programs import IDLE

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Run `daft-lint` with these arguments in the test's own folder."""

    def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "daft_lint", *arguments],
            cwd=tmp_path,
            env={**os.environ, "PYTHONUTF8": "1", **environment},
            capture_output=True,
            encoding="utf-8",
            check=False,
            timeout=120,
        )

    return run


@pytest.fixture
def idle(tmp_path: Path) -> Path:
    """A file with one finding: DFT101 on line 12."""
    file = tmp_path / "idle.py"
    file.write_text(IDLE)
    return file
