"""The partitions of a source, and the pieces that its rows come in."""

from __future__ import annotations

import math

from daft_lint.plan.pipeline import Source
from daft_lint.plan.quantity import Origin, OriginKind, Quantity, between, exactly
from daft_lint.records import replace
from daft_lint.scheduling.partitions.partition_sampling import Whole
from daft_lint.scheduling.partitions.partitioning import MOST_DEALT, Partitioning, even_sizes

EVEN_SOURCE = Origin(
    OriginKind.ASSUMPTION, "the rows of a source are spread evenly over its partitions"
)
ONE_PIECE = Origin(
    OriginKind.ASSUMPTION, "the rows that a task reads from a source arrive as one morsel (batch)"
)
ONE_ROW_GROUP = Origin(OriginKind.ASSUMPTION, "each Parquet file is one row group")
OF_TABLES = frozenset(
    {
        "daft.datasets.common_crawl",
        "daft.read_csv",
        "daft.read_deltalake",
        "daft.read_hudi",
        "daft.read_huggingface",
        "daft.read_iceberg",
        "daft.read_json",
        "daft.read_lance",
        "daft.read_parquet",
        "daft.read_warc",
    }
)
_USUAL_ROWS = 1_000
"""Rows that each file of these sources is taken to have: not measured. A finding says so."""
LINES_READER = "daft.read_json"
TEXT_READERS = frozenset({"daft.read_csv", LINES_READER})
"""Readers that cut text by bytes, and rows into batches before filters see them."""
PIECE_ROWS = {
    "daft.read_blob": 128,
    "daft.read_lance": 8_192,
    "daft.read_warc": 64,
    "daft.read_webdataset": 1_000,
}
"""Rows of the pieces that a task reads, by source (measured on Daft 0.7.26)."""


def pieces_of(source: Source) -> Quantity:
    """The pieces that a task's rows arrive in.

    Of Parquet it is one for each row group. Of text it is one for so many bytes: 4 MiB of CSV, 128
    KiB of JSON lines; a whole file where it is compressed or a JSON array (measured natively and on
    Ray, Daft 0.7.26, in pieces of 131,072 rows at most).
    """
    if source.in_memory:
        return exactly(1)
    in_bytes = source.name in TEXT_READERS and not (source.path or "").endswith(".gz")
    if in_bytes or source.name in PIECE_ROWS or source.piece_rows is not None:
        return between(1, math.inf)
    return exactly(1, ONE_ROW_GROUP if source.name == "daft.read_parquet" else ONE_PIECE)


def partitions_of(source: Source) -> Partitioning:
    """The partitions that a source makes."""
    count, rows = source.partitions, source.rows
    filled = all_filled(count, rows)
    usual = _USUAL_ROWS if source.name in OF_TABLES else 0
    made = Partitioning(count, rows, filled, count, pieces=pieces_of(source), usual_rows=usual)
    if source.uneven and count.high > 1:
        return replace(made, filled=replace(made.filled, low=min(1, made.filled.low)))
    return evenly(made, *(() if source.in_memory else (EVEN_SOURCE,)))


def evenly(made: Partitioning, *origins: Origin) -> Partitioning:
    """The rows of some partitions, if both numbers are known, spread evenly over these."""
    count, rows = made.count, made.rows
    if not (count.known and rows.known and count.low > 0):
        return made
    if count.low == 1:
        origins = ()
    sizes = even_sizes(rows.count, count.count)
    if count.low <= MOST_DEALT:
        made = replace(made, dealing=Whole(sizes))
    return made.with_sizes(sizes, *origins)


def all_filled(count: Quantity, rows: Quantity) -> Quantity:
    """Partitions with rows: there are some, and some in each partition as far as they go."""
    high = min(count.high, rows.high)
    return Quantity(min(count.low, max(rows.low, 1), high), high, count.origins)
