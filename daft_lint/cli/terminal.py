"""The terminal: where output goes, and what it can show."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TextIO

import click

from daft_lint.documents.atomic_writes import destination, replace_file
from daft_lint.documents.file_status import is_device
from daft_lint.reporting.printable import draws, in_ascii, printable_lines
from daft_lint.reporting.report import Style

_DEFAULT_WIDTH = 100

COLOR_CHOICES = ("auto", "always", "never")


def style_for(
    output_file: Path | None,
    color: str,
    *,
    summary: bool = True,
    verbose: bool = False,
    err: bool = False,
) -> Style:
    """What the terminal, pipe or file that output goes to can show: with `err` standard error."""
    stream = _stream(err=err) if output_file is None else None
    return Style(_wants_color(stream, color), _width(), summary, verbose)


def _width() -> int:
    """Cells of a line: the terminal's, or what COLUMNS says, else enough for prose and code."""
    try:
        columns = int(os.environ["COLUMNS"])
    except (KeyError, ValueError):
        columns = 0
    # Terminals without a window, as those of containers, have no columns.
    if columns > 0:
        return columns
    try:
        return os.get_terminal_size(sys.stdout.fileno()).columns or _DEFAULT_WIDTH
    except (OSError, ValueError):
        return _DEFAULT_WIDTH


def _wants_color(stream: TextIO | None, color: str) -> bool:
    """`--color` decides; on auto a terminal has colour, unless NO_COLOR says otherwise."""
    if color != "auto":
        return color == "always"
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return bool(os.environ.get("FORCE_COLOR")) or _is_terminal(stream)


def _stream(*, err: bool) -> TextIO:
    return sys.stderr if err else sys.stdout


def _is_terminal(stream: TextIO | None) -> bool:
    return stream is not None and stream.isatty()


def print_text(text: str, *, err: bool = False) -> None:
    """Print lines, with nothing in them that a terminal acts on.

    All that a command says goes through here, but for reports, whose formats see to it.
    """
    write_output(f"{printable_lines(text)}\n", None, err=err)


def print_message(text: str) -> None:
    """Tell something on standard error."""
    print_text(f"daft-lint: {text}", err=True)


def write_output(text: str | bytes, output_file: Path | None, *, err: bool = False) -> None:
    """Write to standard output, or to a file that is replaced as a whole; bytes as they are.

    Where standard output shows only ASCII, a report is turned into that, but for workflow commands:
    GitHub looks for the files that these name.

    With `err` it is standard error in the place of standard output.

    Raises:
        click.UsageError: when the file can't be written.
    """
    try:
        if output_file is None:
            if isinstance(text, str) and not text.startswith("::") and not draws(_stream(err=err)):
                text = in_ascii(text)
            click.echo(text, nl=False, color=True, err=err)
        elif is_device(output_file):
            output_file.write_bytes(_bytes(text))
        else:
            replace_file(destination(output_file), _bytes(text))
    except BrokenPipeError:
        raise
    except OSError as error:
        target = output_file or f"standard {'error' if err else 'output'}"
        raise click.UsageError(f"can't write {target}: {error.strerror}") from None


def _bytes(text: str | bytes) -> bytes:
    return text if isinstance(text, bytes) else text.encode()
