"""Functions of embeddings: sums in another order, equal but for the last digits."""

from __future__ import annotations

from daft_lint.equivalences.equivalence import Equivalence, row
from daft_lint.equivalences.kinds import Kind

_NORMS = "(numpy.linalg.norm(x) * numpy.linalg.norm(y))"
# What 32-bit sums of a few hundred numbers may be apart.
_CLOSE = 1e-5

VECTORS: tuple[Equivalence, ...] = (
    row(
        "cosine-similarity",
        (f"float(numpy.dot(x, y) / {_NORMS})", f"numpy.dot(x, y) / {_NORMS}"),
        "{x}.cosine_similarity({y})",
        Kind.VECTOR,
        "float64",
        tolerance=_CLOSE,
    ),
    row(
        "cosine-distance",
        (f"float(1 - numpy.dot(x, y) / {_NORMS})", f"1 - numpy.dot(x, y) / {_NORMS}"),
        "{x}.cosine_distance({y})",
        Kind.VECTOR,
        "float64",
        tolerance=_CLOSE,
    ),
    row(
        "dot-product",
        ("float(numpy.dot(x, y))", "numpy.dot(x, y)", "float(x @ y)"),
        "{x}.dot_product({y})",
        Kind.VECTOR,
        "float64",
        tolerance=_CLOSE,
    ),
    row(
        "euclidean-distance",
        ("float(numpy.linalg.norm(x - y))", "numpy.linalg.norm(x - y)"),
        "{x}.euclidean_distance({y})",
        Kind.VECTOR,
        "float64",
        tolerance=_CLOSE,
    ),
)
