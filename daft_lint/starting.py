"""Where the command starts: what needs next to nothing is done before anything is imported."""

from __future__ import annotations

import os
import sys

from daft_lint import __version__


def main() -> None:
    """Run `daft-lint` with the arguments of this process."""
    arguments = sys.argv[1:]
    if arguments == ["--version"]:
        print(f"daft-lint, version {__version__}")
        return
    from daft_lint.caching.replays import replayed

    said = replayed(arguments, os.environ)
    if said is None:
        from daft_lint.cli import main as command

        command(prog_name="daft-lint", obj=arguments)
        return
    output, exit_code = said
    try:
        sys.stdout.buffer.write(output)
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever reads the output has seen enough; nothing is left to flush.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        exit_code = 2
    sys.exit(exit_code)
