"""Is the user's program, watched.

It runs what it is told over a socket as Python itself would, in a process of its own, so that
nothing the program does can harm the engine. What it runs with Daft is told over the same socket.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import sys
import threading
from collections.abc import Iterator
from importlib.machinery import SourceFileLoader
from multiprocessing.connection import Connection
from pathlib import Path
from types import ModuleType, TracebackType

from daft_lint.verification.engine.after_import import Action, after_import
from daft_lint.verification.engine.connecting import Connecting
from daft_lint.verification.engine.queries import Queries
from daft_lint.verification.engine.telling import Note, Task, Told
from daft_lint.verification.target import is_function

_OURS = str(Path(__file__).parent)
_INTERRUPTED = 130


class _Engine:
    """The engine's ear; deaf when the engine is gone."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._lock = threading.Lock()
        self._notes: set[str] = set()

    def send(self, told: Told) -> None:
        with self._lock, contextlib.suppress(OSError):
            self._connection.send(told)

    def note(self, text: str) -> None:
        if text not in self._notes:
            self._notes.add(text)
            self.send(Note(text))


def main(descriptor: int) -> None:
    """Run the program that the socket with that descriptor tells; end as it does."""
    os.set_inheritable(descriptor, False)
    connection = Connection(descriptor)
    task: Task = connection.recv()
    after_import(_actions(task, _Engine(connection)))
    try:
        _run(task)
    except SystemExit:
        raise
    except BaseException as error:
        sys.excepthook(type(error), error, _without_us(error))
        sys.exit(_INTERRUPTED if isinstance(error, KeyboardInterrupt) else 1)


def _actions(task: Task, engine: _Engine) -> dict[str, Action]:
    """What to do to which module, once the program imports it."""
    connecting = Connecting(task.address, engine.note, workers_need_hook=task.workers_need_hook)
    queries = Queries(engine.send)

    def of_daft(daft: ModuleType) -> None:
        if not task.allow_writes:
            from daft_lint.verification.engine.writes import Writes

            folder = None if task.scratch is None else Path(task.scratch)
            Writes(folder, engine.note).of_daft(daft)
        if task.limit_rows is not None:
            from daft_lint.verification.engine.sources import Sources

            Sources(task.limit_rows, engine.note, queries, connecting).of_daft(daft)

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


def _run(task: Task) -> None:
    if is_function(task.target):
        _call(task.target, task.arguments)
    else:
        _run_script(task.target, task.arguments)


def _run_script(path: str, arguments: tuple[str, ...]) -> None:
    """Run a script as `python script.py` does."""
    sys.argv = [path, *arguments]
    _search_first(str(Path(path).resolve().parent))
    main_module = ModuleType("__main__")
    file = str(Path(path).absolute())
    main_module.__file__ = file
    main_module.__loader__ = SourceFileLoader("__main__", file)
    main_module.__dict__["__builtins__"] = sys.modules["builtins"]
    # It stays: threads of the program and what Ray pickles need it until the very end.
    sys.modules["__main__"] = main_module
    code = compile(Path(path).read_bytes(), file, "exec", dont_inherit=True)
    exec(code, main_module.__dict__)


def _call(target: str, arguments: tuple[str, ...]) -> None:
    """Call a function of a module as an entry point of an installed program is."""
    name, _, function = target.partition(":")
    sys.argv = [name, *arguments]
    _search_first(str(Path.cwd()))
    called: object = importlib.import_module(name)
    for part in function.split("."):
        called = getattr(called, part)
    if not callable(called):
        raise TypeError(f"{target} is no function")
    sys.exit(called())


def _search_first(folder: str) -> None:
    """Import from a folder first, unless Python is told not to."""
    if not getattr(sys.flags, "safe_path", False):
        sys.path.insert(0, folder)


def _without_us(error: BaseException) -> TracebackType | None:
    """The traceback of an error without this package's part in it, and so of what caused it."""
    for one in _chain(error):
        one.__traceback__ = _theirs(one.__traceback__)
    return error.__traceback__


def _chain(error: BaseException) -> Iterator[BaseException]:
    seen: set[int] = set()
    waiting: list[BaseException | None] = [error]
    while waiting:
        one = waiting.pop()
        if one is not None and id(one) not in seen:
            seen.add(id(one))
            yield one
            waiting += [one.__cause__, one.__context__]


def _theirs(traceback: TracebackType | None) -> TracebackType | None:
    if traceback is None:
        return None
    rest = _theirs(traceback.tb_next)
    file = traceback.tb_frame.f_code.co_filename
    # Importing shows no frames of the import system itself, unless somebody else has part in it.
    if file.startswith((_OURS, "<frozen importlib")):
        return rest
    return TracebackType(rest, traceback.tb_frame, traceback.tb_lasti, traceback.tb_lineno)
