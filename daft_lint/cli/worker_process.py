"""A worker process, which checks files for another process: its requests and its replies.

Both are pickled. The first request is the run to take part in, each other one are paths of files.
The first reply says that the process is there, each other one are the replies for these files.
"""

from __future__ import annotations

import importlib
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

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


def main(descriptor: int) -> None:
    """Check the files that are asked for, until the socket closes."""
    from multiprocessing.connection import Connection

    connection = Connection(descriptor)
    try:
        _work(connection.recv(), connection)
    except (EOFError, ConnectionError):
        # The parent is gone.
        os._exit(0)


def _work(order: Order, parent: Connection) -> None:
    from daft_lint.caching.result_cache import ResultCache
    from daft_lint.cli.garbage_collection import rare_collection
    from daft_lint.cli.lint_run import LintRun

    run = LintRun(order.finder, verbose=False, named=order.named)
    if order.cached:
        # Its results are kept by the other process.
        run.kept = ResultCache()
    parent.send(True)
    _prepare()
    with rare_collection():
        while True:
            parent.send([run.reply_for(file) for file in parent.recv()])


def _prepare() -> None:
    """Import what most files need, while the other process still looks for files."""
    from daft_lint.registry import all_rules

    all_rules()
    for module in _NEEDED:
        importlib.import_module(module)
