"""`daft-lint mcp`: serve a coding agent."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from daft_lint.cli.help_text import Command
from daft_lint.cli.terminal import print_message
from daft_lint.programs.installing import install_command

_EXTRA = ("mcp", "mcp_types", "anyio", "pydantic")
"""What the extra installs, and the server imports."""


@click.command(
    name="mcp",
    cls=Command,
    short_help="Serve a coding agent.",
    examples=(
        ("daft-lint mcp", "The command that a coding agent starts, in the project's folder."),
        ("daft-lint mcp --extend-rules", "With the project's own rules. This runs project code."),
    ),
)
@click.option(
    "--extend-rules",
    "trusted",
    is_flag=True,
    help="Load the rules that the project's settings name. This runs project code.",
)
def command(trusted: bool) -> None:
    """Serve a coding agent over standard input and output, using the Model Context Protocol.

    Its tools are check, explain, pipelines, plan, facts, fix and verify. They only read files below
    the current folder. The only file they write is daft-lint-facts.toml.
    """
    if sys.stdin is None or sys.stdout is None:
        raise click.UsageError("there is no standard input and output to use")
    try:
        from daft_lint.cli.mcp.server import serve
    except ModuleNotFoundError as error:
        # Version 1 of the package has other modules.
        if error.name is None or error.name.partition(".")[0] not in _EXTRA:
            raise
        raise click.UsageError(
            "this needs version 2.3 or later of the package mcp: "
            f"{install_command('daft-lint[mcp]')}"
        ) from None
    if sys.stdin.isatty():
        print_message("this is meant to be started by a coding agent; press Ctrl-C to stop")
    serve(Path.cwd(), trusted=trusted)
