"""Values of every kind to prove equivalences on: odd ones by name, the rest by chance."""

from __future__ import annotations

import random
import sys
import unicodedata
from collections.abc import Sequence
from functools import cache

import daft
import numpy as np
from daft import DataType

from daft_lint.equivalences.table import Kind

# A column's Daft type, and values of it.
Typed = tuple[DataType, Sequence[object]]
_ODD = [
    *("", "a", "B", "z", "0", "9", " ", "  ", "\t", "\n", "\r\n", "\x0b", "\x0c", "\x1c", "\x1f"),
    *("\x85", "\xa0", "\u2003", "\u3000", "\u200b", "\ufeff", "ß", "ẞ", "İ", "ı", "i", "I", "Σ"),  # noqa: RUF001
    *("ς", "σ", "Ǆ", "ǅ", "ǆ", "ﬁ", "ŉ", "é", "e\u0301", "한", "漢字", "שלום", "عربي", "😀"),  # noqa: RUF001
    *("👨‍👩‍👧", "🇩🇪", "\u0301", "١", "Ⅷ", "ª", "²", "_", "-", ",", ",,", ".", "'", '"', "\\", "$1"),  # noqa: RUF001
    *("{}", "\0", "(", "aa", "aaa", "#-&~", "Hello World", "don't", "ΑΣ", "ΑΣ.", "ა", "Ა", "ᾳ"),
    *("a,b,c", "k=v", "%41", "/usr/lib", "http://u:p@h.example:80/p?q=1#f", "ab"),
]
_INTEGERS = [
    *(0, 1, -1, 2, -2, 3, -3, 5, 7, -7, 10, -10, 100, -100, 127, -128, 255, 32767, -32768, 65535),
    *(2**31 - 1, -(2**31), 2**32 - 1, 2**53, 2**53 + 1, -(2**53) - 1, 2**63 - 1, -(2**63)),
    2**64 - 1,
]
_REALS = [
    *(0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, 2.5, -1.5, -2.5, 0.1, 2.675, 1e-300, 5e-324, 1e300),
    *(-1e300, 1e16, 1e19, -1e19, 123456.789, 2.0**53, 2.0**63, -(2.0**63), 1e22, 5.0, -3.0),
    *(float("nan"), -float("nan"), float("inf"), float("-inf")),
]
_RANGES = {
    f"{sign}int{bits}": (0, 2**bits - 1) if sign else (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)
    for sign in ("", "u")
    for bits in (8, 16, 32, 64)
}


class Values:
    """Draws the values, the same ones every time."""

    def __init__(self, amount: int = 150) -> None:
        self._chance = random.Random(308)
        self._amount = amount

    def of(self, kind: Kind) -> list[Typed]:
        """Columns of a kind, one for each Daft type that it may have."""
        return list(getattr(self, f"_{kind.name.lower()}")())

    def _text(self) -> list[Typed]:
        return [(DataType.string(), [*_ODD, *self._drawn_texts(3 * self._amount)])]

    def _drawn_texts(self, amount: int) -> list[str]:
        return ["".join(self._drawn(_ODD, 1, 7)) for _ in range(amount)]

    def _drawn(self, values: Sequence, least: int, most: int) -> list:
        return self._chance.choices(values, k=self._chance.randint(least, most))

    def _whole(self) -> list[Typed]:
        return [(getattr(DataType, name)(), self._integers(name)) for name in _RANGES]

    def _integers(self, name: str) -> list[int]:
        low, high = _RANGES[name]
        drawn = [self._chance.randint(low, high) for _ in range(self._amount // 3)]
        small = [self._chance.randint(max(low, -1000), min(high, 1000)) for _ in range(100)]
        return [*(integer for integer in _INTEGERS if low <= integer <= high), *drawn, *small]

    def _real(self) -> list[Typed]:
        drawn = [self._chance.uniform(-10, 10) for _ in range(self._amount)]
        wide = [self._chance.uniform(-1e6, 1e6) for _ in range(100)]
        values = [*_REALS, *drawn, *wide]
        with np.errstate(over="ignore"):
            narrow = [float(np.float32(value)) for value in values]
        return [(DataType.float64(), values), (DataType.float32(), narrow)]

    def _list(self) -> list[Typed]:
        return [*self._texts(), *self._wholes(), *self._reals()]

    def _texts(self) -> list[Typed]:
        odd = [[], ["a"], ["a", "a"], ["b", "a", ""], [""], [None], ["a", None, "b"]]
        drawn = [self._drawn(_ODD, 0, 5) for _ in range(self._amount)]
        return [(DataType.list(DataType.string()), [*odd, *drawn])]

    def _wholes(self) -> list[Typed]:
        return [
            (
                DataType.list(getattr(DataType, name)()),
                [[], [0], [1, 1], [None], [3, None, 1]]
                + [self._drawn(self._integers(name), 0, 5) for _ in range(50)],
            )
            for name in ("int64", "int32", "uint8", "uint64")
        ]

    def _reals(self) -> list[Typed]:
        odd = [[], [0.0], [None], [3.0, None], [float("nan"), 1.0]]
        return [
            (DataType.list(dtype), [*odd, *(self._drawn(values, 0, 5) for _ in range(100))])
            for dtype, values in self._real()
        ]


@cache
def assigned_characters() -> tuple[str, ...]:
    """Every character that the Unicode version of this Python knows."""
    every = map(chr, range(sys.maxunicode + 1))
    return tuple(
        character for character in every if unicodedata.category(character) not in {"Cn", "Cs"}
    )


def series(values: Sequence[object], dtype: DataType) -> daft.Series:
    """A column of values."""
    return daft.Series.from_pylist(list(values), dtype=dtype)
