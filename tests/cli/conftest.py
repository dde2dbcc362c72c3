"""Runs the command line as a person does: a process of its own."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parent))

from linted_programs import IDLE
from prepared import SECONDS, Prepared

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="session")
def prepared() -> Iterator[Prepared | None]:
    """None where a process can't split."""
    if not hasattr(os, "fork"):
        yield None
        return
    one = Prepared({**os.environ, "PYTHONUTF8": "1"})
    yield one
    one.end()


@pytest.fixture
def start(tmp_path: Path) -> Run:
    """Start Python anew, and run `daft-lint` with these arguments in the test's own folder."""

    def start(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "daft_lint", *arguments],
            cwd=tmp_path,
            env={**os.environ, "PYTHONUTF8": "1", **environment},
            capture_output=True,
            encoding="utf-8",
            check=False,
            timeout=SECONDS,
        )

    return start


@pytest.fixture
def run(start: Run, prepared: Prepared | None, tmp_path: Path) -> Run:
    """The same in a process that needn't start anew, unless the environment asks for it."""

    def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        whole = {**os.environ, "PYTHONUTF8": "1", **environment}
        if prepared is None or not prepared.serves(whole):
            return start(*arguments, **environment)
        return prepared.run(arguments, tmp_path, whole)

    return run


@pytest.fixture
def idle(tmp_path: Path) -> Path:
    """A file with one finding: DFT101 on line 12."""
    file = tmp_path / "idle.py"
    file.write_text(IDLE)
    return file
