"""Where the command starts: what needs next to nothing is done before anything is imported."""

from __future__ import annotations

import os
import sys

from daft_lint import __version__, streams


def main() -> None:
    """Run `daft-lint` with the arguments of this process, and end it."""
    streams.secure()
    arguments = sys.argv[1:]
    if arguments in (["--version"], ["-V"]):
        sys.exit(_told(f"daft-lint, version {__version__}\n".encode(), 0))
    from daft_lint.caching.replays import replayed

    said = replayed(arguments, os.environ)
    if said is not None:
        sys.exit(_told(*said))
    from daft_lint.cli import main as command
    from daft_lint.programs.ending import end

    try:
        command(prog_name="daft-lint", obj=arguments)
    except SystemExit as error:
        end(error.code)


def _told(output: bytes, exit_code: int) -> int:
    """Write to standard output; the exit code, another one if nobody takes it."""
    try:
        sys.stdout.buffer.write(output)
        sys.stdout.flush()
    except OSError as error:
        if not isinstance(error, BrokenPipeError):
            streams.tell(f"daft-lint: can't write standard output: {error.strerror}")
        # What is left of it can't be flushed either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 2
    return exit_code
