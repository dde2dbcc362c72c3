"""Measures one process: how long it ran, what it computed, what memory it took."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

# getrusage counts kibibytes on Linux and bytes on macOS.
_MEMORY_UNIT = 1 if sys.platform == "darwin" else 1024


@dataclass(frozen=True, slots=True)
class Run:
    """One finished process with its children.

    `wall` and `cpu` are seconds; `cpu` sums user and system time of the whole family. `memory` is
    the peak in bytes of the largest single process of the family, and never less than what the
    measuring process itself takes. `output` and `errors` are what it printed.
    """

    wall: float
    cpu: float
    memory: int
    exit_code: int
    output: str
    errors: str

    @property
    def crashed(self) -> bool:
        """Whether Python ended it with a traceback, which looks like exit code 1."""
        return "Traceback (most recent call last)" in self.errors

    @property
    def said_last(self) -> str:
        """The last line it printed, which says most of a failure."""
        lines = (self.errors.strip() or self.output.strip()).splitlines()
        return lines[-1] if lines else "it printed nothing"


def run(
    command: Sequence[str],
    environment: Mapping[str, str] | None = None,
    folder: Path | None = None,
) -> Run:
    """Run a command to its end, in a folder, the current one if none is given.

    Raises:
        OSError: when it can't be started.
    """
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        start = time.perf_counter()
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=errors,
            cwd=folder,
            env={**_own_environment(), **(environment or {})},
        )
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        said = (_text(output), _text(errors))
    cpu = usage.ru_utime + usage.ru_stime
    return Run(wall, cpu, usage.ru_maxrss * _MEMORY_UNIT, process.returncode, *said)


def _own_environment() -> dict[str, str]:
    """Its variables, without the one that has Python compile all modules anew in each process."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def _text(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read().decode(errors="replace")


def installed(name: str) -> str | None:
    """The path of a command of this Python's environment; None when it isn't installed there."""
    return shutil.which(name, path=sysconfig.get_path("scripts"))
