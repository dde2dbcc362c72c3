"""`daft-lint help`: all options of a command."""

from __future__ import annotations

import click

from daft_lint.cli.help_text import WHOLE, Command
from daft_lint.cli.terminal import print_text


@click.command(
    cls=Command,
    name="help",
    short_help="Explain all options of a command.",
    examples=(("daft-lint help check", "All options of `check`."),),
)
@click.argument("topic", required=False, metavar="[COMMAND]")
@click.pass_context
def command(ctx: click.Context, topic: str | None) -> None:
    """Explain all options of a command."""
    root = ctx.find_root()
    commands = root.command
    assert isinstance(commands, click.Group)
    if topic is None:
        print_text(root.get_help())
    else:
        named = commands.get_command(root, topic)
        if named is None:
            names = ", ".join(commands.list_commands(root))
            raise click.UsageError(f"there is no help about {topic}; choose from: {names}")
        about = click.Context(named, parent=root, info_name=topic)
        about.meta[WHOLE] = True
        print_text(named.get_help(about))
