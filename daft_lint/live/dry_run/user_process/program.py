"""Is the user's program, on the native runner and without its rows.

It runs what comes over a socket as Python itself would, and sends each plan that Daft would run
over the same socket.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
from multiprocessing.connection import Connection
from pathlib import Path
from types import ModuleType

from daft_lint.live.dry_run.messages import Task
from daft_lint.live.dry_run.user_process.runners import NoRay, Runners
from daft_lint.programs.as_main import run_as_main
from daft_lint.programs.channel import ParentChannel
from daft_lint.programs.import_hook import Action, after_import
from daft_lint.programs.process_exit import end
from daft_lint.programs.target import is_function

_KILLED = 128 + signal.SIGKILL


def main(descriptor: int) -> None:
    """Run the program that the socket with that descriptor tells; end as it does."""
    os.set_inheritable(descriptor, False)
    connection = Connection(descriptor)
    task: Task = connection.recv()
    threading.Thread(target=_end_with, args=(connection,), daemon=True).start()
    after_import(_actions(task, ParentChannel(connection)))
    _let_workers_import(task.target)
    try:
        run_as_main(task.target, task.arguments)
    except SystemExit as error:
        end(error.code)
    end(None)


def _end_with(connection: Connection) -> None:
    """End this process and all that it started once the other end is gone."""
    with contextlib.suppress(OSError, EOFError):
        connection.recv_bytes()
    if os.getpgrp() == os.getpid():
        os.killpg(0, signal.SIGKILL)
    os._exit(_KILLED)


def _let_workers_import(target: str) -> None:
    """Let the processes that Daft runs UDFs in find the modules beside a script, as Ray does."""
    if not is_function(target):
        folder = str(Path(target).resolve().parent)
        others = os.environ.get("PYTHONPATH")
        os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (folder, others)))


def _actions(task: Task, channel: ParentChannel) -> dict[str, Action]:
    """What to do to which module, once the program imports it."""
    runners = Runners(task.runner, channel.note)
    no_ray = NoRay(runners, task.resources)

    def of_daft(daft: ModuleType) -> None:
        try:
            # What these import is Daft's.
            from daft_lint.live.dry_run.user_process.instrumentation import watch

            watch(daft, task, runners, channel)
        except (AttributeError, ImportError) as error:
            # Without all of it the program would run as it is, and write where it means to.
            version = getattr(daft, "__version__", "of this version")
            sys.exit(f"daft-lint: Daft {version} isn't supported by `live`: {error}")

    return {
        "daft": of_daft,
        "ray": no_ray.of_ray,
        "ray.dashboard.modules.dashboard_sdk": no_ray.of_jobs,
    }
