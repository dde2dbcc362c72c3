"""Daft's writes, redirected away from their targets."""

from __future__ import annotations

import functools
import os
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from daft_lint.programs.channel import Notify

Function = Callable[..., Any]


def replaced(old: Function, new: Function) -> None:
    """Let every module of Daft that has one function have the other one."""
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] == "daft":
            for attribute, value in list(vars(module).items()):
                if value is old:
                    setattr(module, attribute, new)


_FILE_WRITES = frozenset({"write_csv", "write_json", "write_parquet"})
"""The writes that can as well go to a folder that is not their own."""

_READERS = ("from_glob_path", "read_csv", "read_json", "read_parquet")
"""The functions of Daft that find what those wrote."""

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


def absolute(path: str) -> str:
    """A path as it is compared; an address stays as it is."""
    path = path.removeprefix("file://")
    return path.rstrip("/") if "://" in path else str(Path(path).resolve())


class RedirectedWrites(ABC):
    """Redirects every write of Daft: files may go to a folder, everything else is dropped.

    Without a `folder`, files are dropped too.
    """

    def __init__(self, folder: Path | None, notify: Notify) -> None:
        self._folder = folder
        self._notify = notify
        self._instead: dict[str, str] = {}

    def of_daft(self, daft: Any) -> None:
        """Wrap every write of Daft, and what reads files."""
        frame = daft.DataFrame
        for name in dir(frame):
            if name.startswith("write_"):
                original = getattr(frame, name)
                is_kept = self._folder is not None and name in _FILE_WRITES
                write = self._to_files(original) if is_kept else self._nowhere(name)
                setattr(frame, name, functools.wraps(original)(write))
        for name in _READERS:
            if hasattr(daft, name):
                reader = getattr(daft, name)
                replaced(reader, functools.wraps(reader)(self._reading_back(reader)))
        keep_from_tables(self._into_table)
        keep_from_uploads(self._notify)

    @abstractmethod
    def _to_files(self, original: Function) -> Function:
        """What replaces a write of files."""

    @abstractmethod
    def _nowhere(self, name: str) -> Function:
        """What replaces any other write, by its name."""

    @abstractmethod
    def _into_table(self, frame: Any, name: str) -> None:
        """What replaces a write of a table, by its name."""

    @abstractmethod
    def _reading_back(self, original: Function) -> Function:
        """A reader that lets the program find what it wrote where it looks for it."""

    def _instead_of(self, root_dir: object) -> str:
        """The folder for what would go to a root; the same root has the same one."""
        root = absolute(str(root_dir))
        if root not in self._instead:
            assert self._folder is not None
            folder = self._folder / str(len(self._instead)) / Path(root).name
            folder.parent.mkdir(parents=True)
            self._instead[root] = str(folder)
        return self._instead[root]

    def _found(self, path: Any, roots: Iterable[str], seen: Callable[[str], object]) -> Any:
        """A path, or each of a list, in our folder where it is in one of some roots.

        `seen` gets each root before anything is read there.
        """
        if isinstance(path, list):
            return [self._found(each_path, roots, seen) for each_path in path]
        if isinstance(path, (str, os.PathLike)):
            wanted = absolute(os.fspath(path))
            for root in roots:
                if wanted == root or wanted.startswith(f"{root}/"):
                    seen(root)
                    return self._instead_of(root) + wanted[len(root) :]
        return path


def nothing_written(name: str, arguments: tuple[Any, ...]) -> Any:
    """The frame that a write returns when there was nothing to write."""
    from daft import DataFrame
    from daft.recordbatch import MicroPartition

    if name == "write_sink" and arguments:
        schema = arguments[0].schema()
    else:
        schema = _schema(_COLUMNS.get(name, {"path": "string"}))
    return DataFrame._from_micropartitions(MicroPartition.empty(schema))


def keep_from_tables(instead: Callable[[Any, str], None]) -> None:
    """Let tables of catalogs write nothing; some write without a frame's help.

    Args:
        instead: Is called with the frame and the name of the write.
    """
    from daft.catalog import Table

    def keep_away(table: Any) -> None:
        for name in ("append", "overwrite"):
            if name in vars(table) and table.__module__ != _IN_MEMORY:
                setattr(table, name, _into_table(vars(table)[name], instead))
        for kind in table.__subclasses__():
            keep_away(kind)

    def of_later_one(table: Any, /, **options: Any) -> None:
        super(Table, table).__init_subclass__(**options)
        keep_away(table)

    keep_away(Table)
    Table.__init_subclass__ = classmethod(of_later_one)


def _into_table(original: Any, instead: Callable[[Any, str], None]) -> Callable[..., None]:
    @functools.wraps(original)
    def write(_: Any, df: Any, **__: Any) -> None:
        instead(df, original.__name__)

    return write


def keep_from_uploads(notify: Notify) -> None:
    """Let `upload` compute what it gets and drop it."""
    import daft.functions
    from daft import DataType, lit

    if not hasattr(daft.functions, "upload"):
        return

    @functools.wraps(daft.functions.upload)
    def upload(expr: Any, *_: Any, **__: Any) -> Any:
        notify("`upload` uploaded nothing: its data was computed and discarded")
        computed = expr.not_null().cast(DataType.string())
        return (lit("blocked by daft-lint: ") + computed).alias(expr.name())

    replaced(daft.functions.upload, upload)


def _schema(columns: dict[str, str]) -> Any:
    from daft import DataType
    from daft.logical.schema import Schema

    types = [(name, getattr(DataType, kind)()) for name, kind in columns.items()]
    return Schema._from_field_name_and_types(types)
