"""The rules of thumb for partitions and batch sizes: special cases of the model.

Sources: "Tuning Daft's Distributed UDFs: Lessons from ByteDance" (rows per task =
concurrency / workers x batch_size), and the skill `daft-distributed-scaling` (minimum rows per
partition = batch_size x concurrency / nodes, maximum partitions = rows / that).
"""

from __future__ import annotations


def minimum_rows(batch_size: int, concurrency: int, workers: int) -> int:
    """The fewest rows of a partition that give every local actor a full batch.

    Args:
        batch_size: Rows of a morsel, at least 1.
        concurrency: Actors of the pool, at least 1.
        workers: Workers they are spread over, at least 1.

    >>> minimum_rows(64, 16, 4)
    256
    """
    return -(-batch_size * concurrency // workers)


def maximum_partitions(rows: int, least: int) -> int:
    """The most partitions that hold at least so many rows each; 1 where even one holds fewer.

    >>> maximum_partitions(1_000_000, 256)
    3906
    """
    return max(1, rows // least)
