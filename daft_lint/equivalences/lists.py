"""Functions of lists.

`sum`, `any` and `all` aren't here: of an empty list Python gives 0, False or True, Daft null.
Nor are slices: Daft 0.7.26 fails where no list of a batch has an item. Nor is the mean: since 3.12
Python's `sum` of floats carries the digits that are lost on the way.
"""

from __future__ import annotations

from daft_lint.equivalences.constants import ANY_TEXT, POSITIVE
from daft_lint.equivalences.equivalence import Equivalence, row
from daft_lint.equivalences.kinds import Kind
from daft_lint.equivalences.strings import NO_YOUNG_CAPITALS, NO_YOUNG_LETTERS

_TEXTS, _WHOLES, _REALS = Kind.TEXTS, Kind.WHOLES, Kind.REALS
_LISTS = (_TEXTS, _WHOLES, _REALS)
_SIZES = ("uint64", "int64", "int32", "uint32")

LISTS: tuple[Equivalence, ...] = (
    row(
        "length-of-list", "len(x)", "{x}.length()", _LISTS, "uint64", returns=_SIZES, obvious=False
    ),
    row(
        "largest",
        "max(x)",
        "{x}.list_max()",
        _WHOLES,
        "",
        returns=("int64",),
        obvious=False,
        failing="empty lists, lists with None",
    ),
    row(
        "smallest",
        "min(x)",
        "{x}.list_min()",
        _WHOLES,
        "",
        returns=("int64",),
        obvious=False,
        failing="empty lists, lists with None",
    ),
    row(
        "sorted-texts",
        "sorted(x)",
        "{x}.list_sort()",
        _TEXTS,
        "list[string]",
        obvious=False,
        failing="lists with None",
    ),
    row(
        "sorted-texts-down",
        "sorted(x, reverse=True)",
        "{x}.list_sort(desc=True)",
        _TEXTS,
        "list[string]",
        obvious=False,
        failing="lists with None",
    ),
    row(
        "sorted-wholes",
        "sorted(x)",
        "{x}.list_sort()",
        _WHOLES,
        "",
        returns=("list[int64]",),
        obvious=False,
        failing="lists with None",
    ),
    row(
        "sorted-wholes-down",
        "sorted(x, reverse=True)",
        "{x}.list_sort(desc=True)",
        _WHOLES,
        "",
        returns=("list[int64]",),
        obvious=False,
        failing="lists with None",
    ),
    row(
        "first-text",
        "x[0]",
        "{x}.get(0)",
        _TEXTS,
        "string",
        nullable=True,
        obvious=False,
        failing="empty lists",
    ),
    row(
        "last-text",
        "x[-1]",
        "{x}.get(-1)",
        _TEXTS,
        "string",
        nullable=True,
        obvious=False,
        failing="empty lists",
    ),
    row(
        "item-of-texts",
        "x[A]",
        "{x}.get({A})",
        _TEXTS,
        "string",
        constants={"A": POSITIVE},
        nullable=True,
        obvious=False,
        failing="lists that are too short",
    ),
    row(
        "join",
        "A.join(x)",
        "{x}.list_join({A})",
        _TEXTS,
        "string",
        constants={"A": ANY_TEXT},
        obvious=False,
        failing="lists with None",
    ),
    row(
        "has-text",
        "A in x",
        "{x}.list_contains({A})",
        _TEXTS,
        "bool",
        obvious=False,
        constants={"A": ANY_TEXT},
    ),
    row(
        "upper-items",
        "[one.upper() for one in x]",
        "{x}.list_map(daft.element().upper())",
        _TEXTS,
        "list[string]",
        failing="lists with None",
        assuming=NO_YOUNG_CAPITALS,
    ),
    row(
        "lower-items",
        "[one.lower() for one in x]",
        "{x}.list_map(daft.element().lower())",
        _TEXTS,
        "list[string]",
        failing="lists with None",
        assuming=NO_YOUNG_LETTERS,
    ),
    row(
        "lengths-of-items",
        "[len(one) for one in x]",
        "{x}.list_map(daft.element().length())",
        _TEXTS,
        "list[uint64]",
        returns=("list[int64]",),
        obvious=False,
        failing="lists with None",
    ),
    row(
        "items-not-null",
        "[one for one in x if one is not None]",
        "{x}.list_filter(daft.element().not_null())",
        _TEXTS,
        "list[string]",
        obvious=False,
    ),
    row(
        "items-not-empty",
        "[one for one in x if one]",
        '{x}.list_filter(daft.element() != "")',
        _TEXTS,
        "list[string]",
        obvious=False,
    ),
    row(
        "count-not-null",
        "len([one for one in x if one is not None])",
        "{x}.list_count()",
        _LISTS,
        "uint64",
        returns=_SIZES,
        obvious=False,
    ),
)
