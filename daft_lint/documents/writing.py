"""Files replaced as a whole, so that nobody ever sees half of one."""

from __future__ import annotations

import os
from pathlib import Path


def replace_file(file: Path, data: bytes) -> None:
    """Put bytes in the place of a file in one step; a file that is there keeps its mode.

    A link is replaced, not followed. When it fails, what was there stays as it was.

    Raises:
        OSError: when the folder can't be written to, or the disk is full.
    """
    temporary = file.with_name(f".{os.urandom(8).hex()}.daft-lint")
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    try:
        with os.fdopen(handle, "wb") as written:
            written.write(data)
            written.flush()
            os.fsync(handle)
        if file.exists():
            temporary.chmod(file.stat().st_mode)
        temporary.replace(file)
    finally:
        temporary.unlink(missing_ok=True)
