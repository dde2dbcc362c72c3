"""Runs the command line as a person does: a process of its own."""

import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parent))

from linted_programs import IDLE
from prepared import Prepared, started

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def start(tmp_path: Path) -> Run:
    """Start Python anew, and run `daft-lint` with these arguments in the test's own folder."""
    return lambda *arguments, **environment: started(arguments, tmp_path, _environment(environment))


@pytest.fixture
def run(prepared: Prepared, tmp_path: Path) -> Run:
    """The same in a process that has no need to start anew."""
    return lambda *arguments, **environment: prepared.run(
        arguments, tmp_path, _environment(environment)
    )


def _environment(own: Mapping[str, str]) -> Mapping[str, str]:
    """The one around, without the runner that tests of Daft choose for their own process."""
    around = {name: value for name, value in os.environ.items() if name != "DAFT_RUNNER"}
    return {**around, "PYTHONUTF8": "1", **own}


@pytest.fixture
def idle(tmp_path: Path) -> Path:
    """A file with one finding: DFT101 on line 12."""
    file = tmp_path / "idle.py"
    file.write_text(IDLE)
    return file
