"""`--watch`: lints again whenever files change."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

import click

from daft_lint.cli.garbage_collection import collect
from daft_lint.cli.terminal import print_message, print_text
from daft_lint.documents.discovery import SKIPPED_FOLDERS
from daft_lint.documents.file_selection import SETTINGS_FILES
from daft_lint.documents.file_status import is_folder, real_path
from daft_lint.documents.requirement_files import is_version_file
from daft_lint.installing import install_command

if TYPE_CHECKING:
    from daft_lint.cli.lint_run import LintRun
    from daft_lint.cli.options import SettingsFinder
    from daft_lint.documents.file_selection import FilePatterns
    from daft_lint.reporting.report import Report
    from daft_lint.settings import Settings

# They write something once, or show something else than findings.
_ONCE = {
    "fix": "--fix",
    "diff": "--diff",
    "write_baseline": "--write-baseline",
    "add_noqa": "--add-noqa",
    "output_file": "--output-file",
    "show_settings": "--show-settings",
}
_FOR_PEOPLE = ("full", "concise")
_SETTINGS = frozenset({*SETTINGS_FILES, ".gitignore"})
_QUIET_MS = 50
"""Changes count when none has followed for so long: an editor writes a file in several steps."""
_LONGEST_BURST_MS = 1_600
_SIGN_OF_LIFE_MS = 100


def require_watchable(context: click.Context) -> None:
    """Look at the options of a command before the work.

    Raises:
        click.UsageError: when they don't go with `--watch`, or what it needs isn't installed.
    """
    given = context.params
    for name, option in _ONCE.items():
        if given[name] not in (None, False):
            raise click.UsageError(f"--watch can't be combined with {option}")
    if given["output_format"] not in (None, *_FOR_PEOPLE):
        raise click.UsageError(f"--watch only writes the formats {', '.join(_FOR_PEOPLE)}")
    if Path("-") in given["paths"]:
        raise click.UsageError("--watch needs files, not standard input")
    from importlib.util import find_spec

    if find_spec("watchfiles") is None:
        raise click.UsageError(f"--watch needs watchfiles: {install_command('daft-lint[watch]')}")


def repeat(
    lint: Callable[[], LintRun],
    show: Callable[[LintRun], Report],
    watched: Watched,
    finder: Callable[[], SettingsFinder],
    *,
    quiet: bool,
) -> None:
    """Lint and show what was found, again after each change, until Ctrl-C.

    Each `finder` reads the settings anew.

    Raises:
        click.ClickException: when linting fails the first time; later failures are printed.
    """
    try:
        with closing(watched.looks()) as looks:
            # What changes from here on is seen, even while files are linted.
            next(looks)
            _lint_once(lint, show, watched, quiet=quiet)
            for changed in looks:
                if changed:
                    _lint_again(lint, show, watched, finder, quiet=quiet)
    except KeyboardInterrupt:
        # The terminal has written ^C.
        print_text("", err=True)


def _lint_once(
    lint: Callable[[], LintRun],
    show: Callable[[LintRun], Report],
    watched: Watched,
    *,
    quiet: bool,
) -> None:
    run = lint()
    click.clear()
    show(run)
    files = {_real(file) for file in run.checked_files}
    watched.checked = frozenset(files | {file.parent for file in files})
    watched.suffixes |= _suffixes_of(run.finder.patterns)
    watched.files |= {_real(file) for settings in run.finder.loaded for file in settings.files}
    collect()
    if not quiet:
        print_message("watching for changes; press Ctrl-C to stop")


def _lint_again(
    lint: Callable[[], LintRun],
    show: Callable[[LintRun], Report],
    watched: Watched,
    finder: Callable[[], SettingsFinder],
    *,
    quiet: bool,
) -> None:
    """Lint what is there now; print an error, such as half-written settings, and wait."""
    from daft_lint.registry import forget

    forget()
    try:
        # What changes from here on is seen, in new places too.
        watched.follow(finder())
        _lint_once(lint, show, watched, quiet=quiet)
    except click.ClickException as error:
        click.clear()
        print_message(f"{error.format_message()}; waiting for a change")


@dataclass(slots=True)
class Watched:
    """Watched folders, with everything in them, and single files.

    It is around `paths`. `folders` are real paths. `files` matter whatever their names, others by
    one of the `suffixes`. `checked` are the files that were linted last, and their folders.
    """

    paths: tuple[Path, ...]
    folders: frozenset[Path]
    files: frozenset[Path]
    suffixes: frozenset[str]
    checked: frozenset[Path] = frozenset()

    @classmethod
    def around(cls, paths: Iterable[Path], finder: SettingsFinder) -> Watched:
        """Paths, the projects that they belong to, and the files that settings name.

        Raises:
            click.UsageError: when settings can't be read.
        """
        paths = tuple(paths)
        found = [finder.for_path(path) for path in paths]
        roots = {real_path(settings.root) for settings in found}
        files = [path for path in paths if not is_folder(path)]
        named = [file for settings in found for file in settings.files]
        return cls(
            paths,
            frozenset(roots | {real_path(path) for path in paths if is_folder(path)}),
            frozenset(map(_real, (*files, *named))),
            frozenset({".py"}) | _suffixes_of(found),
        )

    def follow(self, finder: SettingsFinder) -> None:
        """Watch the files that settings name now; where they can't be read, the earlier ones too.

        Raises:
            click.UsageError: when settings can't be found.
        """
        try:
            now = Watched.around(self.paths, finder)
        except click.UsageError:
            named = (file for path in self.paths for file in finder.named_for(path))
            self.files |= frozenset(map(_real, named))
        else:
            self.folders, self.files, self.suffixes = now.folders, now.files, now.suffixes

    def looks(self) -> Generator[bool, None, None]:
        """Whether anything that matters has changed since the last look, again and again.

        Nothing is missed from the first look on.

        Raises:
            click.UsageError: when the folders can't be watched.
        """
        before = _stamps(self._outer())
        for changed in self._changed():
            then, before = before, _stamps(self._outer())
            yield changed or then != before

    def _changed(self) -> Iterator[bool]:
        """Whether something changed in the folders, burst by burst.

        Raises:
            click.UsageError: when they can't be watched.
        """
        from watchfiles import DefaultFilter, watch

        # What editors and other programs write beside the code.
        usual = DefaultFilter(ignore_dirs=tuple(SKIPPED_FOLDERS))
        works, moved = True, False
        while works:
            works = False
            outermost = self._outermost()
            try:
                for changes in watch(
                    *outermost,
                    watch_filter=lambda change, path: usual(change, path) and self.matters(path),
                    debounce=_LONGEST_BURST_MS,
                    step=_QUIET_MS,
                    rust_timeout=_SIGN_OF_LIFE_MS,
                    yield_on_timeout=True,
                    ignore_permission_denied=True,
                ):
                    works = True
                    # What changed before the other folders were watched is unknown.
                    yield bool(changes) or moved
                    moved = self._outermost() != outermost
                    if moved:
                        break
            except (OSError, RuntimeError) as error:
                # It also raises RuntimeError for a name that isn't UTF-8.
                if not works:
                    raise click.UsageError(f"--watch can't watch the files: {error}") from None
                yield True

    def matters(self, name: str) -> bool:
        """Whether a changed path may change the findings."""
        path = Path(name)
        return (
            path in self.files
            or path in self.checked
            or path.suffix in self.suffixes
            or path.name in _SETTINGS
            or is_version_file(path.name)
            # A moved folder is reported by its own name only.
            or is_folder(path)
        )

    def _outermost(self) -> list[Path]:
        return [
            folder
            for folder in self.folders
            if not any(up in self.folders for up in folder.parents)
        ]

    def _outer(self) -> list[Path]:
        """The files that lie in none of the folders."""
        return [file for file in self.files if self.folders.isdisjoint(file.parents)]


def _suffixes_of(patterns: Iterable[Settings | FilePatterns]) -> frozenset[str]:
    """The ends of the names of files that are looked for, as far as patterns tell."""
    found = {
        PurePath(pattern).suffix for each_pattern in patterns for pattern in each_pattern.include
    }
    return frozenset(found - {""})


def _real(file: Path) -> Path:
    """A file in its real folder: were it a link, the link."""
    return real_path(file.parent) / file.name


def _stamps(files: Iterable[Path]) -> dict[Path, tuple[int, ...]]:
    """Values that differ after a file has changed."""
    stamps: dict[Path, tuple[int, ...]] = {}
    for file in files:
        try:
            found = file.stat()
        except OSError:
            continue
        stamps[file] = (found.st_ino, found.st_size, found.st_mtime_ns)
    return stamps
