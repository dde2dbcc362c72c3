"""Values of every kind to prove equivalences on: odd ones by name, the rest by chance."""

from __future__ import annotations

import datetime as dt
import random
import sys
import unicodedata
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import daft
import numpy as np
from daft import DataType

from daft_lint.equivalences.kinds import Kind

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
    """Draws the values, the same ones every time. `folder` holds the files that paths name."""

    def __init__(self, folder: Path, amount: int = 150) -> None:
        self._chance = random.Random(308)
        self._amount = amount
        self._folder = folder

    def of(self, kind: Kind, row: str = "") -> list[Typed]:
        """Columns of a kind, one for each Daft type that it may have."""
        if row == "read-file":
            return [(DataType.string(), self._paths())]
        return list(getattr(self, f"_{kind.name.lower()}")())

    def _text(self) -> list[Typed]:
        return [(DataType.string(), [*_ODD, *self._drawn_texts(3 * self._amount)])]

    def _drawn_texts(self, amount: int) -> list[str]:
        return ["".join(self._drawn(_ODD, 1, 7)) for _ in range(amount)]

    def _drawn(self, values: Sequence, least: int, most: int) -> list:
        return self._chance.choices(values, k=self._chance.randint(least, most))

    def _bytes(self) -> list[Typed]:
        random_ones = [self._chance.randbytes(self._chance.randint(0, 9)) for _ in range(100)]
        return [
            (DataType.binary(), [b"", *(character.encode() for character in _ODD), *random_ones])
        ]

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

    def _flag(self) -> list[Typed]:
        return [(DataType.bool(), [True, False])]

    def _date(self) -> list[Typed]:
        odd = [
            *(dt.date(1970, 1, 1), dt.date(1969, 12, 31), dt.date(2024, 2, 29)),
            *(dt.date(2021, 1, 3), dt.date(1, 1, 1), dt.date(9999, 12, 31)),
        ]
        first = dt.date(1800, 1, 1)
        return [(DataType.date(), [*odd, *(first + dt.timedelta(day) for day in self._days())])]

    def _days(self) -> list[int]:
        return [self._chance.randint(0, 100_000) for _ in range(self._amount)]

    def _timestamp(self) -> list[Typed]:
        first = dt.datetime(1800, 1, 1)
        drawn = [
            first + dt.timedelta(day, self._chance.randrange(86_400), self._chance.randrange(10**6))
            for day in self._days()
        ]
        odd = [
            *(dt.datetime(1970, 1, 1), dt.datetime(1969, 12, 31, 23, 59, 59, 999_999)),
            *(dt.datetime(2024, 2, 29, 12, 30, 15, 123_456), dt.datetime(2024, 10, 27, 0, 30)),
        ]
        values = [*odd, *drawn]
        in_utc = [datetime.replace(tzinfo=dt.timezone.utc) for datetime in values]
        modern = [datetime for datetime in in_utc if datetime.year >= 1971]
        return [
            (DataType.timestamp("us"), values),
            (DataType.timestamp("ms"), [_whole_milliseconds(datetime) for datetime in values]),
            (DataType.timestamp("ns"), values),
            (DataType.timestamp("us", "UTC"), in_utc),
            (DataType.timestamp("us", "Europe/Berlin"), modern),
        ]

    def _duration(self) -> list[Typed]:
        drawn = [
            dt.timedelta(
                day - 50_000, self._chance.randrange(86_400), self._chance.randrange(10**6)
            )
            for day in self._days()
        ]
        odd = [dt.timedelta(0), dt.timedelta(-1, 5), dt.timedelta(microseconds=-1)]
        return [(DataType.duration("us"), [*odd, *drawn])]

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

    def _struct(self) -> list[Typed]:
        names = ("a", "b_c", "ß")
        fields = {name: DataType.string() for name in names}
        values = [{name: self._chance.choice([*_ODD, None]) for name in names} for _ in range(100)]
        return [(DataType.struct(fields), values)]

    def _image(self) -> list[Typed]:
        numbers = np.random.default_rng(308)
        sizes = [(1, 1), (4, 6), (7, 3), (16, 16), (32, 20)]
        colours = [numbers.integers(0, 255, (*size, 3), dtype=np.uint8) for size in sizes]
        with_alpha = [numbers.integers(0, 255, (*size, 4), dtype=np.uint8) for size in sizes]
        return [
            (DataType.image("RGB"), colours),
            (DataType.image(), colours),
            (DataType.image("L"), [colour[:, :, :1] for colour in colours]),
            (DataType.image("RGBA"), with_alpha),
        ]

    def _vector(self) -> list[Typed]:
        numbers = np.random.default_rng(308)
        found: list[Typed] = []
        for dtype in (np.float32, np.float64):
            values = [list(map(float, row)) for row in numbers.normal(size=(100, 64)).astype(dtype)]
            inner = DataType.float32() if dtype is np.float32 else DataType.float64()
            found.append((DataType.embedding(inner, 64), values))
        return found

    def _paths(self) -> list[str]:
        paths = [self._folder / name for name in ("empty", "a b.txt", "ß%20#?.bin", "large")]
        for path, held in zip(
            paths, (b"", b"text\r\n", bytes(range(256)), b"x" * 70_000), strict=True
        ):
            path.write_bytes(held)
        return [*map(str, paths), str(self._folder / "none"), "http://127.0.0.1:9/none"]


def _whole_milliseconds(moment: dt.datetime) -> dt.datetime:
    return moment.replace(microsecond=moment.microsecond // 1000 * 1000)


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
