"""A line of code wrapped to a width, with its marks underlined."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.cells import cell_len

from daft_lint.reporting.printable import printable

_FURTHER = 4
_BREAKS_AFTER = (" ", ",", "(", ".")


def broken(
    code: str, marks: Sequence[tuple[int, int]], room: int, *, unicode: bool
) -> Iterator[tuple[str, str]]:
    """The parts of a line in at most `room` cells where that can be, each with its underline.

    Further parts are indented. `marks` are stretches of characters from 0, the ends excluded.
    """
    pieces = [printable(char, unicode=unicode) for char in code]
    widths = [cell_len(piece) for piece in pieces]
    indent = len(code) - len(code.lstrip())
    start, blanks = 0, 0
    while start < len(pieces) or not start:
        end = _end(code, widths, start, room - blanks)
        underline = "".join(
            ("^" if any(first <= place < last for first, last in marks) else " ") * widths[place]
            for place in range(start, end)
        )
        yield " " * blanks + "".join(pieces[start:end]), (" " * blanks + underline).rstrip()
        start, blanks = max(end, 1), min(indent + _FURTHER, room // 2)


def _end(code: str, widths: Sequence[int], start: int, room: int) -> int:
    """Where a part ends that starts there: if it can be behind a blank or a bracket, late in it."""
    end = start
    while end < len(widths) and (end == start or sum(widths[start : end + 1]) <= room):
        end += 1
    if end == len(widths):
        return end
    for last in range(end, (start + end) // 2, -1):
        if code[last - 1] in _BREAKS_AFTER:
            return last
    return end
