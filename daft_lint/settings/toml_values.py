"""Values as the TOML text that would give them."""

from __future__ import annotations

from collections.abc import Iterable

LARGEST = 2**63 - 1
"""The largest number that settings, cluster files and agents may give: TOML's largest integer."""


def printable(text: str) -> str:
    """The text on one line: what cannot be printed becomes an escape of TOML."""
    return "".join(char if char.isprintable() else _escaped(char) for char in text)


def toml_string(text: str) -> str:
    """A TOML basic string."""
    return '"' + printable(text.replace("\\", "\\\\").replace('"', '\\"')) + '"'


def toml_strings(texts: Iterable[str]) -> str:
    """A TOML array of strings."""
    return "[" + ", ".join(toml_string(text) for text in texts) + "]"


def shown(value: object) -> str:
    """A value read from TOML, short enough for a message."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return toml_string(value if len(value) <= 40 else value[:37] + "...")
    if isinstance(value, int):
        return str(value) if abs(value) < 2**63 else "a number beyond 64 bits"
    if isinstance(value, float):
        return str(value)
    if isinstance(value, list):
        return "a list"
    if isinstance(value, dict):
        return "a table"
    return "a date or time"


def _escaped(char: str) -> str:
    code = ord(char)
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
