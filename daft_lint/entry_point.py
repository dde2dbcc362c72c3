"""The entry point of the command: what needs next to nothing comes before any import."""

from __future__ import annotations

import os
import sys

from daft_lint import __version__
from daft_lint.programs import streams


def main() -> None:
    """Run `daft-lint` with the arguments of this process, and end it."""
    streams.secure()
    if sys.argv[1:] in (["--version"], ["-V"]):
        sys.exit(_write(f"daft-lint, version {__version__}\n".encode(), 0))
    from daft_lint.cli import main as command
    from daft_lint.programs.process_exit import end

    try:
        command(prog_name="daft-lint")
    except SystemExit as error:
        end(error.code)


def _write(output: bytes, exit_code: int) -> int:
    """Write to standard output; the exit code, another one if that fails."""
    try:
        sys.stdout.buffer.write(output)
        sys.stdout.flush()
    except OSError as error:
        if not isinstance(error, BrokenPipeError):
            streams.print_error(f"daft-lint: can't write standard output: {error.strerror}")
        # What is left of it can't be flushed either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 2
    return exit_code
