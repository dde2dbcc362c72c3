"""The status of a path, and the one way to read the file there.

`pathlib` raises an error of its own for each question about a folder that can't be entered.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO

# GitHub takes no larger file either. Outputs of a notebook may hold many pictures.
_MOST_BYTES = 100_000_000
# Without the first, a pipe is waited for; Windows has only the second.
_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


def is_file(path: Path) -> bool:
    """Whether there is a regular file."""
    return stat.S_ISREG(_mode(path))


def is_folder(path: Path) -> bool:
    """Whether there is a folder."""
    return stat.S_ISDIR(_mode(path))


def is_no_folder(path: Path) -> bool:
    """Whether there is a file, or a pipe or device, which is refused when it is read."""
    mode = _mode(path)
    return mode != 0 and not stat.S_ISDIR(mode)


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


def opened(file: Path) -> BinaryIO:
    """A file to read bytes from. Every file that is named, or found in a folder, is opened here.

    Raises:
        OSError: when it can't be opened, or isn't a regular file: a pipe would be waited for, and
            a device may have no end.
    """
    try:
        # A device may act when it is opened.
        _require_regular(file, file.stat().st_mode)
        handle = os.open(file, _FLAGS)
    except ValueError:
        held = "a NUL character" if "\0" in str(file) else "characters that no path can have"
        raise _error(errno.EINVAL, f"its name has {held}", file) from None
    try:
        _require_regular(file, os.fstat(handle).st_mode)
        return os.fdopen(handle, "rb")
    except BaseException:
        os.close(handle)
        raise


def read_whole(file: Path, most: int = _MOST_BYTES) -> bytes:
    """All bytes of a file.

    Args:
        file: its path.
        most: how many bytes it may have; if not given, as many as any program or notebook.

    Raises:
        OSError: when it can't be read, isn't a regular file, or is larger than that.
    """
    with opened(file) as stream:
        # The size is asked first: so many bytes need not be read to see that they are too many.
        if os.fstat(stream.fileno()).st_size <= most:
            data = stream.read(most + 1)
            if len(data) <= most:
                return data
    raise _error(errno.EFBIG, f"it has more than {most:,} bytes", file)


def real_path(path: Path) -> Path:
    """The path without links; as far as there is one where links lead in a circle."""
    return Path(os.path.realpath(path))


def _mode(path: Path) -> int:
    """The kind and mode of what is there; 0 where nothing can be seen."""
    try:
        return path.stat().st_mode
    except (OSError, ValueError):
        return 0


def _require_regular(file: Path, mode: int) -> None:
    if stat.S_ISDIR(mode):
        raise _error(errno.EISDIR, os.strerror(errno.EISDIR), file)
    if not stat.S_ISREG(mode):
        raise _error(errno.EINVAL, "it isn't a regular file", file)


def _error(number: int, problem: str, file: Path) -> OSError:
    return OSError(number, problem, str(file))
