"""`daft-lint help`: all options of a command, or those that commands share."""

from __future__ import annotations

import click

from daft_lint.cli.help_text import WHOLE, Command, write_options
from daft_lint.cli.terminal import print_text

_OPTIONS = "options"


@click.command(
    cls=Command,
    name="help",
    short_help="Explain all options of a command.",
    examples=(
        ("daft-lint help check", "All options of `check`."),
        ("daft-lint help options", "The options that `check`, `verify`, `live` and others share."),
    ),
)
@click.argument("topic", required=False, metavar="[COMMAND|options]")
@click.pass_context
def command(ctx: click.Context, topic: str | None) -> None:
    """Explain all options of a command, or with `options` those that commands share."""
    root = ctx.find_root()
    commands = root.command
    assert isinstance(commands, click.Group)
    if topic is None:
        print_text(root.get_help())
    elif topic == _OPTIONS:
        print_text(_shared(ctx))
    else:
        named = commands.get_command(root, topic)
        if named is None:
            names = ", ".join((*commands.list_commands(root), _OPTIONS))
            raise click.UsageError(f"there is no help about {topic}; choose from: {names}")
        about = click.Context(named, parent=root, info_name=topic)
        about.meta[WHOLE] = True
        print_text(named.get_help(about))


def _shared(ctx: click.Context) -> str:
    """The options that make settings, which most commands take."""
    from daft_lint.cli.options import settings_options

    bearer = settings_options(click.Command("options"))
    formatter = ctx.make_formatter()
    formatter.write_text(
        "Options of check, verify, live and other commands. They win over settings."
    )
    options = [param for param in reversed(bearer.params) if isinstance(param, click.Option)]
    write_options(options, ctx, formatter)
    return formatter.getvalue().rstrip("\n")
