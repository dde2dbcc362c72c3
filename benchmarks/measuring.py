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

# getrusage counts kibibytes on Linux and bytes on macOS.
_MEMORY_UNIT = 1 if sys.platform == "darwin" else 1024


@dataclass(frozen=True, slots=True)
class Run:
    """One finished process with its children.

    `wall` and `cpu` are seconds; `cpu` sums user and system time of the whole family. `memory` is
    the peak in bytes of the largest single process of the family, and never less than what the
    measuring process itself takes.
    """

    wall: float
    cpu: float
    memory: int
    exit_code: int
    errors: str


def run(command: Sequence[str], environment: Mapping[str, str] | None = None) -> Run:
    """Run a command to its end; its standard output is thrown away.

    Raises:
        OSError: when it can't be started.
    """
    with tempfile.TemporaryFile() as errors:
        start = time.perf_counter()
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=errors,
            env={**os.environ, **(environment or {})},
        )
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        errors.seek(0)
        said = errors.read().decode(errors="replace")
    cpu = usage.ru_utime + usage.ru_stime
    return Run(wall, cpu, usage.ru_maxrss * _MEMORY_UNIT, process.returncode, said)


def installed(name: str) -> str | None:
    """The path of a command of this Python's environment; None when it isn't installed there."""
    return shutil.which(name, path=sysconfig.get_path("scripts"))
