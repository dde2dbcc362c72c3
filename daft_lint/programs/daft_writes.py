"""Daft's writes: what they return, those that are no methods of a frame, and how to patch them."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
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


FILE_WRITES = frozenset({"write_csv", "write_json", "write_parquet"})
"""The writes that can as well go to a folder that is not their own."""

READERS = ("from_glob_path", "read_csv", "read_json", "read_parquet")
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
