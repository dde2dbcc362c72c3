"""Hint comments: facts about data and cluster that aren't in the code."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from daft_lint.documents.spelling import advice
from daft_lint.plan.span import Span
from daft_lint.records import dataclass


@dataclass(frozen=True, slots=True)
class InvalidPragma:
    """A pragma that can't be read, and why, in one line that says what to write instead."""

    span: Span
    message: str


KEYS = (
    "rows",
    "partitions",
    "keys",
    "workers",
    "cpus-per-worker",
    "gpus-per-worker",
    "concurrency",
    "batch-size",
)
SHARES = ("keeps",)
"""Keys with a figure from 0 to 1."""

_ALL = (*KEYS, *SHARES)
_SHARE = re.compile(r"[01]|[01]?\.[0-9]{1,15}|[0-9](?:\.[0-9]{1,15})?e-[0-9]{1,2}", re.I)
_MAY_BE_ZERO = frozenset({"rows", "gpus-per-worker"})
_NUMBER = re.compile(
    r"(?P<whole>[0-9]+(?:_[0-9]+)*)"
    r"(?:(?:\.(?P<part>[0-9]+))?(?:e\+?(?P<power>[0-9]{1,2})|(?P<unit>[kmb])))?",
    re.I,
)
_POWERS = {"k": 3, "m": 6, "b": 9}
_MOST = 10**18
_MOST_CHARACTERS = 40


@dataclass(frozen=True, slots=True)
class Hint:
    """The facts of one hint comment, by key, and the statement's lines that they are about."""

    values: Mapping[str, float]
    span: Span
    first_line: int
    last_line: int


def key_of(word: str) -> str | None:
    """The key that a word spells, with `-` or `_` between its parts; None when it is no key."""
    key = word.replace("_", "-")
    return key if key in _ALL else None


def read_hint(body: str, span: Span, statement: tuple[int, int]) -> Iterator[Hint | InvalidPragma]:
    """Read `key=number, key=number`; what can't be read is reported, the rest still counts."""
    values: dict[str, float] = {}
    for item in filter(str.strip, body.split(",")):
        word, _, number = (part.strip() for part in item.partition("="))
        key = key_of(word) or word
        value = _value(key, number, values)
        if not isinstance(value, str):
            values[key] = value
        else:
            yield InvalidPragma(span, value)
    if values:
        yield Hint(values, span, *statement)


def _value(key: str, number: str, earlier: Mapping[str, float]) -> float | str:
    """The number of a key, or what is wrong with it."""
    if key not in _ALL:
        return f"there is no hint `{key}`; {advice(key, _ALL)}"
    if key in earlier:
        return f"`{key}` is given twice; keep one"
    return _share(key, number) if key in SHARES else _whole(key, number)


def _share(key: str, number: str) -> float | str:
    share = float(number) if _SHARE.fullmatch(number) else None
    if share is None or not 0 < share <= 1:
        given = f", not `{number[:_MOST_CHARACTERS]}`" if number else f": `{key}=0.1`"
        return f"`{key}` takes a share above 0, up to 1{given}"
    return share


def _whole(key: str, number: str) -> int | str:
    value = _whole_number(number)
    if value is None:
        given = f", not `{number[:_MOST_CHARACTERS]}`" if number else f": `{key}=1000`"
        return f"`{key}` takes a whole number{given}"
    if value > _MOST:
        return f"`{key}` must be at most 1e18"
    if value < 1 and key not in _MAY_BE_ZERO:
        return f"`{key}` must be at least 1"
    return value


def _whole_number(text: str) -> int | None:
    """The exact value of `1000`, `1_000`, `1e3`, `1.5e3` or `1.5k`; None if it isn't whole."""
    found = _NUMBER.fullmatch(text)
    if found is None or len(text) > _MOST_CHARACTERS:
        return None
    part = (found["part"] or "").rstrip("0")
    power = _POWERS[found["unit"].lower()] if found["unit"] else int(found["power"] or 0)
    if len(part) > power:
        return None
    return int(found["whole"] + part + "0" * (power - len(part)))
