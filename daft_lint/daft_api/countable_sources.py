"""Sources whose rows and partitions Daft can tell without a run, from a footer or a log."""

from __future__ import annotations

from daft_lint.plan.addresses import is_remote
from daft_lint.plan.pipeline import GROUPS, Location

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
HIVE = "hive_partitioning"
_HARMLESS: dict[str, frozenset[str]] = {
    "read_parquet": _OF_FILES | {HIVE, "coerce_int96_timestamp_unit", "_multithreaded_io"},
    "read_csv": _OF_FILES | _OF_CSV | {HIVE},
    "read_json": _OF_FILES | {HIVE},
    "read_text": _OF_FILES | {HIVE, "encoding", "skip_blank_lines", "whole_text"},
    "read_warc": _OF_FILES | {"_multithreaded_io"},
    "read_deltalake": frozenset({"io_config", "_multithreaded_io"}),
    "read_lance": frozenset({"io_config", "block_size"}),
    "read_blob": frozenset({"io_config", "max_connections", "on_error"}),
    "from_glob_path": frozenset({"io_config"}),
    "from_files": frozenset({"io_config"}),
}
TABLES = frozenset({"read_deltalake", "read_lance"})
"""They hold what each file has at least and at most, so that filters rule files out."""


def is_countable(location: Location) -> bool:
    """Whether Daft can tell how many rows and partitions a location has."""
    harmless = _HARMLESS.get(location.reader)
    options = {each for each in location.options if not each.startswith(GROUPS)}
    if harmless is None or not options <= harmless:
        return False
    if location.reader in TABLES and len(location.paths) > 1:
        return False
    # An `io_config` may name another store, or the keys of one.
    return "io_config" not in options or not any(map(is_remote, location.paths))
