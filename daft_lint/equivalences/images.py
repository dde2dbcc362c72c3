"""Functions of images, which a UDF gets as arrays of rows, columns and channels."""

from __future__ import annotations

from daft_lint.equivalences.equivalence import Equivalence, row
from daft_lint.equivalences.kinds import Kind

_SMALL = ("uint32", "int64", "int32")

IMAGES: tuple[Equivalence, ...] = (
    row(
        "image-height",
        "x.shape[0]",
        "{x}.image_height()",
        Kind.IMAGE,
        "uint32",
        returns=_SMALL,
        obvious=False,
    ),
    row(
        "image-width",
        "x.shape[1]",
        "{x}.image_width()",
        Kind.IMAGE,
        "uint32",
        returns=_SMALL,
        obvious=False,
    ),
    row(
        "image-channels",
        "x.shape[2]",
        "{x}.image_channel()",
        Kind.IMAGE,
        "uint32",
        returns=_SMALL,
        obvious=False,
    ),
)
