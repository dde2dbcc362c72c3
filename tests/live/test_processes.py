"""When a process is over."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

import pytest

from daft_lint.programs.processes import await_end

_WITHOUT_ITS_FIRST_THREAD = """
import ctypes, threading, time
threading.Thread(target=time.sleep, args=(600,)).start()
print(flush=True)
ctypes.CDLL(None).pthread_exit(None)
"""


@pytest.fixture
def process() -> Iterator[subprocess.Popen[bytes]]:
    command = [sys.executable, "-c", _WITHOUT_ITS_FIRST_THREAD]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        yield process
        process.kill()


def test_a_process_runs_while_it_has_threads(process: subprocess.Popen[bytes]) -> None:
    assert not await_end(process.pid, 0.5)


def test_a_killed_process_is_over_before_anybody_asks_how(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    assert await_end(process.pid, 30)
