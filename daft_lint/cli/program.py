"""`daft-lint verify --run`: the user's own program under watch."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from daft_lint.cli.engine import engine_at_work
from daft_lint.cli.help_text import Command
from daft_lint.cli.terminal import print_message
from daft_lint.documents.file_status import is_file

if TYPE_CHECKING:
    from collections.abc import Iterable

    from daft_lint.findings import Finding
    from daft_lint.verification.options import Options
    from daft_lint.verification.verdict import Verified

WRITTEN = "daft_lint.written"
"""Where the context of a command keeps the words behind its name."""

ARGUMENTS = "daft_lint.arguments"
"""Where it keeps the arguments of a program."""


class ArgumentsCommand(Command):
    """A command with a program's arguments behind `--`.

    It keeps what was written behind its name.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Keep the program's arguments apart from the command's own."""
        ctx.meta[WRITTEN] = tuple(args)
        if "--" in args:
            place = args.index("--")
            if self.takes_arguments(args[:place]):
                args, ctx.meta[ARGUMENTS] = args[:place], tuple(args[place + 1 :])
        return super().parse_args(ctx, args)

    def takes_arguments(self, own: list[str]) -> bool:
        """Whether what follows `--` is for a program, and not paths."""
        return True


class ProgramCommand(ArgumentsCommand):
    """A command with the arguments of `--run`'s program behind `--`."""

    def takes_arguments(self, own: list[str]) -> bool:
        """Whether a program is run."""
        return any(argument == "--run" or argument.startswith("--run=") for argument in own)


def file_of(target: str) -> Path:
    """The file that a target names; the current folder when unknown."""
    from daft_lint.programs.target import is_function

    if not is_function(target):
        return Path(target)
    module = Path(*target.partition(":")[0].split("."))
    files = (module.with_suffix(".py"), module / "__init__.py")
    return next((file for file in files if is_file(file)), Path())


def run_live(
    findings: tuple[Finding, ...],
    target: str,
    options: Options,
    *,
    allow_writes: bool,
    to_stderr: bool,
    quiet: bool,
) -> tuple[Verified, bool]:
    """Run a program; the verdicts, and whether it ended without an error.

    Args:
        findings: What to judge.
        target: `script.py` or `package.module:function`.
        options: Time limits, trials and the address of a cluster.
        allow_writes: Let it write its real output.
        to_stderr: Send what it prints to standard error, as standard output is for a machine.
        quiet: Show no progress.
    """
    from daft_lint.cli.verification_progress import VerificationProgress
    from daft_lint.programs.target import ProgramError
    from daft_lint.verification.live import LiveOptions, run_program

    context = click.get_current_context()
    chosen = context.get_parameter_source("trials") is not ParameterSource.DEFAULT
    live = LiveOptions(
        trials=options.trials if chosen else 1,
        allow_writes=allow_writes,
        stdout=2 if to_stderr else 1,
    )
    arguments = context.meta.get(ARGUMENTS, ())
    watching = VerificationProgress(wanted=not quiet, total=len(findings))
    try:
        with engine_at_work():
            done = run_program(findings, target, arguments, options, live, watching)
    except ProgramError as error:
        raise click.UsageError(str(error)) from None
    limit = min(options.timeout, options.budget or options.timeout)
    return done.verified, print_program_end(done.notes, done.exit_code, limit)


def print_program_end(notes: Iterable[str], exit_code: int | None, timeout: float) -> bool:
    """Report what was kept from a program; whether it ended without an error.

    Without an exit code it was stopped, after `timeout` seconds.
    """
    for note in notes:
        print_message(note)
    if exit_code is None:
        print_message(f"the program was stopped after {timeout:,.0f} s")
    elif exit_code:
        print_message(f"the program ended with exit code {exit_code}")
    return exit_code == 0
