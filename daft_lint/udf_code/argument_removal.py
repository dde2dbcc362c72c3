"""The removal of an argument from a call, without disturbing the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from daft_lint.findings import Edit
from daft_lint.records import replace

if TYPE_CHECKING:
    from daft_lint.udf_code.names import Names


def is_of_one(decorator: cst.BaseExpression, target: cst.FunctionDef | cst.ClassDef) -> bool:
    """Whether a decorator serves one function or class alone.

    It stands over it, or is called with its name: `daft.func(shout, ...)`.
    """
    if any(each_decorator.decorator is decorator for each_decorator in target.decorators):
        return True
    if not isinstance(decorator, cst.Call) or not decorator.args:
        return False
    first = decorator.args[0]
    named = isinstance(first.value, cst.Name) and first.value.value == target.name.value
    return named and first.keyword is None and not first.star


def without(argument: cst.Arg, call: cst.BaseExpression, names: Names) -> Edit | None:
    """The edit that takes an argument out of a call; the only one goes with the parentheses.

    None where that can't be done, or where a comment in the call might go with it.
    """
    if not isinstance(call, cst.Call) or "#" in names.code(call):
        return None
    place = next((at for at, node in enumerate(call.args) if node is argument), None)
    if place is None:
        return None
    own = names.span(argument)
    if place > 0:
        before = names.span(call.args[place - 1])
        return Edit(replace(own, line=before.end_line, column=before.end_column), "")
    if len(call.args) > 1:
        after = names.span(call.args[1])
        return Edit(replace(own, end_line=after.line, end_column=after.column), "")
    if call.lpar or call.func.lpar:
        return None
    called, whole = names.span(call.func), names.span(call)
    return Edit(replace(whole, line=called.end_line, column=called.end_column), "")
