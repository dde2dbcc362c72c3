"""The folder that an agent may look into."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from daft_lint.documents.file_status import is_missing, real_path


def inside(root: Path, names: Sequence[str]) -> tuple[Path, ...]:
    """The files and folders of these names, as they are shown to people.

    Raises:
        click.UsageError: a name is empty, leads nowhere, or out of the root.
    """
    return tuple(_inside(root, name) for name in names)


def _inside(root: Path, name: str) -> Path:
    if not name or "\0" in name:
        raise click.UsageError("a path is empty; name files or folders, or none for all of them")
    path = root / name
    real = real_path(path)
    if not real.is_relative_to(root):
        raise click.UsageError(
            f"{name} is outside of {root}, where daft-lint mcp was started; start another one there"
        )
    if is_missing(path):
        raise click.UsageError(f"{name}: no such file or folder below {root}")
    return real.relative_to(root)
