"""The error that a key gets which no table knows."""

from __future__ import annotations

from daft_lint.documents.spelling import nearest
from daft_lint.settings.keys import KEYS, SECTION, names_in
from daft_lint.settings.tables import Table

# Their keys are short words, which much else is spelled like, or those of another table too.
_NEVER_MEANT_ELSEWHERE = frozenset({"", "udf-wrappers", "cluster.worker-groups"})


def reject_unknown_keys(table: Table, name: str) -> None:
    """Reject keys that don't belong in the table of a name, which is dotted below the section.

    Raises:
        SettingsError: when there is one; it names the nearest key that is known.
    """
    allowed = names_in(name)
    for key in table.values:
        if key not in allowed:
            raise table.place(key).error(f"unknown key; {_advice(key, allowed, table)}")


def _advice(key: str, allowed: tuple[str, ...], table: Table) -> str:
    """The nearest key of the same table, else of any, else all of the table."""
    if close := nearest(key, allowed):
        return f"did you mean `{close}`?"
    elsewhere = {known.leaf: known for known in KEYS if known.table not in _NEVER_MEANT_ELSEWHERE}
    if close := nearest(key, elsewhere):
        return f"did you mean `{table.called(elsewhere[close].name)}`?"
    if key == SECTION.partition(".")[0]:
        return f"in this file, keys are at the top level, without `{SECTION}`"
    return "known keys are " + ", ".join(f"`{known}`" for known in allowed)
