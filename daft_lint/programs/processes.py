"""The processes of a session of the operating system, and their end."""

from __future__ import annotations

import contextlib
import os
import signal
from time import monotonic, sleep

_LOOK_SECONDS = 0.02


def kill_session(session: int, seconds: float, spare: int | None = None) -> None:
    """Kill every process of a session but one, and wait until they are gone.

    Args:
        session: The session's id: the process id of its leader.
        seconds: How long to wait at most.
        spare: The process that may live on.
    """
    deadline = monotonic() + seconds
    while (
        left := [member for member in members(session) if member != spare]
    ) and monotonic() < deadline:
        for process in left:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        sleep(_LOOK_SECONDS)


def members(session: int) -> list[int]:
    """The processes of a session."""
    import psutil

    found = []
    for process in psutil.pids():
        # Processes come and go while one looks at them.
        with contextlib.suppress(OSError):
            if os.getsid(process) == session and _lives(process):
                found.append(process)
    return found


def _lives(process: int) -> bool:
    """Whether it runs: of a killed one, other threads may hold its ports when the first is over."""
    import psutil

    try:
        found = psutil.Process(process)
        return bool(found.status() != psutil.STATUS_ZOMBIE or found.num_threads() > 1)
    except psutil.Error:
        return False
