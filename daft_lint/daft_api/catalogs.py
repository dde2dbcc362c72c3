"""Catalogs, sessions and tables of Daft 0.7.26: what gives one, and what reads a table of one.

`daft.Session` stands for all of them: which one it is makes no difference to a frame.
"""

from __future__ import annotations

_HOLDERS = frozenset({"Catalog", "Session", "Table"})
_SESSIONS = frozenset({"Session", "session.Session", "current_session", "session.current_session"})
_GIVING = tuple(
    f"{verb}_{noun}"
    for verb in ("attach", "create", "create_temp", "current", "get")
    for noun in ("catalog", "session", "table")
)
_READERS = {"read": "read_table", "read_table": "read_table", "sql": "sql"}


def gives_holder(name: str) -> bool:
    """Whether calling a name of Daft's, such as `Catalog.from_iceberg`, gives one of these."""
    last = name.rpartition(".")[2]
    of_holder = last.startswith("from_") or last.removesuffix("_if_not_exists") in _GIVING
    return name in _SESSIONS or (of_holder and _is_of_holder(name))


def reader_of(name: str) -> str | None:
    """The function of Daft that does what a method of one of these does to read a table."""
    return _READERS.get(name.rpartition(".")[2]) if _is_of_holder(name) else None


def _is_of_holder(name: str) -> bool:
    return not _HOLDERS.isdisjoint(name.split(".")[:-1])
