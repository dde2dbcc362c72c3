"""The status of a path: file, folder, device or missing, as far as it can be seen.

`pathlib` raises an error of its own for each question about a folder that can't be entered.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

# GitHub takes no larger file either. Outputs of a notebook may hold many pictures.
_MOST_BYTES = 100_000_000


def is_file(path: Path) -> bool:
    """Whether there is a regular file."""
    return stat.S_ISREG(_mode(path))


def is_folder(path: Path) -> bool:
    """Whether there is a folder."""
    return stat.S_ISDIR(_mode(path))


def is_device(path: Path) -> bool:
    """Whether it takes bytes without keeping them: a device, a pipe."""
    mode = _mode(path)
    return mode != 0 and not stat.S_ISREG(mode) and not stat.S_ISDIR(mode)


def is_missing(path: Path) -> bool:
    """Whether there is surely nothing."""
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return True
    except (OSError, ValueError):
        return False
    return False


def read_whole(file: Path) -> bytes:
    """All bytes of a file.

    Raises:
        OSError: when it can't be read, or is larger than any program or notebook is.
    """
    with file.open("rb", buffering=0) as opened:
        if os.fstat(opened.fileno()).st_size > _MOST_BYTES:
            raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(file))
        return opened.read()


def real_path(path: Path) -> Path:
    """The path without links; as far as there is one where links lead in a circle."""
    return Path(os.path.realpath(path))


def _mode(path: Path) -> int:
    """The kind and mode of what is there; 0 where nothing can be seen."""
    try:
        return path.stat().st_mode
    except (OSError, ValueError):
        return 0
