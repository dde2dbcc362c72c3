"""Foreign text made safe to print."""

from __future__ import annotations

import unicodedata


def printable(text: str) -> str:
    r"""`text` with unprintable and deceptive characters spelled out, such as `\x1b` or `\u202e`.

    A terminal acts on control characters, and invisible ones deceive the reader.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        char if _shows(char) else char.encode("unicode_escape").decode("ascii") for char in text
    )


def place(text: str) -> str:
    """A path, which may begin a line, where CI servers look for commands such as `::error::`."""
    text = printable(text)
    return f"./{text}" if text.lstrip().startswith(("::", "##[")) else text


def on_one_line(text: str) -> str:
    """The same with line breaks and runs of blanks turned into single spaces."""
    return printable(" ".join(text.split()))


def printable_lines(text: str) -> str:
    """The same with line breaks kept."""
    return "\n".join(printable(line) for line in text.splitlines())


def _shows(char: str) -> bool:
    if char.isascii():
        return char.isprintable()
    return char.isprintable() or unicodedata.category(char) == "Zs"


_DRAWN = str.maketrans({"│": "|", "█": "#", "▒": "+", "·": ".", "→": "->", "…": "~"})


def draws(stream: object) -> bool:
    """Whether what is printed there may have more than ASCII."""
    try:
        "│█·—".encode(getattr(stream, "encoding", None) or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def in_ascii(text: str) -> str:
    """A report for where only ASCII is shown: other signs drawn with it, other letters spelled out.

    It is made of a whole report at the end, so that nothing before knows where the report goes.
    """
    drawn = text if text.isascii() else text.replace(" · ", ", ").translate(_DRAWN)
    return drawn.encode("ascii", "backslashreplace").decode("ascii")
