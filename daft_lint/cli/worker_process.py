"""A worker process, which checks files for another process: its requests and its replies.

Both are pickled. The first request is the run to take part in, each other one are paths of files.
The first reply says that the process is there, each other one are the replies for these files.
"""

from __future__ import annotations

import importlib
import os
import pickle
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from daft_lint.caching.results import Fresh
    from daft_lint.cli.options import SettingsFinder

# Modules that files with something to judge need.
_NEEDED = (
    "daft_lint.pipelines.reading",
    "daft_lint.run_context",
    "daft_lint.migration.udf_migration",
    "daft_lint.equivalences.matching",
)


@dataclass(frozen=True, slots=True)
class Order:
    """The run that a process takes part in; `cached` if that has a cache."""

    finder: SettingsFinder
    named: tuple[Path, ...] = ()
    cached: bool = False


@dataclass(frozen=True, slots=True)
class Reply:
    """A process' answer about a file.

    `fresh` has no result where the other process has to look for itself. `seconds` is the time it
    took.
    """

    fresh: Fresh
    seconds: float = 0.0


def serve() -> None:
    """Check the files that are asked for, until the requests end."""
    requests, replies = _private(0, os.O_RDONLY, "rb"), _private(1, os.O_WRONLY, "wb")
    try:
        _work(pickle.load(requests), requests, replies)
    except (EOFError, BrokenPipeError):
        # The parent is gone.
        os._exit(0)


def _private(number: int, flags: int, mode: str) -> IO[bytes]:
    """A standard stream for this process alone; rules that use it read nothing and reach no one."""
    own = os.dup(number)
    if number == 0:
        nothing = os.open(os.devnull, flags)
        os.dup2(nothing, 0)
        os.close(nothing)
    else:
        # What rules print must not get between the replies.
        os.dup2(2, number)
    return os.fdopen(own, mode)


def _work(order: Order, requests: IO[bytes], replies: IO[bytes]) -> None:
    from daft_lint.caching.result_cache import ResultCache
    from daft_lint.cli.garbage_collection import rare_collection
    from daft_lint.cli.lint_run import LintRun

    run = LintRun(order.finder, verbose=False, named=order.named)
    if order.cached:
        # Its results are kept by the other process.
        run.kept = ResultCache()
    _send(True, replies)
    _prepare()
    with rare_collection():
        while True:
            _send([run.reply_for(file) for file in pickle.load(requests)], replies)


def _send(message: object, replies: IO[bytes]) -> None:
    pickle.dump(message, replies)
    replies.flush()


def _prepare() -> None:
    """Import what most files need, while the other process still looks for files."""
    from daft_lint.registry import all_rules

    all_rules()
    for module in _NEEDED:
        importlib.import_module(module)


def command() -> list[str]:
    """The command for such a process, which imports from the same places as this one.

    So it looks into the current folder, which may hold anyone's modules, only if this one does.
    """
    setting = f"import sys; sys.path[:] = {sys.path!r}"
    flags = subprocess_flags()
    return [sys.executable, *flags, "-c", f"{setting}; from {__name__} import serve; serve()"]


def subprocess_flags() -> list[str]:
    """The options of Python itself that this process was started with."""
    import subprocess

    # Private, so untyped, but multiprocessing itself uses it.
    flags: list[str] = subprocess._args_from_interpreter_flags()  # type: ignore[attr-defined]
    return flags
