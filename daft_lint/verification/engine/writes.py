"""The writes of a program with Daft, redirected away from their targets."""

from __future__ import annotations

from typing import Any

from daft_lint.programs.daft_writes import Function, RedirectedWrites, absolute, nothing_written


class Writes(RedirectedWrites):
    """Sends files to a folder that all workers share; other rows are computed and dropped."""

    def _to_files(self, original: Function) -> Function:
        def write(frame: Any, root_dir: object, *args: Any, **options: Any) -> Any:
            root = absolute(str(root_dir))
            if root not in self._instead:
                self._notify(f"what the program wrote to {root} went to a temporary folder")
            return original(frame, self._instead_of(root), *args, **options)

        return write

    def _nowhere(self, name: str) -> Function:
        def write(frame: Any, *args: Any, **options: Any) -> Any:
            self._drop(frame, name)
            return nothing_written(name, args)

        return write

    def _into_table(self, frame: Any, name: str) -> None:
        self._drop(frame, f"Table.{name}")

    def _reading_back(self, original: Function) -> Function:
        def read(path: Any, *args: Any, **options: Any) -> Any:
            found = self._found(path, self._instead, lambda root: None)
            return original(found, *args, **options)

        return read

    def _drop(self, frame: Any, name: str) -> None:
        self._notify(f"`{name}` wrote nothing: its rows were computed and discarded")
        for _ in frame.iter_partitions():
            pass
