"""Uses of a UDF that aren't part of any plan: called on plain values, Daft just runs it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from daft_lint.syntax.traversal import walk_for
from daft_lint.values import columns

if TYPE_CHECKING:
    from daft_lint.udf_code.definitions import UdfDefinition


def is_used_in_file(udf: UdfDefinition) -> bool:
    """Whether its file names a UDF outside of its definition, but for calls on plain values."""
    return any(not eager for eager in _uses(udf))


def is_only_eager(udf: UdfDefinition) -> bool:
    """Whether its file uses a UDF, and only by calls on plain values."""
    uses = _uses(udf)
    return bool(uses) and all(uses)


def _uses(udf: UdfDefinition) -> list[bool]:
    """For each place that names a UDF outside of its definition, whether that is such a call."""
    names = udf.names
    named = [span for span in names.uses(udf.name) if not udf.whole.holds(span)]
    calls = walk_for(cst.Call, names.module) if named else ()
    eager = {names.span(call.func) for call in calls if _is_on_plain_values(call, udf)}
    return [span in eager for span in named]


def _is_on_plain_values(call: cst.Call, udf: UdfDefinition) -> bool:
    if not (call.args and isinstance(call.func, cst.Name) and call.func.value == udf.name):
        return False
    return all(not arg.star and columns.is_plain(udf.names.value(arg.value)) for arg in call.args)
