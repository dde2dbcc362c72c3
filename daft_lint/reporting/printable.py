"""Foreign text made safe to print."""

from __future__ import annotations

import unicodedata


def printable(text: str, *, unicode: bool) -> str:
    r"""`text` with unprintable and deceptive characters spelled out, such as `\x1b` or `\u202e`.

    A terminal acts on control characters, and invisible ones deceive the reader. Without
    `unicode` everything but ASCII is spelled out as well.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        char if _shows(char, unicode=unicode) else char.encode("unicode_escape").decode("ascii")
        for char in text
    )


def place(text: str, *, unicode: bool) -> str:
    """A path, which may begin a line, where CI servers look for commands such as `::error::`."""
    text = printable(text, unicode=unicode)
    return f"./{text}" if text.lstrip().startswith(("::", "##[")) else text


def on_one_line(text: str, *, unicode: bool) -> str:
    """The same with line breaks and runs of blanks turned into single spaces."""
    return printable(" ".join(text.split()), unicode=unicode)


def printable_lines(text: str, *, unicode: bool) -> str:
    """The same with line breaks kept."""
    return "\n".join(printable(line, unicode=unicode) for line in text.splitlines())


def _shows(char: str, *, unicode: bool) -> bool:
    if char.isascii():
        return char.isprintable()
    return unicode and (char.isprintable() or unicodedata.category(char) == "Zs")
