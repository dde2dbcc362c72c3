"""All equivalences, by family."""

from __future__ import annotations

from daft_lint.equivalences.binary import BINARY
from daft_lint.equivalences.equivalence import Equivalence
from daft_lint.equivalences.files import FILES
from daft_lint.equivalences.images import IMAGES
from daft_lint.equivalences.lists import LISTS
from daft_lint.equivalences.numbers import NUMBERS
from daft_lint.equivalences.strings import STRINGS
from daft_lint.equivalences.structs import STRUCTS
from daft_lint.equivalences.temporal import TEMPORAL
from daft_lint.equivalences.vectors import VECTORS

FAMILIES: dict[str, tuple[Equivalence, ...]] = {
    "Text": STRINGS,
    "Bytes": BINARY,
    "Numbers": NUMBERS,
    "Lists": LISTS,
    "Dates and times": TEMPORAL,
    "Structs and JSON": STRUCTS,
    "Files": FILES,
    "Images": IMAGES,
    "Embeddings": VECTORS,
}
# The order decides: what is more particular comes first within a family.
TABLE: tuple[Equivalence, ...] = tuple(row for rows in FAMILIES.values() for row in rows)
