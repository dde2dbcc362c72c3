"""Runs programs as `daft-lint live` does, and tells which plans each of them builds.

    python live_plans.py FOLDER < programs

Standard input holds the paths of programs, pickled; so does standard output what is told of each.
No plan runs: a program that needs rows, or waits, ends there. Files elsewhere are made up in
FOLDER, one where a path names one, three where it is a glob or a folder. Modules that nobody has
installed hold whatever is asked for. A function that nothing in the program calls is called.
"""

from __future__ import annotations

import gc
import importlib.machinery
import json
import os
import pickle
import re
import signal
import sys
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from multiprocessing.connection import Connection, Pipe
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any
from unittest.mock import MagicMock

os.environ.update(DAFT_PROGRESS_BAR="0", DO_NOT_TRACK="1", DAFT_RUNNER="native")

import daft
import pyarrow
from daft.runners.native_runner import NativeRunner
from pyarrow import csv, parquet

from daft_lint.live.dry_run.messages import Planned, Task
from daft_lint.live.dry_run.user_process.instrumentation import watch
from daft_lint.live.dry_run.user_process.runners import NoRay, Runners
from daft_lint.programs.channel import Note, ParentChannel
from daft_lint.programs.import_hook import after_import

FILES = 3
ROWS = 4
"""Files of a glob or a folder, and the rows of each."""

SECONDS = 30
"""What a program may take."""

ROUNDS = 3
"""Of so many rounds of a loop the plans are told."""

CELLS: tuple[Any, ...] = ("1", 1, ["1"], b"1")
"""What columns hold, tried one after the other: nobody says of which type they are."""

PROVIDERS = ("openai", "torch", "transformers", "sentence_transformers", "vllm")
"""Packages that Daft looks for where a program calls AI functions."""

_LITERAL = re.compile(r"""["']([A-Za-z_]\w*)["']""")
_IMPORT = re.compile(r"^[ ]*(?:from|import) (\w+)", re.MULTILINE)


_OF_TYPES = re.compile(r"DaftCoreException|TypeError")


class RowsNeededError(Exception):
    """The program needs rows to go on, or time."""


def main() -> None:
    folder = Path(sys.argv[1])
    programs: list[str] = pickle.load(sys.stdin.buffer)
    # What programs print is nothing to those who read what is told.
    writer = os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    warnings.simplefilter("ignore")
    # It imports pandas where it is installed, which took each process three times what it does.
    pyarrow.table({"text": [""]})
    # Processes share what nobody touches.
    gc.disable()
    gc.freeze()
    pickle.dump(
        [built(Path(program), folder / str(n)) for n, program in enumerate(programs)], writer
    )
    writer.close()


Built = tuple[tuple[Planned, ...], tuple[str, ...]]
"""The plans that a program built, and the errors that it, or a function of it, ended with."""


def built(program: Path, folder: Path) -> Built:
    """What a program builds, with columns of the type that gets it furthest."""
    tried: list[Built] = []
    for number, cell in enumerate(CELLS):
        tried.append(built_with(cell, program, folder / str(number)))
        if not any(_OF_TYPES.search(error) for error in tried[-1][1]):
            return tried[-1]
    return max(tried, key=lambda pair: (len(pair[0]), -len(pair[1])))


def built_with(cell: Any, program: Path, folder: Path) -> Built:
    """What a program builds, in a process of its own that has imported Daft already."""
    ours, theirs = Pipe()
    process = os.fork()
    if process == 0:
        ours.close()
        signal.alarm(SECONDS)
        try:
            for error in run(program, cell, folder, theirs):
                theirs.send(error)
        finally:
            os._exit(0)
    theirs.close()
    reported = [*messages(ours)]
    _, status = os.waitpid(process, 0)
    planned = {value.number: value for value in reported if isinstance(value, Planned)}
    rounds = Counter[object]()
    for number, planned_query in list(planned.items()):
        rounds[planned_query.place] += 1
        if rounds[planned_query.place] > ROUNDS:
            del planned[number]
    errors = [value for value in reported if isinstance(value, str)]
    return tuple(planned.values()), (*errors, *(["it didn't end"] if status else []))


def messages(connection: Connection) -> Iterator[object]:
    while True:
        try:
            reported = connection.recv()
        except EOFError:
            return
        if not isinstance(reported, Note):
            yield reported


def run(program: Path, cell: Any, folder: Path, connection: Connection) -> Iterator[str]:
    """Run a program and the functions that it doesn't call; the errors that come of it."""
    folder.mkdir(parents=True)
    os.chdir(folder)
    text = program.read_text("utf-8")
    table = pyarrow.table({column: [cell] * ROWS for column in [*_LITERAL.findall(text), "text"]})
    let_find_modules(frozenset({*_IMPORT.findall(text), *PROVIDERS}))
    let_find_files(table)
    frame = daft.from_arrow(table)
    prepare(program, folder, ParentChannel(connection))
    sys.modules["__main__"] = module = ModuleType("__main__")
    module.__file__ = str(program)
    sys.argv = [str(program)]
    code = compile(text, str(program), "exec", dont_inherit=True)
    yield from error_of(partial(exec, code, vars(module)))
    for name, function in vars(module).items():
        alone = len(re.findall(rf"\b{name}\b", text)) == 1
        if isinstance(function, FunctionType) and alone:
            yield from error_of(partial(function, *arguments(function, frame)))


def prepare(program: Path, folder: Path, channel: ParentChannel) -> None:
    """Take Daft in hand, as it is in the process of a live run, and let it run nothing."""

    def run_iter(*_: object) -> Iterator[object]:
        raise RowsNeededError
        yield

    def sleep(_: object) -> None:
        raise RowsNeededError

    NativeRunner.run_iter, time.sleep = run_iter, sleep
    runners = Runners(None, channel.note)
    no_ray = NoRay(runners, None)
    after_import({"ray": no_ray.of_ray, "ray.dashboard.modules.dashboard_sdk": no_ray.of_jobs})
    watch(daft, Task(str(program), (), 1, None, None, str(folder / "scratch")), runners, channel)


def error_of(action: Callable[[], object]) -> Iterator[str]:
    try:
        action()
    except (RowsNeededError, KeyboardInterrupt):
        return
    except BaseException as error:
        reported = f"{type(error).__name__}: {error}".replace("\n", " ")
        if "RowsNeededError" not in reported:
            yield reported


def arguments(function: FunctionType, frame: Any) -> list[object]:
    """Something of the type that each parameter has which must be given."""
    code, defaults = function.__code__, function.__defaults__ or ()
    names = code.co_varnames[: code.co_argcount - len(defaults)]
    types = {name: str(function.__annotations__.get(name, "str")) for name in names}
    return [_argument(types[name], frame) for name in names]


def _argument(kind: str, frame: Any) -> object:
    if "DataFrame" in kind:
        return frame
    if "list" in kind:
        return ["text"]
    if "int" in kind:
        return 2
    return "text.parquet"


def let_find_modules(names: frozenset[str]) -> None:
    """Let packages be imported that nobody has installed."""

    class StandIns:
        def find_spec(self, name: str, *_: object) -> importlib.machinery.ModuleSpec | None:
            if name.partition(".")[0] not in names:
                return None
            return importlib.machinery.ModuleSpec(name, self, is_package=True)

        def create_module(self, spec: importlib.machinery.ModuleSpec) -> MagicMock:
            return MagicMock(name=spec.name, __version__="1.0")

        def exec_module(self, module: Any) -> None:
            pass

    sys.meta_path.append(StandIns())


def let_find_files(table: Any) -> None:
    """Let readers find files of these rows wherever they look."""

    def write_json(table: Any, path: Path) -> None:
        path.write_text("".join(f"{json.dumps(row)}\n" for row in table.to_pylist()))

    def write_bytes(_: Any, path: Path) -> None:
        path.write_bytes(b"1")

    def elsewhere(*_: object, **__: object) -> None:
        raise FileNotFoundError("nobody made files of that kind up")

    def finding(original: Callable[..., Any], write: Callable[[Any, Path], None]) -> Any:
        def reader(path: Any, *args: Any, **options: Any) -> Any:
            several = path if isinstance(path, list) else [path]
            found = [made_up(str(each_path), lambda at: write(table, at)) for each_path in several]
            options.pop("io_config", None)
            return original(found if isinstance(path, list) else found[0], *args, **options)

        # Code in no file is none of the program's.
        reader.__code__ = reader.__code__.replace(co_filename="<made up>")
        return reader

    writers = {
        "read_parquet": parquet.write_table,
        "read_csv": csv.write_csv,
        "read_json": write_json,
        "read_text": write_bytes,
        "from_glob_path": write_bytes,
    }
    for name in [name for name in dir(daft) if name.startswith("read_") or name in writers]:
        write = writers.get(name)
        original = getattr(daft, name)
        setattr(daft, name, elsewhere if write is None else finding(original, write))


def made_up(path: str, write: Callable[[Path], None]) -> str:
    """Where the files of a path are instead, in the current folder."""
    plain = path.replace("://", "/").lstrip("/")
    name = plain if "*" in plain or "." in Path(plain).name else f"{plain.rstrip('/')}/*"
    for number in range(FILES if "*" in name else 1):
        file = Path(name.replace("**", "folder").replace("*", str(number))).absolute()
        file.parent.mkdir(parents=True, exist_ok=True)
        if not file.exists():
            write(file)
    return str(Path(plain).absolute())


if __name__ == "__main__":
    main()
