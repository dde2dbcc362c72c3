"""The peak memory of the processes that work."""

from __future__ import annotations

import contextlib
import threading
from pathlib import Path

from daft_lint.documents.file_status import read_whole
from daft_lint.programs.processes import members

_PROC = Path("/proc")
_LOOK_SECONDS = 0.01
_LIST_SECONDS = 0.1


def can_measure() -> bool:
    """Whether this system reports the memory of a process without shared pages, as Linux does."""
    return Path(_PROC, "self/status").exists()


class PeakMemory:
    """Samples memory while something runs; `peak` is the most bytes of all processes.

    They are those of a session: of Ray its workers, natively all. Files that are mapped and Ray's
    object store don't count.
    """

    def __init__(self, session: int, *, of_ray: bool) -> None:
        """Prepare to look at the processes of a session."""
        self.peak = 0
        self._session = session
        self._of_ray = of_ray
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)

    def __enter__(self) -> PeakMemory:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _look(self) -> None:
        looks, processes = 0, self._processes()
        while not self._over.wait(_LOOK_SECONDS):
            looks += 1
            if not looks % round(_LIST_SECONDS / _LOOK_SECONDS):
                processes = self._processes()
            self.peak = max(self.peak, sum(map(_anonymous, processes)))

    def _processes(self) -> list[int]:
        found = members(self._session)
        return [process for process in found if _is_worker(process)] if self._of_ray else found


def _is_worker(process: int) -> bool:
    with contextlib.suppress(OSError):
        return read_whole(Path(_PROC, str(process), "cmdline")).startswith(b"ray::")
    return False


def _anonymous(process: int) -> int:
    """Bytes that are its own; 0 when it is gone."""
    with contextlib.suppress(OSError):
        for line in read_whole(Path(_PROC, str(process), "status")).splitlines():
            if line.startswith(b"RssAnon:"):
                return 1024 * int(line.split()[1])
    return 0
