"""The supervisor of a program: it ends all that came of it, daemons and other sessions too.

Linux lets a process adopt the orphans below it (`prctl(2)`, PR_SET_CHILD_SUBREAPER). So every
descendant of a program becomes a child of its keeper once those between them are gone. Only the
keeper waits for it, so its number can't pass to an unrelated process.
"""

from __future__ import annotations

import os
import select
import signal
import time
from contextlib import suppress
from pathlib import Path

from daft_lint.documents.file_status import read_whole

_SET_DEATH_SIGNAL = 1
_SET_CHILD_SUBREAPER = 36
_CHILDREN = Path("/proc/thread-self/children")
_KILLED = 128 + signal.SIGKILL
_LOOK_SECONDS = 0.005


def keep(descriptor: int) -> None:
    """Go on in a child of this process, and let this process keep it; returns only in the child.

    The keeper ends as the child does, and before that it ends all that came of it. It does so too
    once the other end of the socket `descriptor` is closed. SIGINT is handed on. Where there are no
    keepers, as on macOS, no child is made: this process goes on.
    """
    if not is_possible():
        return
    _prctl(_SET_CHILD_SUBREAPER, 1)
    if os.getsid(0) != os.getpid():
        # Ending the session of the process above must not end the keeper before its work is done.
        os.setsid()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    child = os.fork()
    if child == 0:
        _prctl(_SET_DEATH_SIGNAL, signal.SIGKILL)
        os.setsid()
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        return
    signal.signal(signal.SIGINT, lambda *_: os.kill(child, signal.SIGINT))
    signal.pthread_sigmask(signal.SIG_SETMASK, before)
    code = _ended(child, descriptor)
    _end_family()
    os._exit(code)


def is_possible() -> bool:
    """Whether this system lets a process see what comes up below it."""
    return _CHILDREN.exists()


def _prctl(option: int, value: int) -> None:
    """Have the system do something for this process. Some builds of Python can't ask for it."""
    with suppress(ImportError):
        import ctypes

        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def _ended(child: int, descriptor: int) -> int:
    """Wait until the child ends or the descriptor closes; the exit code, as a shell counts it."""
    woken, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    events = select.poll()
    events.register(woken, select.POLLIN)
    events.register(descriptor, select.POLLRDHUP)
    while (code := _reaped(child)) is None:
        if any(number == descriptor for number, _ in events.poll()):
            return _KILLED
        os.read(woken, 1024)
    return code


def _reaped(child: int) -> int | None:
    """Take note of all children that have ended; the exit code of that one if it is among them."""
    code = None
    with suppress(ChildProcessError):
        while (ended := os.waitpid(-1, os.WNOHANG))[0]:
            if ended[0] == child:
                code = os.waitstatus_to_exitcode(ended[1])
    return 128 - code if code is not None and code < 0 else code


def _end_family() -> None:
    """Kill children until there are none: those below a killed one come up in its place."""
    while True:
        for child in read_whole(_CHILDREN).split():
            os.kill(int(child), signal.SIGKILL)
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        time.sleep(_LOOK_SECONDS)
