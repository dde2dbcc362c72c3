"""What Daft knows of sources without a look at their data.

Partitions are the scan tasks of the optimised plan: on Ray each is one task (measured on 0.7.26 and
0.6.4). With a schema at hand, Daft lists files to plan and opens none. Rows are read from the
footers of Parquet files, from the log of a Delta table, or from the manifest of a Lance dataset.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import daft
from daft.daft import io_glob
from daft.recordbatch.recordbatch import RecordBatch

from daft_lint.metadata.messages import LISTINGS

_SCAN_TASKS = re.compile(r"Num Scan Tasks = (\d+)")
_INFERRING = ("read_parquet", "read_csv", "read_json")
_AT_ONCE = 64
"""Footers that are read with one call, so that a long list doesn't fill the memory."""


def partitions(reader: str, paths: Sequence[str]) -> int | None:
    """How many partitions a source makes on Ray; None when the plan doesn't tell."""
    if reader in LISTINGS:
        return None
    frame = getattr(daft, reader)(_argument(reader, paths), **_no_data(reader))
    found = _SCAN_TASKS.search(_optimised(frame))
    return int(found[1]) if found else None


Counts = tuple[int | None, int, int | None]
"""Rows, files and row groups; None for what isn't known."""


def rows(reader: str, paths: Sequence[str], partitions: int | None) -> Counts:
    """The exact rows of a source, None when only its data tell, its files and its row groups."""
    if reader in LISTINGS:
        files = _files(paths)
        if not files:
            raise FileNotFoundError("no file matches")
        # Daft lists a file once, however many globs it matches.
        unique = frozenset(files)
        return len(unique), len(unique), None
    if reader == "read_parquet":
        files = _files(paths)
        # Whatever else Daft makes scan tasks of, these footers would not tell of.
        if len(files) != partitions:
            return None, 0, None
        count, groups = _in_footers(files)
        return count, len(files), groups
    if reader == "read_deltalake":
        return *_in_log(paths[0]), None
    if reader == "read_lance":
        return *_in_manifest(paths[0]), None
    return None, 0, None


def _argument(reader: str, paths: Sequence[str]) -> str | list[str]:
    return paths[0] if len(paths) == 1 else list(paths)


def _no_data(reader: str) -> dict[str, Any]:
    """The options that keep a reader from opening a file to learn its schema."""
    if reader not in _INFERRING:
        return {}
    return {"infer_schema": False, "schema": {"any": daft.DataType.string()}}


def _optimised(frame: daft.DataFrame) -> str:
    builder = frame._builder
    try:
        made = builder.optimize(daft.context.get_context().daft_execution_config)
    except TypeError:
        # Daft 0.6 takes no configuration.
        made = builder.optimize()
    return str(made._builder.repr_ascii(False))


def _files(paths: Sequence[str]) -> list[str]:
    """The files that paths or globs match.

    Raises:
        ValueError: when something else matches too.
    """
    found = [io_path for path in paths for io_path in io_glob(path)]
    if any(file["type"] != "File" for file in found):
        raise ValueError("there are folders among the files")
    return [file["path"] for file in found]


def _in_footers(files: Sequence[str]) -> tuple[int, int]:
    """The rows and the row groups of Parquet files."""
    total = groups = 0
    for first in range(0, len(files), _AT_ONCE):
        uris = daft.Series.from_pylist(list(files[first : first + _AT_ONCE]), name="uris")
        counts = RecordBatch.read_parquet_statistics(uris).to_pydict()
        total += sum(counts["row_count"])
        groups += sum(counts["row_group_count"])
    return total, groups


def _in_log(path: str) -> tuple[int | None, int]:
    from deltalake import DeltaTable

    table = DeltaTable(path)
    if "deletionVectors" in (table.protocol().reader_features or ()):
        # Rows that are deleted are counted in the log still.
        return None, 0
    actions = table.get_add_actions(flatten=True)
    counts = [None if count is None else int(count) for count in _column(actions, "num_records")]
    if any(count is None for count in counts):
        return None, 0
    return sum(count for count in counts if count is not None), len(counts)


def _column(table: Any, name: str) -> list[Any]:
    """A column of what deltalake gives: `arro3` tables of late, those of PyArrow before."""
    import pyarrow

    return list(pyarrow.table(table).column(name).to_pylist())


def _in_manifest(path: str) -> tuple[int | None, int]:
    import lance

    dataset = lance.dataset(path)
    return int(dataset.count_rows()), len(dataset.get_fragments())
