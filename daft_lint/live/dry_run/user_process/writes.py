"""The writes of a program, redirected away from their targets, where it can read them again."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from daft_lint.live.dry_run.user_process.actions import Actions
from daft_lint.live.dry_run.user_process.calls import standing_in_for, user_call
from daft_lint.live.dry_run.user_process.lazy_rows import Pending, looking_idly
from daft_lint.live.dry_run.user_process.steps import Origin, Steps, come_from, step_of
from daft_lint.programs.channel import Notify
from daft_lint.programs.daft_writes import (
    FILE_WRITES,
    READERS,
    absolute,
    keep_from_tables,
    keep_from_uploads,
    nothing_written,
    replaced,
)

Function = Callable[..., Any]


class Writes:
    """Writes nothing until something reads it; then a few rows to a folder of our own."""

    def __init__(self, scratch: Path, actions: Actions, steps: Steps, notify: Notify) -> None:
        self._scratch = scratch
        self._actions = actions
        self._notify = notify
        self._folders: dict[str, str] = {}
        self._written: dict[str, list[Pending]] = {}
        steps.write_to = self._instead_of

    def of_daft(self, daft: Any) -> None:
        """Take every write of Daft in hand; one that is not known writes nothing."""
        frame = daft.DataFrame
        for name in dir(frame):
            if name.startswith("write_"):
                original = getattr(frame, name)
                kept = self._to_files if name in FILE_WRITES else self._nowhere
                setattr(frame, name, kept(original))
        for name in READERS:
            if hasattr(daft, name):
                reader = getattr(daft, name)
                replaced(reader, self._reading_back(reader))
        keep_from_tables(self._into_table)
        keep_from_uploads(self._notify)

    def _to_files(self, original: Function) -> Function:
        @functools.wraps(original)
        def write(frame: Any, root_dir: Any, *args: Any, **options: Any) -> Any:
            with looking_idly():
                result = original(frame, root_dir, *args, **options)
            root = absolute(str(root_dir))
            self._notify(f"nothing was written to {root}")
            if isinstance(result._result_cache, Pending):
                self._written.setdefault(root, []).append(result._result_cache)
            return result

        return write

    def _instead_of(self, root_dir: Any) -> str:
        """The folder for what would go to a root; the same root has the same one."""
        root = absolute(str(root_dir))
        if root not in self._folders:
            folder = self._scratch / str(len(self._folders)) / Path(root).name
            folder.parent.mkdir(parents=True)
            self._folders[root] = str(folder)
        return self._folders[root]

    def _nowhere(self, original: Function) -> Function:
        name = original.__name__

        @functools.wraps(original)
        def write(frame: Any, *args: Any, **options: Any) -> Any:
            self._notify(f"`{name}` wrote nothing")
            with standing_in_for(name):
                number = self._actions.planned(frame._builder)
                result = nothing_written(name, args)
                come_from(result._result_cache, Origin(user_call(), number))
            return result

        return write

    def _into_table(self, frame: Any, name: str) -> None:
        self._notify(f"`Table.{name}` wrote nothing")
        with standing_in_for(f"Table.{name}"):
            self._actions.planned(frame._builder)

    def _reading_back(self, original: Function) -> Function:
        """Let the program find what it wrote where it looks for it."""

        @functools.wraps(original)
        def read(path: Any, *args: Any, **options: Any) -> Any:
            found: list[Pending] = []
            frame = original(self._found(path, found), *args, **options)
            step = step_of(frame._builder)
            if found and step is not None:
                step.planned = found[-1].number
            return frame

        return read

    def _found(self, path: Any, found: list[Pending]) -> Any:
        if isinstance(path, list):
            return [self._found(path_, found) for path_ in path]
        if isinstance(path, (str, os.PathLike)):
            wanted = absolute(os.fspath(path))
            for root, written in self._written.items():
                if wanted == root or wanted.startswith(f"{root}/"):
                    for pending in written:
                        pending.computed()
                    found += written
                    return self._instead_of(root) + wanted[len(root) :]
        return path
