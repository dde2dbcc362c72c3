"""`daft-lint server`: serve an editor."""

from __future__ import annotations

import os
import sys

import click

from daft_lint.cli.helping import Command
from daft_lint.cli.terminal import tell

_MISSING = "the server needs pygls; install it with: pip install 'daft-lint[server]'"


@click.command(
    name="server",
    cls=Command,
    short_help="Serve an editor.",
    examples=(("daft-lint server", "What an editor is told to start."),),
)
@click.option("--stdio", is_flag=True, hidden=True, help="What some editors pass; always so.")
def command(stdio: bool) -> None:
    """Serve an editor over standard input and output, by the Language Server Protocol.

    An editor starts it: see the page about editors in the documentation.
    """
    if sys.stdin is None:
        raise click.UsageError("there is no standard input to read")
    try:
        from daft_lint.server.serving import serve
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] not in ("pygls", "lsprotocol"):
            raise
        raise click.UsageError(_MISSING) from None
    if sys.stdin.isatty():
        tell("an editor is to start this; Ctrl-C ends it")
    # Rules of others may print: nothing but the protocol may get on its stream.
    with os.fdopen(os.dup(sys.stdout.fileno()), "wb") as stream:
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
        code = serve(sys.stdin.buffer, stream)
    sys.exit(code)
