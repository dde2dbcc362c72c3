"""A dry run of a user's program, from start to end."""

from __future__ import annotations

import importlib.util
import os
import tempfile
from collections.abc import Mapping, Sequence

from daft_lint.live.dry_run.messages import Planned, RanCapped, Task
from daft_lint.programs.channel import Note
from daft_lint.programs.child import Child, GoneError
from daft_lint.programs.installing import install_command
from daft_lint.programs.target import ProgramError, require_target
from daft_lint.records import dataclass, field, replace

_GRACE = 5.0
"""Seconds that an interrupted program gets to end, and that the end of its family may take."""

_QUIET = {"DAFT_PROGRESS_BAR": "0", "DO_NOT_TRACK": "1"}
"""What the program gets unless the user set it: what runs is not what it asks for."""

_PROGRAM = "daft_lint.live.dry_run.user_process.program"


@dataclass(frozen=True, slots=True)
class Running:
    """How to run a program.

    What has to run at all sees at most `limit_rows` rows of each source. The program is ended after
    `timeout` seconds, None: never. `resources` is what Ray would say that the cluster has, such as
    `{"CPU": 8.0}`, None when unknown. `stdin`, `stdout` and `stderr` are the descriptors that the
    program reads and writes.
    """

    limit_rows: int = 100
    timeout: float | None = None
    resources: dict[str, float] | None = None
    stdin: int = 0
    stdout: int = 1
    stderr: int = 2


@dataclass(frozen=True, slots=True)
class Ran:
    """What came of running a program.

    `planned` are the plans that it would have run, in the order in which it asked for them. `notes`
    say in one line each what was kept from it. `exit_code` is as a shell has it, None when its time
    was up.
    """

    planned: tuple[Planned, ...]
    notes: tuple[str, ...]
    exit_code: int | None


def run_program(target: str, arguments: Sequence[str], running: Running) -> Ran:
    """Run a program on Daft's native runner, and gather the plans that it would run.

    No process of it is left behind, whatever happens.

    Args:
        target: A script, or `package.module:function`.
        arguments: What the program gets as `sys.argv[1:]`.
        running: How to run it.

    Raises:
        ProgramError: when there is no such script, or Daft isn't installed.
        KeyboardInterrupt: at Ctrl-C, which the program got first.
    """
    require_target(target)
    if importlib.util.find_spec("daft") is None:
        install = install_command("daft")
        raise ProgramError(f"live needs Daft in daft-lint's environment: {install}")
    log = _ProgramLog()
    with tempfile.TemporaryDirectory(prefix="daft-lint-", ignore_cleanup_errors=True) as scratch:
        task = Task(
            target,
            tuple(arguments),
            running.limit_rows,
            _chosen(os.environ),
            running.resources,
            scratch,
        )
        try:
            exit_code = _finished(running, task, log)
        except GoneError as error:
            raise ProgramError(f"{target} {error}") from None
    return log.ran(exit_code)


def _finished(running: Running, task: Task, log: _ProgramLog) -> int | None:
    """The program's exit code as a shell has it; None when its time was up."""
    process = Child(
        _PROGRAM,
        environment={**_QUIET, **os.environ, "DAFT_RUNNER": "native"},
        streams=(running.stdin, running.stdout, running.stderr),
        # So that its whole family can be found. Ctrl-C is handed on.
        kept=True,
    )
    try:
        process.send(task)
        return process.finished(log.add, running.timeout)
    except KeyboardInterrupt:
        process.interrupt(_GRACE)
        raise
    finally:
        process.end(_GRACE)


def _chosen(environment: Mapping[str, str]) -> str | None:
    runner = environment.get("DAFT_RUNNER", "").lower()
    return runner if runner in ("native", "ray") else None


@dataclass(slots=True)
class _ProgramLog:
    """What the program's process reported."""

    planned: dict[int, Planned] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    def add(self, message: object) -> None:
        if isinstance(message, Planned):
            self.planned[message.number] = message
        elif isinstance(message, RanCapped):
            if message.number in self.planned:
                self.planned[message.number] = replace(self.planned[message.number], ran=True)
        elif isinstance(message, Note):
            self.notes.append(message.text)

    def ran(self, exit_code: int | None) -> Ran:
        planned = tuple(self.planned[number] for number in sorted(self.planned))
        return Ran(planned, tuple(self.notes), exit_code)
