"""Waiting for processes of which a test knows nothing but the number."""

from __future__ import annotations

from time import monotonic, sleep

import psutil


def await_end(process: int, seconds: float) -> bool:
    """Whether a process ends within so many seconds; a zombie without threads has ended."""
    deadline = monotonic() + seconds
    while _lives(process):
        if monotonic() > deadline:
            return False
        sleep(0.02)
    return True


def _lives(process: int) -> bool:
    try:
        found = psutil.Process(process)
        return bool(found.status() != psutil.STATUS_ZOMBIE or found.num_threads() > 1)
    except psutil.Error:
        return False
