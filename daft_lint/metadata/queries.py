"""Queries for the metadata of sources: which sources have them. Touches no file.

What was measured on Daft 0.6.4, 0.7.0 and 0.7.26: without `infer_schema` a reader lists files and
opens none, and the scan tasks of its plan are the tasks that Ray gets, however many row groups or
bytes a file has.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from daft_lint.metadata.messages import Query
from daft_lint.plan.addresses import is_remote, is_url
from daft_lint.plan.pipeline import Location

# Options that change neither which files are read nor how many rows they have.
_OF_FILES = frozenset(
    {"infer_schema", "schema", "file_path_column", "_chunk_size", "_buffer_size", "io_config"}
)
_OF_CSV = frozenset(
    {
        "has_headers",
        "delimiter",
        "double_quote",
        "quote",
        "escape_char",
        "comment",
        "allow_variable_columns",
    }
)
_HIVE = "hive_partitioning"
_HARMLESS: dict[str, frozenset[str]] = {
    "read_parquet": _OF_FILES | {_HIVE, "coerce_int96_timestamp_unit", "_multithreaded_io"},
    "read_csv": _OF_FILES | _OF_CSV | {_HIVE},
    "read_json": _OF_FILES | {_HIVE},
    "read_text": _OF_FILES | {_HIVE, "encoding", "skip_blank_lines", "whole_text"},
    "read_warc": _OF_FILES | {"_multithreaded_io"},
    "read_deltalake": frozenset({"io_config", "_multithreaded_io"}),
    "read_lance": frozenset({"io_config", "block_size"}),
    "read_blob": frozenset({"io_config", "max_connections", "on_error"}),
    "from_glob_path": frozenset({"io_config"}),
    "from_files": frozenset({"io_config"}),
}
# They hold what each file has at least and at most, so that filters rule files out.
_TABLES = frozenset({"read_deltalake", "read_lance"})
_SINGLE = frozenset({"read_deltalake", "read_lance"})

_GROUPS = "fragment_group_size="

_SPECIAL = re.compile(r"[*?\[\]{}\\]")


def query_of(location: Location, root: Path) -> Query | None:
    """What to ask of the source there; None when Daft can't tell it of all that matters.

    A relative path counts from `root`, which the program may not run in.
    """
    harmless = _HARMLESS.get(location.reader)
    groups = [option for option in location.options if option.startswith(_GROUPS)]
    if harmless is None or not harmless.issuperset({*location.options}.difference(groups)):
        return None
    if location.reader in _SINGLE and len(location.paths) > 1:
        return None
    if "io_config" in location.options and any(map(is_remote, location.paths)):
        # It may name another store, or the keys of one.
        return None
    paths = tuple(_absolute(path, root) for path in location.paths)
    whole = tuple(path for path in paths if path is not None)
    if len(whole) != len(paths):
        return None
    return Query(
        reader=location.reader,
        paths=whole,
        shown=_shown(location.paths),
        assumed=any(_is_relative(path) for path in location.paths),
        pruned=location.reader in _TABLES or _HIVE in location.options,
        grouped=max([1, *(int(option.removeprefix(_GROUPS)) for option in groups)]),
    )


def _is_relative(path: str) -> bool:
    return not is_url(path) and not path.startswith("/")


def _absolute(path: str, root: Path) -> str | None:
    if "\0" in path or "\n" in path:
        return None
    if not _is_relative(path):
        return path
    if path.startswith("~"):
        return os.path.expanduser(path)  # noqa: PTH111
    folder = str(root.absolute())
    # A glob has no way to say that these stand for themselves.
    if _SPECIAL.search(folder):
        return None
    return f"{folder.rstrip('/')}/{path.removeprefix('./')}"


def _shown(paths: tuple[str, ...]) -> str:
    return paths[0] if len(paths) == 1 else f"{paths[0]} and {len(paths) - 1:,} more"
