"""The frame of commands that use an engine: errors in one line, and an orderly end."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import click

from daft_lint.programs.installing import install_command


@contextmanager
def engine_at_work() -> Iterator[None]:
    """Report errors of an engine in one line, and end it in good order on signals.

    Raises:
        click.ClickException: when something went wrong.
    """
    from daft_lint.verification.engine_process import EngineError, NotInstalledError

    try:
        with ending_on_signals():
            yield
    except NotInstalledError as error:
        raise not_installed(str(error)) from None
    except EngineError as error:
        raise click.ClickException(str(error)) from None


def not_installed(reason: str) -> click.ClickException:
    """The message where Daft, Ray or another requirement of verify isn't installed."""
    install = install_command("daft-lint[verify]")
    return click.ClickException(
        f"verify needs Daft and Ray in daft-lint's environment: {install} ({reason})"
    )


@contextmanager
def ending_on_signals() -> Iterator[None]:
    """End in good order on SIGTERM and SIGHUP, as on Ctrl-C: no cluster stays behind."""

    def end(number: int, _: object) -> None:
        sys.exit(128 + number)

    signals = (signal.SIGTERM, signal.SIGHUP)
    # Ignored signals, such as SIGHUP under nohup, stay so.
    handled = [signum for signum in signals if signal.getsignal(signum) is not signal.SIG_IGN]
    before = {signum: signal.signal(signum, end) for signum in handled}
    try:
        yield
    finally:
        for signum, handler in before.items():
            signal.signal(signum, handler)
