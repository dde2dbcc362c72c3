"""Functions of paths and URLs."""

from __future__ import annotations

from daft_lint.equivalences.equivalence import Equivalence, row
from daft_lint.equivalences.kinds import Kind

FILES: tuple[Equivalence, ...] = (
    row(
        "read-file",
        ("pathlib.Path(x).read_bytes()", "open(x, 'rb').read()"),
        "{x}.download()",
        Kind.TEXT,
        "binary",
        assuming="every path is absolute",
        failing="URLs",
    ),
)
