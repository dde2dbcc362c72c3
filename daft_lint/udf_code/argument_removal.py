"""The removal of an argument from a call, without disturbing the others."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from daft_lint.findings import Edit

if TYPE_CHECKING:
    from daft_lint.udf_code.names import FunctionNode, Names

# Between two parts of a call, where it has no comments.
_SPACE = " \t\r\n\\"


def is_of_one(decorator: ast.expr, target: FunctionNode | ast.ClassDef) -> bool:
    """Whether a decorator serves one function or class alone.

    It stands over it, or is called with its name: `daft.func(shout, ...)`.
    """
    if decorator in target.decorator_list:
        return True
    first = decorator.args[0] if isinstance(decorator, ast.Call) and decorator.args else None
    return isinstance(first, ast.Name) and first.id == target.name


def without(argument: ast.keyword, call: ast.expr, names: Names) -> Edit | None:
    """The edit that takes an argument out of a call; the only one goes with the parentheses.

    None where that can't be done, or where a comment in the call might go with it.
    """
    if not isinstance(call, ast.Call) or "#" in names.code(call):
        return None
    if argument not in call.keywords:
        return None
    own, whole, document = names.span(argument), names.span(call), names.document
    others = [*map(names.span, call.args), *map(names.span, call.keywords)]
    others.remove(own)
    before = max((each.end for each in others if each < own), default=None)
    if before is not None:
        # Parentheses around the one before go on behind it.
        kept = names.text(before, own.start).rpartition(",")[0].rstrip()
        start = document.place_at(document.offset(*before) + len(kept))
        return Edit(own.between(start, own.end), "")
    if others:
        behind = names.text(own.end, min(others).start)
        kept = behind.partition(",")[2].lstrip(_SPACE)
        end = document.offset(*min(others).start) - len(kept)
        return Edit(own.between(own.start, document.place_at(end)), "")
    called = names.span(call.func)
    if not names.text(called.end, whole.end).lstrip(_SPACE).startswith("("):
        return None
    return Edit(whole.between(called.end, whole.end), "")
