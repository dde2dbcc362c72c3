"""Cutting a partition after a download: each piece is stored with the bytes of all of them."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import daft

RULE = "DFT203"
FAULT = "20 MiB in 80 files, downloaded, then `into_partitions(8)`"
REMEDY = "`into_partitions(8)`, then the download"
MEASURES = "bytes put into Ray's object store"
UNIT = "MiB"
RUNNER = "ray"
WORKERS = 2
CPUS = 4

_FILES = 80
_BYTES = 2**18
_MIB = 2**20


def before() -> float:
    """With the fault."""
    return _stored(lambda frame: _downloaded(frame).into_partitions(8))


def after() -> float:
    """With the remedy."""
    return _stored(lambda frame: _downloaded(frame.into_partitions(8)))


def _downloaded(frame: daft.DataFrame) -> daft.DataFrame:
    import daft

    return frame.with_column("data", daft.col("path").download())


def _stored(change: Callable[[daft.DataFrame], daft.DataFrame]) -> float:
    """MiB that the object stores took up for a run of it."""
    import daft

    with tempfile.TemporaryDirectory() as folder:
        for number in range(_FILES):
            (Path(folder) / f"{number}.bin").write_bytes(os.urandom(_BYTES))
        until_now = _put_so_far()
        frame = change(daft.from_glob_path(f"{folder}/*.bin"))
        rows = frame.with_column("length", _length(daft.col("data"))).select("length").collect()
        if len(rows) != _FILES:
            raise ValueError(f"{len(rows)} rows of {_FILES} came back")
        # What a node tells of its store is a moment old.
        time.sleep(1)
        return _put_so_far() - until_now


def _length(column: daft.Expression) -> daft.Expression:
    import daft

    @daft.func.batch(return_dtype=daft.DataType.int64())
    def length(data: daft.Series) -> list[int]:
        return [len(value) for value in data.to_pylist()]

    return length(column)


def _put_so_far() -> float:
    """MiB that were ever created in the object stores of all nodes."""
    import ray
    from ray._private.internal_api import node_stats

    nodes = [(node["NodeManagerAddress"], node["NodeManagerPort"]) for node in ray.nodes()]
    stats = [node_stats(*node, include_memory_info=False).store_stats for node in nodes]
    return sum(each_stats.cumulative_created_bytes for each_stats in stats) / _MIB
