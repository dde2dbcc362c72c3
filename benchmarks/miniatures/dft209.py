"""to_pydict makes an object of every value in the driver; iter_partitions holds a few rows."""

from __future__ import annotations

import resource
from typing import TYPE_CHECKING

from observing import alone

if TYPE_CHECKING:
    import daft

RULE = "DFT209"
FAULT = "`to_pydict()` of 50,000 embeddings of 256 floats, 49 MiB as Arrow data"
REMEDY = "`iter_partitions()`"
MEASURES = "more memory in the driver at its peak"
UNIT = "MiB"
RUNNER = "native"

_ROWS = 50_000
_WIDTH = 256


def before() -> float:
    """With the fault."""
    return alone("dft209", "all_at_once")


def after() -> float:
    """With the remedy."""
    return alone("dft209", "in_parts")


def all_at_once() -> float:
    """How much more memory this process held, in MiB, with all rows as Python objects."""
    frame, held = _embedded(), _peak()
    frame.to_pydict()
    return _peak() - held


def in_parts() -> float:
    """How much more memory this process held, in MiB, with one partition after another."""
    frame, held = _embedded(), _peak()
    for _ in frame.iter_partitions():
        pass
    return _peak() - held


def _embedded() -> daft.DataFrame:
    import daft

    @daft.func.batch(
        return_dtype=daft.DataType.list(daft.DataType.float32()), batch_size=_ROWS // 50
    )
    def embed(numbers: daft.Series) -> daft.Series:
        import numpy
        import pyarrow

        count = len(numbers)
        values = numpy.ones(count * _WIDTH, dtype="float32")
        offsets = numpy.arange(0, (count + 1) * _WIDTH, _WIDTH, dtype="int32")
        lists = pyarrow.ListArray.from_arrays(offsets, pyarrow.array(values))
        return daft.Series.from_arrow(lists)

    return daft.range(_ROWS, partitions=16).with_column("vector", embed(daft.col("id")))


def _peak() -> float:
    """The most memory that this process has held so far, in MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
