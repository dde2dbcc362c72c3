"""`daft-lint mcp`: serve a coding agent."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from daft_lint.cli.help_text import Command
from daft_lint.cli.terminal import print_message

_EXTRA = ("mcp", "mcp_types", "anyio", "pydantic")
"""What the extra installs, and the server imports."""

_MISSING = "this needs the package mcp from 2.3 on; install it: pip install 'daft-lint[mcp]'"


@click.command(
    name="mcp",
    cls=Command,
    short_help="Serve a coding agent.",
    examples=(
        ("daft-lint mcp", "What a coding agent is told to start, in the folder of the project."),
        ("daft-lint mcp --extend-rules", "With the project's own rules, which is code of it."),
    ),
)
@click.option(
    "--extend-rules",
    "trusted",
    is_flag=True,
    help="Load the rules that settings of the project name: this runs code of the project.",
)
def command(trusted: bool) -> None:
    """Serve a coding agent over standard input and output, by the Model Context Protocol.

    Its tools are check, explain, pipelines, plan, facts, fix and verify. They read files below the
    current folder only, and write none but the facts of logs.
    """
    if sys.stdin is None or sys.stdout is None:
        raise click.UsageError("there is no standard input and output to talk over")
    try:
        from daft_lint.cli.mcp.server import serve
    except ModuleNotFoundError as error:
        # Version 1 of the package has other modules.
        if error.name is None or error.name.partition(".")[0] not in _EXTRA:
            raise
        raise click.UsageError(_MISSING) from None
    if sys.stdin.isatty():
        print_message("a coding agent is to start this; Ctrl-C ends it")
    serve(Path.cwd(), trusted=trusted)
