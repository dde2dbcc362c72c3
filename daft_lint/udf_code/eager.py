"""Uses of a UDF that aren't part of any plan: called on plain values, Daft just runs it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daft_lint.values import columns

if TYPE_CHECKING:
    from daft_lint.index.code import Call
    from daft_lint.udf_code.definitions import UdfDefinition
    from daft_lint.udf_code.names import Names


def is_used_in_file(udf: UdfDefinition) -> bool:
    """Whether its file names a UDF outside of its definition, but for calls on plain values."""
    return any(not eager for eager in _uses(udf))


def is_only_eager(udf: UdfDefinition) -> bool:
    """Whether the file of a UDF calls it on plain values, and never on columns."""
    uses = _uses(udf)
    return bool(uses) and all(uses)


def _uses(udf: UdfDefinition) -> list[bool]:
    """For each place that names a UDF outside of its definition, whether that is such a call."""
    names = udf.names
    named = [span for span in names.uses(udf.name) if not udf.whole.holds(span)]
    calls = names.calls(udf.name) if named else ()
    eager = {span.start for call, span in calls if _is_on_plain_values(call, names)}
    return [span.start in eager for span in named]


def _is_on_plain_values(call: Call, names: Names) -> bool:
    given = [*call.arguments, *(value for keyword, value in call.keywords if keyword)]
    if not given or any(keyword is None for keyword, _ in call.keywords):
        return False
    return all(
        each[0] not in {"call", "starred"} and columns.is_plain(names.of(each, call.scope))
        for each in given
    )
