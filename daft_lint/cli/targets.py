"""Files that results go to: looked at before the work, written after it."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable
from pathlib import Path

import click

from daft_lint.cli.terminal import write_output


def require_writable(files: Iterable[Path | None]) -> None:
    """Find out that a file can't be written before the work that it would be the result of.

    Raises:
        click.UsageError: when there is such a file.
    """
    for file in files:
        why = 0 if file is None else _hindrance(file)
        if why:
            raise click.UsageError(f"can't write {file}: {os.strerror(why)}")


def written(text: str, file: Path | None) -> bool:
    """Whether a result could be written; if not, standard error says why."""
    try:
        write_output(text, file)
    except click.UsageError as error:
        click.echo(f"daft-lint: {error.format_message()}", err=True)
        return False
    return True


def _hindrance(file: Path) -> int:
    """Why a file can't be written, as the system numbers its errors; 0: it can be."""
    if file.is_dir():
        return errno.EISDIR
    if file.exists() and not file.is_file():
        return 0 if os.access(file, os.W_OK) else errno.EACCES
    # A file is replaced as a whole, which takes leave to write in its folder.
    folder = file.resolve().parent
    if not folder.is_dir():
        return errno.ENOTDIR if folder.exists() else errno.ENOENT
    return 0 if os.access(folder, os.W_OK | os.X_OK) else errno.EACCES
