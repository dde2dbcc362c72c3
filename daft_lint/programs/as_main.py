"""A user's program as the main program, in a process that is there for it alone."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import ModuleType, TracebackType

from daft_lint.documents.file_status import read_whole
from daft_lint.programs.target import is_function

_OURS = f"{Path(__file__).parents[1]}/"
_INTERRUPTED = 130


def run_as_main(target: str, arguments: tuple[str, ...]) -> None:
    """Run a script, or `package.module:function`, with arguments; end the process as it ends.

    An error that it ends with is shown without what this package has part in.
    """
    try:
        _run(target, arguments)
    except SystemExit:
        raise
    except BaseException as error:
        sys.excepthook(type(error), error, _without_us(error))
        sys.exit(_INTERRUPTED if isinstance(error, KeyboardInterrupt) else 1)


def _run(target: str, arguments: tuple[str, ...]) -> None:
    if is_function(target):
        _call(target, arguments)
    else:
        _run_script(target, arguments)


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
    code = compile(read_whole(Path(path)), file, "exec", dont_inherit=True)
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
        raise TypeError(f"{target} isn't a function")
    sys.exit(called())


def _search_first(folder: str) -> None:
    """Import from a folder first, unless Python has a safe path."""
    if not getattr(sys.flags, "safe_path", False):
        sys.path.insert(0, folder)


def _without_us(error: BaseException) -> TracebackType | None:
    """The traceback of an error without this package's part in it, and so of what caused it."""
    for base_exception in _chain(error):
        base_exception.__traceback__ = _theirs(base_exception.__traceback__)
    return error.__traceback__


def _chain(error: BaseException) -> Iterator[BaseException]:
    seen: set[int] = set()
    waiting: list[BaseException | None] = [error]
    while waiting:
        exception = waiting.pop()
        if exception is not None and id(exception) not in seen:
            seen.add(id(exception))
            yield exception
            waiting += [exception.__cause__, exception.__context__]


def _theirs(traceback: TracebackType | None) -> TracebackType | None:
    frames: list[TracebackType] = []
    while traceback is not None:
        # As Python does: no frames of the import system itself.
        if not traceback.tb_frame.f_code.co_filename.startswith((_OURS, "<frozen importlib")):
            frames.append(traceback)
        traceback = traceback.tb_next
    theirs: TracebackType | None = None
    for each in reversed(frames):
        theirs = TracebackType(theirs, each.tb_frame, each.tb_lasti, each.tb_lineno)
    return theirs
