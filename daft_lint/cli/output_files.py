"""Files for results: checked before the work, written after it."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from daft_lint.cli.terminal import print_message, write_output
from daft_lint.documents.atomic_writes import destination, is_writable
from daft_lint.documents.discovery import would_find
from daft_lint.documents.file_status import is_device, is_file, is_folder

if TYPE_CHECKING:
    from daft_lint.cli.options import SettingsFinder
    from daft_lint.documents.file_selection import Nested
    from daft_lint.reporting.report import Report
    from daft_lint.settings import Settings

# A report with such a name means that the report's own name was left out.
_CODE = frozenset({".py", ".pyi", ".ipynb"})


def require_writable(files: Iterable[Path | None]) -> None:
    """Check that files can be written before the work for them begins.

    Raises:
        click.UsageError: when one can't be.
    """
    for file in files:
        if file is None:
            continue
        try:
            why = _hindrance(file)
        except OSError as error:
            raise click.UsageError(f"can't write {file}: {error.strerror}") from None
        if why:
            raise click.UsageError(f"can't write {file}: {os.strerror(why)}")


def require_no_source(
    files: Iterable[Path | None], paths: Iterable[Path], finder: SettingsFinder
) -> None:
    """Check that a result doesn't replace its own input: code, or settings.

    `paths` are those that are read, as they were named.

    Raises:
        click.UsageError: when it would, or settings can't be read.
    """
    paths = tuple(paths)
    for file in files:
        # A device has nothing to lose.
        if file is not None and is_file(file) and _is_read(file, paths, finder):
            raise click.UsageError(
                f"won't overwrite {file}, which holds code or settings; name another file"
            )


def written(text: str, file: Path | None) -> bool:
    """Whether a result could be written; if not, standard error says why."""
    try:
        write_output(text, file)
    except click.UsageError as error:
        print_message(error.format_message())
        return False
    return True


def print_summary(report: Report, file: Path) -> None:
    """Print the summary to standard error, where the findings go to a file."""
    from daft_lint.reporting.phrases import summary

    print_message(f"{summary(report)} Written to {file}.")


def _is_read(file: Path, paths: Iterable[Path], finder: SettingsFinder) -> bool:
    """Whether a file is code, or one that a run over the paths reads."""
    real = os.path.realpath(file)
    if Path(real).suffix.lower() in _CODE:
        return True
    return any(
        real == os.path.realpath(path) or _is_read_by(settings, real, finder.nested(lenient=True))
        for path, settings in finder.usable_or_raise(paths)
    )


def _is_read_by(settings: Settings, real: str, nested: Nested | None) -> bool:
    """Whether settings name a file, or lead to it by their patterns."""
    if any(real == os.path.realpath(file) for file in settings.files):
        return True
    return would_find(
        Path(real),
        include=settings.include,
        exclude=settings.exclude,
        root=settings.root,
        nested=nested,
    )


def _hindrance(file: Path) -> int:
    """Why a file can't be written, as the system numbers its errors; 0: it can be."""
    if is_folder(file):
        return errno.EISDIR
    if is_device(file):
        return 0 if os.access(file, os.W_OK) else errno.EACCES
    if is_file(file) and not is_writable(file):
        return errno.EACCES
    # A file is replaced as a whole, which needs permission to write in its folder.
    folder = destination(file).parent
    try:
        mode = folder.stat().st_mode
    except OSError as error:
        return error.errno or errno.EACCES
    if not stat.S_ISDIR(mode):
        return errno.ENOTDIR
    return 0 if os.access(folder, os.W_OK | os.X_OK) else errno.EACCES
