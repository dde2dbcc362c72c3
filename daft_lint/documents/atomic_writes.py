"""Atomic writes: a file is replaced as a whole, so that half of it is never seen."""

from __future__ import annotations

import errno
import os
import re
import stat
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from daft_lint.documents.file_status import read_whole

# What a writer that is killed leaves behind is hidden, and removed by a later one.
_TEMPORARY = re.compile(r"\.[0-9a-f]{16}\.daft-lint")
_ANYBODY_WRITES = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH
_ABANDONED = 3_600
"""Seconds after which a temporary file is abandoned."""


def is_writable(file: Path) -> bool:
    """Whether an existing file may be written; a read-only one not even by root."""
    return bool(file.stat().st_mode & _ANYBODY_WRITES) and os.access(file, os.W_OK)


def destination(file: Path) -> Path:
    """The file that a named result replaces: behind its links.

    A link in a checkout may lead anywhere.

    Raises:
        OSError: when links lead in a circle, or out of the current folder, in which the file is
            named.
    """
    if file.is_symlink():
        # Python 3.13 and newer resolve a circle to one of its links.
        with suppress(FileNotFoundError):
            file.stat()
    named, here, real = Path(os.path.normpath(file.absolute())), Path.cwd(), file.resolve()
    if named.is_relative_to(here) and not real.is_relative_to(here.resolve()):
        reason = f"it links to {real}, which isn't in the current folder"
        raise OSError(errno.EPERM, reason, str(file))
    return real


def replace_file(file: Path, data: bytes) -> None:
    """Replace a file's bytes in one step; an existing file keeps its mode.

    A link is replaced, not followed. When it fails, what was there stays as it was.

    Raises:
        OSError: when the file or its folder can't be written to, or the disk is full.
    """
    # Replacing a file doesn't check whether it may be written.
    if file.exists() and not is_writable(file):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(file))
    temporary = _written_beside(file, data)
    try:
        temporary.replace(file)
    finally:
        temporary.unlink(missing_ok=True)
    remove_abandoned(file.parent, _TEMPORARY)


def replace_files(contents: Sequence[tuple[Path, bytes]]) -> None:
    """Replace the bytes of several existing files, of all or of none.

    Everything is written before the first file is replaced. If a later one fails all the same,
    those before it get back their bytes.

    Raises:
        OSError: when one of them can't be replaced; `filename` names it.
    """
    with ExitStack() as left:
        written: list[tuple[Path, Path]] = []
        for file, data in contents:
            with _naming(file):
                temporary = _written_beside(file, data)
            left.callback(temporary.unlink, missing_ok=True)
            written.append((temporary, file))
        older: list[tuple[Path, bytes]] = []
        try:
            for temporary, file in written:
                with _naming(file):
                    before = read_whole(file) if len(written) > 1 else b""
                    temporary.replace(file)
                older.append((file, before))
        except BaseException:
            for file, before in older:
                with suppress(OSError):
                    replace_file(file, before)
            raise
    for folder in {file.parent for file, _ in contents}:
        remove_abandoned(folder, _TEMPORARY)


def remove_abandoned(folder: Path, names: re.Pattern[str]) -> None:
    """Remove files of such names that are an hour old or more: their writers were killed."""
    oldest = time.time() - _ABANDONED
    with suppress(OSError):
        for path in folder.iterdir():
            if names.fullmatch(path.name) and path.stat().st_mtime < oldest:
                path.unlink()


@contextmanager
def _naming(file: Path) -> Iterator[None]:
    """Let an error name the file that is meant, not a temporary one."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(file)) from None


def _written_beside(file: Path, data: bytes) -> Path:
    """A new file in the same folder with the bytes, and the mode of the existing file.

    Raises:
        OSError: when it can't be written; nothing is left behind.
    """
    temporary = file.with_name(f".{os.urandom(8).hex()}.daft-lint")
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    try:
        with os.fdopen(handle, "wb") as opened:
            opened.write(data)
            opened.flush()
            os.fsync(handle)
        if file.exists():
            temporary.chmod(file.stat().st_mode)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    return temporary
