"""Daft's sources: how many partitions and rows each makes. One table row a source.

Partition counts were measured on Daft 0.7.26 with the Ray runner.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence

from daft_lint.daft_api.refusals import refused
from daft_lint.plan.pipeline import GROUPS, Columns, Location, Source, Values
from daft_lint.plan.quantity import Origin, OriginKind, Quantity, between, exactly, unknown
from daft_lint.plan.span import Span
from daft_lint.records import dataclass
from daft_lint.values import numbers
from daft_lint.values.values import (
    Arguments,
    Flag,
    Items,
    Mapping,
    Nothing,
    Text,
    Value,
    as_quantity,
)

_PARAMETER = "parameter "
HANGING = {
    "daft.read_mcap": "MCAP",
    "daft.read_video_frames": "video",
    "daft.read_webdataset": "tar",
}
"""Readers that hold a thread while other threads must read for them, and what their files are.

They never end where they read as many files at once as there are threads.
"""
_PIECES = {"read_kafka": ("chunk_size", 1_024), "read_mcap": ("batch_size", 1_000)}
"""The option of a reader for the rows of a piece, and its default (measured on Daft 0.7.26)."""
ONE_FOR_EACH_ROW = exactly(math.inf)
"""So many different values has a column in which no two rows have the same."""


@dataclass(frozen=True, slots=True)
class _Data:
    """What a source's arguments say about its data."""

    partitions: Quantity
    rows: Quantity
    in_memory: bool = False
    path: str | None = None
    columns: Columns | None = None
    uneven: bool = False
    values: Values = ()


def read_source(
    name: str, arguments: Arguments, span: Span, is_folder: Callable[[str], bool]
) -> Source:
    """The source that `daft.<name>(...)` makes; one that isn't in the table has unknown figures.

    `is_folder` says whether a path is surely one of a folder, though it may look like a file's:
    Daft writes folders, as `docs.parquet` (measured on 0.7.26).
    """
    data = _SOURCES.get(name, _unmeasured)(name, arguments)
    guessed = any(origin.kind is OriginKind.GUESS for origin in data.partitions.origins)
    is_several = guessed and data.path is not None and is_folder(data.path)
    return Source(
        name=f"daft.{name}",
        span=span,
        partitions=_some_partitions() if is_several else data.partitions,
        rows=data.rows,
        in_memory=data.in_memory,
        path=data.path,
        location=_location(name, arguments),
        columns=data.columns,
        uneven=data.uneven,
        piece_rows=_piece_rows(name, arguments),
        values=data.values,
        checkpointed=not isinstance(arguments.keywords.get("checkpoint", Nothing()), Nothing),
        refused=refused(name, arguments),
    )


def _piece_rows(name: str, arguments: Arguments) -> Quantity | None:
    """The rows of the pieces that a reader hands on, where one of its options says it."""
    option, usual = _PIECES.get(name, ("", 0))
    asked = arguments.keywords.get(option)
    if not option or not arguments.complete:
        return None
    return exactly(usual) if asked is None else as_quantity(asked).at_least(exactly(1))


def is_source(name: str) -> bool:
    """Whether `daft.<name>` makes a DataFrame: one of the table, or named like a source."""
    return name in _SOURCES or name.startswith(("from_", "read_"))


def of_parameter(name: str, function: str, span: Span) -> Source:
    """A DataFrame that a caller out of sight hands in."""
    return unknown_source(f"{_PARAMETER}`{name}` of `{function}`", span)


def is_handed_in(source: Source) -> bool:
    """Whether a DataFrame is what an unknown caller hands in."""
    return source.name.startswith(_PARAMETER)


def unknown_source(name: str, span: Span) -> Source:
    """A DataFrame with nothing known but its type."""
    return Source(name, span, _some_partitions(), unknown())


def _unmeasured(name: str, arguments: Arguments) -> _Data:
    return _Data(_some_partitions(), unknown(), path=_path(arguments))


def _blocks(name: str, arguments: Arguments) -> _Data:
    """Each block of a Ray dataset, or partition of Dask, is a partition (measured on 0.7.26)."""
    origin = Origin(OriginKind.ENGINE, f"daft.{name} makes one partition per block")
    return _Data(between(1, math.inf, origin), unknown())


def _looked_up(name: str, arguments: Arguments) -> _Data:
    """Files that Daft looks up by the name of a crawl, or of another data set.

    Each file is a partition, of a crawl at most `num_files` of them (`common_crawl` in
    `daft/datasets/common_crawl.py` of 0.7.26).
    """
    most = arguments.keywords.get("num_files")
    if most is None or not arguments.complete:
        return _Data(_some_partitions(), unknown())
    return _Data(_count(most), unknown())


def _query(name: str, arguments: Arguments) -> _Data:
    """One partition, or as many as are asked for where a column says how to cut the rows.

    They are cut at equal steps from its lowest to its highest value, unless by percentiles, which
    hold as many rows each (`to_scan_tasks` in daft/sql/sql_scan.py of 0.7.26).
    """
    column, most = arguments.get(2, "partition_col"), arguments.get(3, "num_partitions")
    if arguments.complete and (column is None or isinstance(column, Nothing)):
        return _Data(_one_partition(name), unknown())
    cuts = arguments.get(4, "partition_bound_strategy")
    by_share = isinstance(cuts, Text) and cuts.exact == "percentile"
    partitions = _some_partitions() if most is None or isinstance(most, Nothing) else _count(most)
    return _Data(partitions, unknown(), uneven=not by_share)


def _one_partition(name: str) -> Quantity:
    return exactly(1, Origin(OriginKind.ENGINE, f"daft.{name} makes one partition"))


def _some_partitions() -> Quantity:
    return between(1, math.inf)


def _from_columns(name: str, arguments: Arguments) -> _Data:
    """Columns are equally long: the one most is known of tells the rows."""
    data = arguments.get(0, "data")
    entries = data.entries if isinstance(data, Mapping) else ()
    # What is under a key that isn't known may stand in place of another column.
    unclear = len(entries) > 1 and any(name is None for name, _ in entries)
    lengths = [value.length for _, value in entries if isinstance(value, Items) and not unclear]
    rows = min(lengths, key=lambda length: length.high - length.low, default=unknown())
    values = () if unclear else tuple(_kinds(entries))
    return _Data(_one_partition(name), rows, in_memory=True, columns=_names(data), values=values)


def _kinds(entries: Sequence[tuple[object, Value]]) -> Iterator[tuple[str, Quantity]]:
    """How many different values each column of a dict of lists has, as far as they are in sight."""
    for name, value in entries:
        kinds = numbers.kinds_of(value) if isinstance(value, Items) else None
        if kinds and isinstance(name, str):
            text = f"`{name}` has {kinds:,} different values"
            yield name, between(1, kinds, Origin(OriginKind.LITERAL, text))


def _names(data: Value | None) -> Columns | None:
    """The keys of a dict, None unless all of them are known."""
    if not isinstance(data, Mapping) or not data.entries:
        return None
    names = frozenset(name for name, _ in data.entries if isinstance(name, str))
    return names if len(names) == len(data.entries) else None


def _from_rows(name: str, arguments: Arguments) -> _Data:
    data = arguments.get(0, "data")
    rows = data.length if isinstance(data, Items) else unknown()
    return _Data(_one_partition(name), rows, in_memory=True)


def _from_table(name: str, arguments: Arguments) -> _Data:
    """One table is one partition; each of a list makes its own."""
    data = arguments.get(0, "data")
    if isinstance(data, Items):
        return _Data(data.length.at_least(exactly(1)), unknown(), in_memory=True)
    exactly_one = exactly(1, Origin(OriginKind.ASSUMPTION, f"daft.{name} gets one table"))
    return _Data(exactly_one, unknown(), in_memory=True)


def _from_globs(name: str, arguments: Arguments) -> _Data:
    values = (("path", ONE_FOR_EACH_ROW),) if name == "from_glob_path" else ()
    return _Data(_one_partition(name), unknown(), path=_path(arguments), values=values)


def _range(name: str, arguments: Arguments) -> _Data:
    start, end, step = (
        arguments.get(0, "start"),
        arguments.get(1, "end"),
        arguments.get(2, "step"),
    )
    if end is None:
        start, end = None, start
    partitions = arguments.get(3, "partitions")
    return _Data(
        partitions=_one_partition(name) if partitions is None else _count(partitions),
        rows=_range_length(start, end, step),
        values=(("id", ONE_FOR_EACH_ROW),),
    )


def _range_length(start: Value | None, end: Value | None, step: Value | None) -> Quantity:
    first = exactly(0) if start is None else as_quantity(start)
    stride = exactly(1) if step is None else as_quantity(step)
    last = unknown() if end is None else as_quantity(end)
    if not (first.known and stride.known and last.known and stride.low >= 1):
        return unknown()
    origins = (last + first + stride).origins
    return exactly(max(0, math.ceil((last.low - first.low) / stride.low)), *origins)


def _count(value: Value) -> Quantity:
    return as_quantity(value).at_least(exactly(1))


_OF_FILES = ("hf://", "http://", "https://")
_VIDEO = re.compile(r"https?://(?:www\.)?(?:youtube\.com|youtu\.be)/")
_PART = re.compile(r"(?:^|[/_-])(?:part-)?\d+-of-\d+\.\w+$|/part-\d+[^/]*$")
_FILE_ENDINGS = (
    ".parquet",
    ".csv",
    ".json",
    ".jsonl",
    ".txt",
    ".warc",
    ".mcap",
    ".mp4",
    ".tar",
)


def _read_files(name: str, arguments: Arguments) -> _Data:
    """One partition a file, also of a list; but a path without a `*` may be a folder."""
    path, given = _path(arguments), arguments.get(0, "path")
    if isinstance(given, Items) and given.values is not None and len(given.values) > 1:
        return _Data(_listed(given.values), unknown(), path=path)
    kind = _is_file(given.values[0] if isinstance(given, Items) and given.values else given)
    if kind is None:
        return _Data(_some_partitions(), unknown(), path=path)
    origin = Origin(kind, f"`{path}` is one file, not a folder of files")
    return _Data(exactly(1, origin), unknown(), path=path)


def _listed(paths: Sequence[Value]) -> Quantity:
    """The files of a list that the code holds, at least one for each path that may be a pattern."""
    kinds = [*map(_is_file, paths)]
    if None in kinds:
        return between(len(paths), math.inf)
    text = f"each of the {len(paths)} paths in the list is one file, not a folder of files"
    kind = OriginKind.GUESS if OriginKind.GUESS in kinds else OriginKind.ASSUMPTION
    return exactly(len(paths), Origin(kind, text))


def _is_file(given: Value | None) -> OriginKind | None:
    """How sure it is that a path is one file; None where it may as well be several.

    Spark writes folders that end in `.parquet`. What has an address of the web or of Hugging Face,
    or a name like that of one file of many, is no such folder. A video of YouTube is one task.
    """
    if not isinstance(given, Text):
        return None
    # A folder that isn't known is taken for one.
    path = given.pattern if given.globbing else given.pattern.removeprefix("*/")
    if _VIDEO.match(path):
        return OriginKind.ASSUMPTION
    if re.search(r"[*?\[{]", path):
        return None
    if not path.removesuffix(".gz").endswith(_FILE_ENDINGS):
        return None
    is_one = path.startswith(_OF_FILES) or _PART.search(path) or not path.endswith(".parquet")
    return OriginKind.ASSUMPTION if is_one else OriginKind.GUESS


def _path(arguments: Arguments) -> str | None:
    path = arguments.get(0, "path", "uri", "table")
    if isinstance(path, Items) and path.values and len(path.values) == 1:
        path = path.values[0]
    return path.pattern if isinstance(path, Text) else None


_PLACE = ("path", "uri", "url", "table")


def _location(name: str, arguments: Arguments) -> Location | None:
    """Where to look for the rows; None unless all of it is known."""
    if not arguments.complete or len(arguments.positional) > 1 or arguments.after:
        return None
    place = arguments.get(0, *_PLACE)
    found = place.values if isinstance(place, Items) else (place,)
    paths = tuple(value.written for value in found or () if isinstance(value, Text))
    known = tuple(path for path in paths if path)
    if not known or len(known) != len(found or ()):
        return None
    options = (
        _option(option, value)
        for option, value in arguments.keywords.items()
        if option not in _PLACE and not isinstance(value, Nothing) and value != Flag(False)
    )
    return Location(name, known, tuple(sorted(options)))


def _option(name: str, value: Value) -> str:
    number = as_quantity(value) if f"{name}=" == GROUPS else unknown()
    return f"{name}={number.count}" if number.known else name


_SOURCES: dict[str, Callable[[str, Arguments], _Data]] = {
    "from_pydict": _from_columns,
    "from_pylist": _from_rows,
    "from_pandas": _from_table,
    "from_arrow": _from_table,
    "from_glob_path": _from_globs,
    "from_files": _from_globs,
    "read_blob": _from_globs,
    "range": _range,
    "read_parquet": _read_files,
    "read_csv": _read_files,
    "read_json": _read_files,
    "read_text": _read_files,
    "read_warc": _read_files,
    "read_mcap": _read_files,
    "read_webdataset": _read_files,
    "read_video_frames": _read_files,
    "read_deltalake": _unmeasured,
    "read_iceberg": _unmeasured,
    "read_hudi": _unmeasured,
    "read_lance": _unmeasured,
    "read_huggingface": _unmeasured,
    "read_sql": _query,
    "read_table": _unmeasured,
    "from_ray_dataset": _blocks,
    "from_dask_dataframe": _blocks,
    "sql": _unmeasured,
    "datasets.common_crawl": _looked_up,
    "datasets.droid.raw": _looked_up,
    "datasets.droid.scenes": _looked_up,
    "datasets.lerobot.read": _looked_up,
    "datasets.lerobot.read_episodes": _looked_up,
    "datasets.lerobot.read_tasks": _looked_up,
}

# What `from daft import *` binds of them.
EXPORTED = tuple(name for name in _SOURCES if "." not in name)
