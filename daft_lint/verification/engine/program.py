"""The process of the user's program, under watch.

It runs what comes over a socket as Python itself would, in a process of its own, so that nothing
the program does can harm the engine. It reports over the same socket what it runs with Daft.
"""

from __future__ import annotations

import os
from multiprocessing.connection import Connection
from pathlib import Path
from types import ModuleType

from daft_lint.programs.as_main import run_as_main
from daft_lint.programs.channel import ParentChannel
from daft_lint.programs.import_hook import Action, after_import
from daft_lint.verification.engine.program_messages import Task
from daft_lint.verification.engine.queries import Queries
from daft_lint.verification.engine.ray_connection import RayConnection


def main(descriptor: int) -> None:
    """Run the program that comes over the socket with that descriptor; end as it does."""
    os.set_inheritable(descriptor, False)
    connection = Connection(descriptor)
    task: Task = connection.recv()
    after_import(_actions(task, ParentChannel(connection)))
    run_as_main(task.target, task.arguments)


def _actions(task: Task, engine: ParentChannel) -> dict[str, Action]:
    """Actions by module, for when the program imports it."""
    connecting = RayConnection(task.address, engine.note, workers_need_hook=task.workers_need_hook)
    queries = Queries(engine.send)

    def of_daft(daft: ModuleType) -> None:
        if not task.allow_writes:
            from daft_lint.verification.engine.writes import Writes

            folder = None if task.scratch is None else Path(task.scratch)
            Writes(folder, engine.note).of_daft(daft)

    def of_ray_runner(ray_runner: ModuleType) -> None:
        connecting.of_runner(ray_runner)
        queries.of_ray_runner(ray_runner)

    return {
        "ray": connecting.of_ray,
        "ray.dashboard.modules.dashboard_sdk": connecting.of_jobs,
        "daft": of_daft,
        "daft.runners.ray_runner": of_ray_runner,
        "daft.runners.native_runner": queries.of_native_runner,
    }
