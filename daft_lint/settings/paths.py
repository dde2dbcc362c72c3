"""Paths as people write them, compared without touching the disk."""

from __future__ import annotations

import os
from pathlib import Path


def normal_path(path: Path) -> Path:
    """The absolute path without `..`; links stay, since patterns mean the names people see."""
    return Path(os.path.normpath(path.absolute()))


def below(path: Path, root: Path) -> str | None:
    """The path relative to a folder, with `/`; None if it isn't in there."""
    try:
        return normal_path(path).relative_to(normal_path(root)).as_posix()
    except ValueError:
        return None
