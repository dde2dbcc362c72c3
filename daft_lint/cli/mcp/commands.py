"""The commands behind the tools, each in a process of its own, and the paths that they may read."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from subprocess import DEVNULL

import anyio
import click

from daft_lint.cli.options import UNTRUSTED, WITHIN
from daft_lint.documents.file_status import is_missing, real_path
from daft_lint.programs.child import interpreter
from daft_lint.records import dataclass
from daft_lint.reporting.printable import printable_lines


def inside(root: Path, names: Sequence[str]) -> tuple[Path, ...]:
    """The files and folders of these names, as they are shown to people.

    Raises:
        click.UsageError: a name is empty, can't be a path, leads nowhere, or out of the root.
    """
    return tuple(_inside(root, name) for name in names)


def _inside(root: Path, name: str) -> Path:
    if "\0" in name:
        raise click.UsageError(f"{name!r} is no path: it holds a NUL byte")
    if not name:
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


MOST_CHARACTERS = 16_000
"""The most characters of an answer, about 4,000 tokens."""
_END = 1_000
"""Of these, those at the end, where a command sums up."""
_OURS = "daft-lint: "


@dataclass(frozen=True, slots=True)
class Ran:
    """What a command printed."""

    text: str
    errors: str

    @property
    def notes(self) -> list[str]:
        """The messages among the errors."""
        lines = self.errors.splitlines()
        return [line.removeprefix(_OURS) for line in lines if line.startswith(_OURS)]


async def ran(
    arguments: Sequence[str],
    paths: Sequence[Path],
    root: Path,
    *,
    trusted: bool,
    seconds: float | None = None,
) -> Ran:
    """Run a command in the folder of the server, where it reads no file outside of that folder.

    Raises:
        click.ClickException: it can't do its work, or takes longer than so many seconds.
    """
    # It imports from the same places as this process, not from its current folder.
    program = (
        f"import sys; sys.path[:] = {sys.path!r}; from daft_lint.entry_point import main; main()"
    )
    command = [*interpreter(), "-c", program, *arguments, "--", *map(str, paths)]
    environment = {**os.environ, WITHIN: str(root), "COLUMNS": "100", "NO_COLOR": "1"}
    environment.pop("FORCE_COLOR", None)
    if not trusted:
        environment[UNTRUSTED] = "1"
    try:
        with anyio.fail_after(seconds):
            # When a verification is killed, its engine ends the cluster.
            done = await anyio.run_process(
                command, stdin=DEVNULL, check=False, cwd=root, env=environment
            )
    except TimeoutError:
        raise click.ClickException(f"{arguments[0]} took longer than {seconds:g} s") from None
    text, errors = (output.decode("utf-8", "replace") for output in (done.stdout, done.stderr))
    if done.returncode not in (0, 1) and not text:
        lines = errors.strip().splitlines() or [f"exit code {done.returncode}"]
        raise click.ClickException(lines[-1].removeprefix(_OURS))
    return Ran(text, errors)


def answer(*texts: str) -> str:
    """Texts as one answer; of a long one the beginning and the end, and how much is missing."""
    whole = "\n".join(text.rstrip("\n") for text in texts if text.strip())
    text = printable_lines(whole)
    missing = len(text) - MOST_CHARACTERS
    if missing > 0:
        note = f"[CUT: {missing:,} characters. Name fewer paths to see them.]"
        text = f"{text[: MOST_CHARACTERS - _END]}\n{note}\n{text[-_END:]}"
    # The last line of a diff has an end, or `patch` finds it cut.
    return f"{text}\n"
