"""The expressions of a plan, read as Daft prints them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from daft_lint.plan.pipeline import Columns
from daft_lint.plan.quantity import Quantity, exactly
from daft_lint.records import dataclass

_COLUMN = re.compile(r"(?<!\w)col\(")
_LEGACY = "py_udf("
# A function's own number, and behind it the number of the call: 0.7.26 has both, 0.7.0 the first.
_NUMBERED = re.compile(
    r"(?P<name>[^\s(),\[\]]+?)"
    r"(?P<number>-\d+|-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"
    r"(?P<call>-\d+)?\("
)
# What is called like the first column that it reads, whatever it does with it.
_NAMED_AFTER_COLUMN = re.compile(r"(?!.*\bget\()[\w\[(]*?\bcol\(.*", re.DOTALL)
_ALIAS = re.compile(r"(?s)(?P<inner>.*) as (?P<name>[^()\[\]]+)")
_GROUPS = {"(": ")", "[": "]", "{": "}"}
_QUOTES = "\"'"
_WHOLE_NUMBER = re.compile(r"lit\((?P<number>\d+)\)")
_OPENING = re.compile(r"[(\[{\"']")
_MARK = re.compile(r"[()\[\]{}\"']")
_COLUMN_ALONE = re.compile(r"col\((?P<name>[^()]+)\)")


@dataclass(frozen=True, slots=True)
class PrintedCall:
    """A call of a UDF in an expression: `text` is all of it.

    `name` is the UDF's, `key` is for its calls alone; both are None for a legacy UDF on Daft 0.7
    and older, where the expression has neither. `work` is the same for calls of one function on the
    same arguments, None where unknown.
    """

    text: str
    arguments: str
    name: str | None = None
    key: str | None = None
    work: str | None = None


@dataclass(frozen=True, slots=True)
class PrintedFunction:
    """A call of a built-in function in an expression."""

    name: str
    arguments: tuple[str, ...]

    def number(self, place: int) -> Quantity | None:
        """The whole number that stands there as an argument; None where none does."""
        text = self.arguments[place] if place < len(self.arguments) else ""
        found = _WHOLE_NUMBER.fullmatch(text)
        return None if found is None else exactly(int(found["number"]))


def functions_in(text: str, names: Iterable[str]) -> tuple[PrintedFunction, ...]:
    """The calls of functions of these names, in the order in which they are computed."""
    found: list[tuple[int, PrintedFunction]] = []
    for match in re.finditer(rf"\b(?P<name>{'|'.join(sorted(names))})\(", text):
        end = _closing(text, match.end() - 1)
        arguments = parts(text[match.end() : end], ", ")
        found.append((end, PrintedFunction(match["name"], arguments)))
    return tuple(function for _, function in sorted(found, key=lambda pair: pair[0]))


def udf_name(text: str) -> str:
    """The name of a UDF without the number that Daft puts behind it."""
    found = _NUMBERED.fullmatch(f"{text}(")
    return text if found is None else found["name"]


def calls_in(text: str) -> tuple[PrintedCall, ...]:
    """The calls of UDFs in an expression; those in the arguments of another come before it."""
    found: list[PrintedCall] = []
    for start, opening, match in _openings(text):
        end = _closing(text, opening)
        arguments = text[opening + 1 : end]
        whole = text[start : end + 1]
        if match is None:
            call = PrintedCall(whole, arguments)
        else:
            key = whole[: opening - start]
            work = f"{match['name']}{match['number']}({arguments})"
            call = PrintedCall(whole, arguments, match["name"], key, work)
        found.append(call)
    return tuple(sorted(found, key=lambda call: len(call.text)))


def _openings(text: str) -> Iterator[tuple[int, int, re.Match[str] | None]]:
    """Where calls of UDFs begin, and their opening brackets."""
    place = text.find(_LEGACY)
    while place >= 0:
        yield place, place + len(_LEGACY) - 1, None
        place = text.find(_LEGACY, place + 1)
    for match in _NUMBERED.finditer(text):
        # Daft names the column of an expression that it computes apart like the call of its UDF;
        # 0.6.14 gives it that name as an alias too.
        if not text.endswith(("col(", " as "), 0, match.start()):
            yield match.start(), match.end() - 1, match


def columns_in(text: str, known: Sequence[str] | None) -> Columns | None:
    """The columns that an expression reads, of those that there are; None if unknown."""
    found: set[str] = set()
    match = _COLUMN.search(text)
    while match is not None:
        name = _name_at(text, match.end(), known)
        if name is None:
            return None
        found.add(name)
        match = _COLUMN.search(text, match.end() + len(name))
    return frozenset(found)


def _name_at(text: str, start: int, known: Sequence[str] | None) -> str | None:
    """The column name that stands there in brackets; names may hold brackets themselves."""
    if known is None:
        end = text.find(")", start)
        name = text[start:end] if end >= 0 else ""
        return name if name and "(" not in name else None
    fitting = [name for name in known if text.startswith(f"{name})", start)]
    return max(fitting, key=len, default=None)


def named(text: str, name: str | None = None) -> tuple[str, str | None]:
    """An expression without its alias, and the column that it makes, `name` if that is known."""
    if name is not None:
        return text.removesuffix(f" as {name}"), name
    alone = _COLUMN_ALONE.fullmatch(text)
    if alone is not None:
        return text, alone["name"]
    alias = _ALIAS.fullmatch(text)
    if alias is not None:
        return alias["inner"], alias["name"]
    columns = columns_in(text, None) if _NAMED_AFTER_COLUMN.fullmatch(text) else None
    return text, next(iter(columns)) if columns is not None and len(columns) == 1 else None


def parts(text: str, separator: str) -> tuple[str, ...]:
    """A text cut at a separator wherever that stands outside of all brackets and quotes."""
    found: list[str] = []
    start = place = 0
    while (cut := text.find(separator, place)) >= 0:
        opening = _OPENING.search(text, place, cut)
        if opening is None:
            found.append(text[start:cut])
            start = place = cut + len(separator)
        elif opening[0] in _QUOTES:
            place = _quoted(text, opening.start())
        else:
            place = _closing(text, opening.start()) + 1
    return (*found, text[start:])


def conjuncts(text: str) -> tuple[str, ...]:
    """The conditions of a filter that all have to hold."""
    pieces = parts(_without_brackets(text), " & ")
    if len(pieces) == 1:
        return pieces
    return tuple(conjunct for piece in pieces for conjunct in conjuncts(piece))


def _without_brackets(text: str) -> str:
    if text.startswith("[") and _closing(text, 0) == len(text) - 1:
        return text[1:-1]
    return text


def _closing(text: str, opening: int) -> int:
    """Where the bracket at a place is closed; the end of the text if it is not."""
    waiting: list[str] = []
    mark = _MARK.search(text, opening)
    while mark is not None:
        character, place = mark[0], mark.end()
        if character in _QUOTES:
            place = _quoted(text, mark.start())
        elif character in _GROUPS:
            waiting.append(_GROUPS[character])
        elif waiting and character == waiting[-1]:
            waiting.pop()
            if not waiting:
                return mark.start()
        mark = _MARK.search(text, place)
    return len(text)


def _quoted(text: str, start: int) -> int:
    """Behind the quoted text that begins at a place; behind the quote if nothing ends it."""
    end = text.find(text[start], start + 1)
    return start + 1 if end < 0 else end + 1
