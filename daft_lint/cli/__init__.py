"""The command line. One file per command; a command's module is imported when it is called."""

from __future__ import annotations

import errno
import importlib
import os
import re
import sys
from pathlib import Path
from typing import Any

import click

from daft_lint import __version__
from daft_lint.programs import streams

_COMMANDS = {
    "check": "Lint Python files and folders (the default command).",
    "facts": "Save facts from runs, such as row counts, next to the code.",
    "help": "Explain all options of a command.",
    "init": "Find the cluster and sources of a project, and write its first settings.",
    "live": "Run a program without its data, and lint the plans it builds.",
    "mcp": "Serve a coding agent over the Model Context Protocol.",
    "plan": "Predict what actor pools will do, and suggest better numbers.",
    "pipelines": "Show the pipelines daft-lint found, and its predictions for them.",
    "review": "Review finished runs using Daft's event logs.",
    "rule": "List the rules, or explain one or all of them.",
    "server": "Run the language server for an editor.",
    "verify": "Run flagged pipelines on a real Ray cluster to confirm or refute findings.",
}
_DEFAULT = "check"
_EXAMPLES = (
    ("daft-lint init", "Write the first settings of a project."),
    ("daft-lint src", "Lint a folder."),
    ("daft-lint --fix src", "Apply safe fixes."),
    ("daft-lint rule DFT101", "Explain a finding."),
    ("daft-lint verify src", "Prove findings on a small cluster."),
)
# Alone on the command line, each of these takes the current folder, as linting does: in a project
# with a folder of that name, either may be meant.
_OF_THIS_FOLDER = ("init", "pipelines", "plan", "verify")
# Names of commands in other tools.
_MEANT = {
    "explain": "the command `rule`",
    "fix": "`daft-lint --fix`",
    "lint": "the command `check`",
    "show": "the command `pipelines`",
    "version": "`daft-lint --version`",
}
_CODE = re.compile(r"[A-Z]+[0-9]+")
# Errors of a stream that takes no more output.
_OF_OUTPUT = (
    errno.ENOSPC,
    errno.EDQUOT,
    errno.EFBIG,
    errno.EIO,
    errno.EBADF,
    errno.EAGAIN,
)
# Errors of a path that leads nowhere.
_OF_PATHS = (errno.ENAMETOOLONG, errno.ELOOP)
# The error of `Path.resolve` for a link that leads to itself, up to Python 3.12.
_LOOP = "Symlink loop from "
_LONGEST_SHOWN = 100


class _Commands(click.Group):
    """A group that loads commands lazily and takes `daft-lint src` for `daft-lint check src`."""

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run, and end the process; an error is one line, with exit code 2."""
        kwargs["standalone_mode"] = False
        try:
            sys.exit(super().main(*args, **kwargs))
        except click.ClickException as error:
            _print_error(error.format_message())
            sys.exit(2)
        except click.Abort:
            streams.print_error("daft-lint: interrupted")
            sys.exit(130)
        except BrokenPipeError:
            # The reader of the output has seen enough; nothing is left to flush.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(2)
        except Exception as error:
            _print_error(_what_ended_it(error))
            sys.exit(2)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        module = importlib.import_module(f"daft_lint.cli.{cmd_name}")
        command: click.Command = module.command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(_COMMANDS.items()))

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        from daft_lint.cli.help_text import write_examples

        write_examples(_EXAMPLES, formatter)
        super().format_epilog(ctx, formatter)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        own = {"--help", "--version", "-h", "-V"}
        completing_a_command = ctx.resilient_parsing and not args
        names_a_command = bool(args) and (args[0] in own or args[0] in _COMMANDS)
        if not names_a_command and not completing_a_command:
            _reject_misspelt(args)
            args = [_DEFAULT, *args]
        elif len(args) == 1 and not ctx.resilient_parsing:
            _reject_folder_of_code(args[0])
        return super().parse_args(ctx, args)


@click.command(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="`daft-lint PATHS` is short for `daft-lint check PATHS`. Exit codes: 0 no warning "
    "and no error, 1 a warning or an error, 2 something could not be checked.",
)
@click.version_option(__version__, "-V", "--version", prog_name="daft-lint")
def main() -> None:
    """Find the workers and actors that idle in Daft pipelines, before you pay for them."""


def _reject_misspelt(args: list[str]) -> None:
    """Suggest the command that a word resembles, if the word isn't a path.

    Raises:
        click.UsageError: when there is such a word in the place of a command.
    """
    word = args[0] if args else ""
    if not (word.isalpha() or _CODE.fullmatch(word)):
        return
    from daft_lint.documents.file_status import is_missing

    meant = _meant_by(word) if is_missing(Path(word)) else None
    if meant is not None:
        raise click.UsageError(f"{word}: no such file or folder; did you mean {meant}?")


def _reject_folder_of_code(command: str) -> None:
    """Stop if a command alone may be a folder to lint: in CI, it would silently go unlinted.

    Commands that others start, as editors start `server`, go on with a line on standard error.

    Raises:
        click.UsageError: when a folder named like the command has Python files.
    """
    if command == _DEFAULT or next(Path(command).rglob("*.py"), None) is None:
        return
    both = f"`{command}` is a command and a folder here"
    lint = f"write `daft-lint {_DEFAULT} {command}` to lint the folder"
    if command in _OF_THIS_FOLDER:
        raise click.UsageError(f"{both}: {lint}, or `daft-lint {command} .` to run the command")
    streams.print_error(f"daft-lint: {both}, and the command runs: {lint}")


def _meant_by(word: str) -> str | None:
    from daft_lint.documents.spelling import nearest

    if _CODE.fullmatch(word):
        return f"`daft-lint rule {word}`"
    if word in _MEANT:
        return _MEANT[word]
    command = nearest(word, _COMMANDS)
    return command and f"the command `{command}`"


def _what_ended_it(error: Exception) -> str:
    if isinstance(error, OSError) and error.filename is None and error.errno in _OF_OUTPUT:
        stream = "output" if streams.takes(sys.stderr) else "error"
        return f"can't write standard {stream}: {error.strerror}"
    if isinstance(error, OSError) and error.errno in _OF_PATHS and error.filename is not None:
        return f"{_shown(os.fsdecode(error.filename))}: can't be read: {error.strerror}"
    if isinstance(error, RuntimeError) and str(error).startswith(_LOOP):
        return str(error)
    if isinstance(error, FileNotFoundError) and _is_nowhere():
        return "the current folder was deleted; start from another one"
    return f"internal error: {type(error).__name__}: {error}; please report it"


def _print_error(text: str) -> None:
    from daft_lint.reporting.printable import printable_lines

    streams.print_error(f"daft-lint: {printable_lines(text)}")


def _shown(path: str) -> str:
    return path if len(path) <= _LONGEST_SHOWN else f"{path[:_LONGEST_SHOWN]}..."


def _is_nowhere() -> bool:
    """Whether the folder that this process works in was removed."""
    try:
        Path.cwd()
    except FileNotFoundError:
        return True
    return False
