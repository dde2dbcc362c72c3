"""Keeps what a program writes with Daft away from where it would go."""

from __future__ import annotations

import functools
import os
from pathlib import Path
from types import ModuleType
from typing import Any

from daft_lint.verification.engine.connecting import Tell
from daft_lint.verification.engine.functions import Function, replaced

_FILES = frozenset({"write_csv", "write_json", "write_parquet"})
_READERS = ("from_glob_path", "read_csv", "read_json", "read_parquet")

_OPERATIONS = {"operation": "string", "rows": "int64", "file_size": "int64", "file_name": "string"}
_COLUMNS = {
    "write_deltalake": _OPERATIONS,
    "write_iceberg": _OPERATIONS,
    "write_lance": dict.fromkeys(
        ("num_fragments", "num_deleted_rows", "num_small_files", "version"), "int64"
    ),
    "write_paimon": _OPERATIONS,
    "write_sql": dict.fromkeys(("total_written_rows", "total_written_bytes"), "int64"),
}
"""The columns of the frame that a write returns, where it tells more than paths."""

_IN_MEMORY = "daft.catalog.__internal"


class Writes:
    """Sends files to a folder, and everything else nowhere: its rows are computed and dropped.

    Without a folder that all workers share, files go nowhere too.
    """

    def __init__(self, folder: Path | None, tell: Tell) -> None:
        self._folder = folder
        self._tell = tell
        self._instead: dict[str, str] = {}

    def of_daft(self, daft: ModuleType) -> None:
        """Take every write of Daft in hand; one that is not known doesn't write."""
        frame = daft.DataFrame
        for name in dir(frame):
            if name.startswith("write_"):
                original = getattr(frame, name)
                if self._folder is not None and name in _FILES:
                    setattr(frame, name, self._to_folder(original))
                else:
                    setattr(frame, name, self._nowhere(name, original))
        for name in _READERS:
            reader = getattr(daft, name)
            replaced(reader, self._reading_back(reader))
        self._of_tables()
        self._of_uploads()

    def _to_folder(self, original: Function) -> Function:
        @functools.wraps(original)
        def write(frame: Any, root_dir: object, *args: Any, **options: Any) -> Any:
            return original(frame, self._instead_of(str(root_dir)), *args, **options)

        return write

    def _instead_of(self, root: str) -> str:
        """The folder for what would go to a root; the same root has the same one."""
        root = _absolute(root)
        if root not in self._instead:
            assert self._folder is not None
            self._tell(f"what the program wrote to {root} went to a temporary folder")
            folder = self._folder / str(len(self._instead)) / Path(root).name
            folder.parent.mkdir(parents=True)
            self._instead[root] = str(folder)
        return self._instead[root]

    def _reading_back(self, original: Function) -> Function:
        """Let the program find what it wrote where it looks for it."""

        @functools.wraps(original)
        def read(path: Any, *args: Any, **options: Any) -> Any:
            return original(self._found(path), *args, **options)

        return read

    def _found(self, path: Any) -> Any:
        if isinstance(path, list):
            return [self._found(one) for one in path]
        if isinstance(path, (str, os.PathLike)):
            wanted = _absolute(os.fspath(path))
            for root, folder in self._instead.items():
                if wanted == root or wanted.startswith(f"{root}/"):
                    return folder + wanted[len(root) :]
        return path

    def _nowhere(self, name: str, original: Function) -> Function:
        @functools.wraps(original)
        def write(frame: Any, *args: Any, **options: Any) -> Any:
            self._drop(frame, name)
            if name == "write_sink" and args:
                return _empty_frame(args[0].schema())
            return _empty_frame(_schema(_COLUMNS.get(name, {"path": "string"})))

        return write

    def _drop(self, frame: Any, name: str) -> None:
        self._tell(f"`{name}` wrote nothing: its rows were computed and dropped")
        for _ in frame.iter_partitions():
            pass

    def _of_tables(self) -> None:
        """The tables of catalogs, of which some write without a frame's help."""
        from daft.catalog import Table

        def keep_away(table: Any) -> None:
            for name in ("append", "overwrite"):
                if name in vars(table) and table.__module__ != _IN_MEMORY:
                    setattr(table, name, self._into_table(vars(table)[name]))
            for kind in table.__subclasses__():
                keep_away(kind)

        def of_later_one(table: Any, /, **options: Any) -> None:
            super(Table, table).__init_subclass__(**options)
            keep_away(table)

        keep_away(Table)
        Table.__init_subclass__ = classmethod(of_later_one)

    def _into_table(self, original: Function) -> Function:
        @functools.wraps(original)
        def write(_: Any, df: Any, **__: Any) -> None:
            self._drop(df, f"Table.{original.__name__}")

        return write

    def _of_uploads(self) -> None:
        import daft.functions
        from daft import DataType, lit

        @functools.wraps(daft.functions.upload)
        def upload(expr: Any, *_: Any, **__: Any) -> Any:
            self._tell("`upload` uploaded nothing: what it got was computed and dropped")
            computed = expr.not_null().cast(DataType.string())
            return (lit("kept away by daft-lint: ") + computed).alias(expr.name())

        replaced(daft.functions.upload, upload)


def _absolute(path: str) -> str:
    """A path as it is compared; an address stays as it is."""
    path = path.removeprefix("file://")
    return path.rstrip("/") if "://" in path else str(Path(path).resolve())


def _schema(columns: dict[str, str]) -> Any:
    from daft import DataType
    from daft.logical.schema import Schema

    types = [(name, getattr(DataType, kind)()) for name, kind in columns.items()]
    return Schema._from_field_name_and_types(types)


def _empty_frame(schema: Any) -> Any:
    from daft import DataFrame
    from daft.recordbatch import MicroPartition

    return DataFrame._from_micropartitions(MicroPartition.empty(schema))
