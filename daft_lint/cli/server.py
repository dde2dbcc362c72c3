"""`daft-lint server`: serve an editor."""

from __future__ import annotations

import os
import sys

import click

from daft_lint.cli.help_text import Command
from daft_lint.cli.terminal import print_message
from daft_lint.programs.installing import install_command


@click.command(
    name="server",
    cls=Command,
    short_help="Run the language server.",
    examples=(("daft-lint server", "The command that an editor starts."),),
)
@click.option(
    "--stdio",
    is_flag=True,
    hidden=True,
    help="Accepted because some editors pass it; it is always on.",
)
def command(stdio: bool) -> None:
    """Run the language server for an editor, over standard input and output.

    An editor starts this command: see the page about editors in the documentation.
    """
    if sys.stdin is None:
        raise click.UsageError("there is no standard input to read")
    try:
        from daft_lint.server.language_server import serve
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] not in ("pygls", "lsprotocol"):
            raise
        raise click.UsageError(
            f"the server needs pygls: {install_command('daft-lint[server]')}"
        ) from None
    if sys.stdin.isatty():
        print_message("this is meant to be started by an editor; press Ctrl-C to stop")
    # Rules of others may print: nothing but the protocol may get on its stream.
    with os.fdopen(os.dup(sys.stdout.fileno()), "wb") as stream:
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
        code = serve(sys.stdin.buffer, stream)
    sys.stderr.flush()
    # An editor waits for no work in progress, nor for the thread that does it.
    os._exit(code)
