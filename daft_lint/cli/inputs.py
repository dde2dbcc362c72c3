"""The inputs of a run: files below paths, those that changed, or standard input."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from daft_lint.cli.option_groups import together
from daft_lint.documents.file_status import is_folder, is_missing
from daft_lint.records import dataclass

if TYPE_CHECKING:
    from daft_lint.cli.lint_run import LintRun
    from daft_lint.cli.progress import Progress
    from daft_lint.documents.git_changes import ChangedFiles


_STANDARD_INPUT = Path("-")

input_options = together(
    click.option(
        "--stdin-filename",
        metavar="PATH",
        help="With - as PATHS: lint standard input as if it were this file.",
    ),
    click.option(
        "--changed-since",
        metavar="REV",
        help="Lint only files that differ from a git revision, or that git doesn't track.",
    ),
)


@dataclass(frozen=True, slots=True)
class Inputs:
    """What a command is to check.

    `data` is what standard input held; None when files are checked. Then `paths` is the one file
    that it stands for, `-` when none is named.
    """

    paths: tuple[Path, ...]
    revision: str | None = None
    data: bytes | None = None

    @classmethod
    def of(
        cls, paths: tuple[Path, ...], stdin_filename: str | None, revision: str | None
    ) -> Inputs:
        """Take the options; no paths mean the current folder.

        Raises:
            click.UsageError: when they contradict each other.
        """
        if _STANDARD_INPUT not in paths:
            if stdin_filename is not None:
                raise click.UsageError("--stdin-filename needs - as the path, for standard input")
            return cls(paths or (Path(),), revision)
        if len(paths) > 1:
            raise click.UsageError("- (standard input) can't be combined with other paths")
        if revision is not None:
            raise click.UsageError("--changed-since needs files, not standard input")
        file = _STANDARD_INPUT if stdin_filename is None else _file(stdin_filename)
        return cls((file,), data=_read())

    def require(self) -> None:
        """Check that the paths exist, where nothing is going to be read.

        Raises:
            click.UsageError: when a path leads nowhere. The file that standard input stands for may
            be missing.
        """
        for path in self.paths if self.data is None else ():
            if is_missing(path):
                raise click.UsageError(f"{path}: no such file or folder")

    def check(self, run: LintRun, progress: Progress) -> None:
        """Lint it.

        Raises:
            click.UsageError: when git can't tell what changed, or settings can't be read.
        """
        if self.data is not None:
            run.check_text(self.paths[0], self.data)
            return
        if self.revision is not None:
            run.among = changes_since(self.revision).among
        run.check(self.paths, progress)


def changes_since(revision: str) -> ChangedFiles:
    """What differs from a revision in the git work tree around the current folder.

    Raises:
        click.UsageError: when git can't tell.
    """
    from daft_lint.documents.git_changes import GitError, changed_since

    try:
        return changed_since(revision, Path.cwd())
    except GitError as error:
        raise click.UsageError(str(error)) from None


def _file(name: str) -> Path:
    """The file that standard input stands for; there need not be one.

    Raises:
        click.UsageError: when it is no name of a file.
        OSError: when no file can be called so.
    """
    if not name or "\0" in name or is_folder(Path(name)):
        raise click.UsageError(f"--stdin-filename {name!r} isn't a file name")
    with suppress(FileNotFoundError, NotADirectoryError, PermissionError):
        Path(name).lstat()
    return Path(os.path.normpath(Path(name).absolute()))


def _read() -> bytes:
    if sys.stdin is None:
        raise click.UsageError("there is no standard input to read")
    try:
        return sys.stdin.buffer.read()
    except OSError as error:
        raise click.UsageError(f"standard input can't be read: {error.strerror}") from None
