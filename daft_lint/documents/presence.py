"""What is at a path, as far as it can be seen.

`pathlib` raises an error of its own for each question about a folder that nobody may enter.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path


def is_file(path: Path) -> bool:
    """Whether there is a regular file."""
    return stat.S_ISREG(_mode(path))


def is_folder(path: Path) -> bool:
    """Whether there is a folder."""
    return stat.S_ISDIR(_mode(path))


def is_device(path: Path) -> bool:
    """Whether there is what takes bytes without keeping them as a file does: a device, a pipe."""
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


def real_path(path: Path) -> Path:
    """The path without links; as far as there is one where links lead in a circle."""
    return Path(os.path.realpath(path))


def _mode(path: Path) -> int:
    """The kind and mode of what is there; 0 where nothing can be seen."""
    try:
        return path.stat().st_mode
    except (OSError, ValueError):
        return 0
