"""The writes of a program with Daft, redirected away from their targets."""

from __future__ import annotations

import functools
import os
from pathlib import Path
from types import ModuleType
from typing import Any

from daft_lint.programs.channel import Notify
from daft_lint.programs.daft_writes import (
    FILE_WRITES,
    READERS,
    Function,
    absolute,
    keep_from_tables,
    keep_from_uploads,
    nothing_written,
    replaced,
)


class Writes:
    """Sends files to a folder, and everything else nowhere: its rows are computed and dropped.

    Without a folder that all workers share, files go nowhere too.
    """

    def __init__(self, folder: Path | None, notify: Notify) -> None:
        self._folder = folder
        self._notify = notify
        self._instead: dict[str, str] = {}

    def of_daft(self, daft: ModuleType) -> None:
        """Wrap every write of Daft; an unknown one doesn't write."""
        frame = daft.DataFrame
        for name in dir(frame):
            if name.startswith("write_"):
                original = getattr(frame, name)
                if self._folder is not None and name in FILE_WRITES:
                    setattr(frame, name, self._to_folder(original))
                else:
                    setattr(frame, name, self._nowhere(name, original))
        for name in READERS:
            reader = getattr(daft, name)
            replaced(reader, self._reading_back(reader))
        keep_from_tables(lambda df, name: self._drop(df, f"Table.{name}"))
        keep_from_uploads(self._notify)

    def _to_folder(self, original: Function) -> Function:
        @functools.wraps(original)
        def write(frame: Any, root_dir: object, *args: Any, **options: Any) -> Any:
            return original(frame, self._instead_of(str(root_dir)), *args, **options)

        return write

    def _instead_of(self, root: str) -> str:
        """The folder for what would go to a root; the same root has the same one."""
        root = absolute(root)
        if root not in self._instead:
            assert self._folder is not None
            self._notify(f"what the program wrote to {root} went to a temporary folder")
            folder = self._folder / str(len(self._instead)) / Path(root).name
            folder.parent.mkdir(parents=True)
            self._instead[root] = str(folder)
        return self._instead[root]

    def _reading_back(self, original: Function) -> Function:
        """Let the program read back its own files."""

        @functools.wraps(original)
        def read(path: Any, *args: Any, **options: Any) -> Any:
            return original(self._found(path), *args, **options)

        return read

    def _found(self, path: Any) -> Any:
        if isinstance(path, list):
            return [self._found(path_) for path_ in path]
        if isinstance(path, (str, os.PathLike)):
            wanted = absolute(os.fspath(path))
            for root, folder in self._instead.items():
                if wanted == root or wanted.startswith(f"{root}/"):
                    return folder + wanted[len(root) :]
        return path

    def _nowhere(self, name: str, original: Function) -> Function:
        @functools.wraps(original)
        def write(frame: Any, *args: Any, **options: Any) -> Any:
            self._drop(frame, name)
            return nothing_written(name, args)

        return write

    def _drop(self, frame: Any, name: str) -> None:
        self._notify(f"`{name}` wrote nothing: its rows were computed and discarded")
        for _ in frame.iter_partitions():
            pass
