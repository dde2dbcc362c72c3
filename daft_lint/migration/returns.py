"""Returned lists that the new API would cast: they are made a Series of the right type first."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst
from libcst.metadata import Assignment, FunctionScope, ImportAssignment

from daft_lint.findings import Edit
from daft_lint.migration.decorator_names import Naming
from daft_lint.migration.dtypes import Sameness, sameness
from daft_lint.migration.legacy import Legacy
from daft_lint.migration.obstacle import ObstacleError
from daft_lint.migration.options import Options
from daft_lint.migration.source import Source, names_in
from daft_lint.syntax.traversal import children

_SERIES = frozenset({"daft.Series", "daft.series.Series"})


def sameness_of(legacy: Legacy, options: Options) -> Sameness:
    """What is known of the columns that come of the returned lists, if nothing is done for it."""
    option = options.get("return_dtype")
    assert option is not None
    assert option.old is not None
    same = sameness(option.old.value, legacy.source)
    returned = _returned(legacy.function)
    if same is Sameness.DIFFERENT and all(_is_series(node, legacy.source) for node in returned):
        return Sameness.SAME
    return same


def wrapped(legacy: Legacy, options: Options, naming: Naming) -> Iterator[Edit]:
    """`return daft.Series.from_pylist([...], dtype=...)` for `return [...]`, where it is needed.

    Raises:
        ObstacleError: when it can't be told that a list is returned, or its type isn't known there.
    """
    if sameness_of(legacy, options) is not Sameness.DIFFERENT:
        return
    source = legacy.source
    option = options.get("return_dtype")
    assert option is not None
    assert option.old is not None
    series = _series(legacy, naming)
    reason = (
        f"`{option.value}`: the new API casts a returned list to it, which fails or changes the "
        "list"
    )
    for value in _returned(legacy.function):
        if value is None or _is_series(value, source):
            continue
        if not _is_list(value, source) or series is None or "\n" in option.value:
            raise ObstacleError(reason, source.span(value))
        for name in names_in(option.old.value):
            if source.bound_at(value, name.value) != source.assignments(name):
                raise ObstacleError(f"`{name.value}` means something else where it returns")
        span = source.span(value)
        if value.lpar:
            raise ObstacleError(reason, span)
        yield source.inserted(span.start, f"{series}.from_pylist(")
        yield source.inserted(span.end, f", dtype={option.value})")


def _series(legacy: Legacy, naming: Naming) -> str | None:
    """What `daft.Series` is called in the function."""
    if naming.prefix:
        return f"{naming.prefix}Series"
    source = legacy.source
    read = [node for node in source.read("Series") if source.qualified(node) in _SERIES]
    body = legacy.function.body
    known = {
        binding
        for node in read
        for binding in source.assignments(node)
        if isinstance(binding, ImportAssignment)
    }
    if not all(source.is_certain(binding.node, body) for binding in known):
        return None
    return "Series" if known and source.bound_at(body, "Series") == known else None


def _is_series(value: cst.BaseExpression | None, source: Source) -> bool:
    """Whether an expression is certainly `daft.Series.from_...(...)`."""
    return (
        isinstance(value, cst.Call)
        and isinstance(value.func, cst.Attribute)
        and value.func.attr.value.startswith("from_")
        and source.qualified(value.func.value) in _SERIES
    )


def _is_list(value: cst.BaseExpression, source: Source) -> bool:
    """Whether an expression is certainly a list."""
    if isinstance(value, cst.Call):
        made_by = value.func
        if not isinstance(made_by, cst.Name) or made_by.value not in {"list", "sorted"}:
            return False
        return not source.assignments(made_by)
    if isinstance(value, cst.BinaryOperation):
        return isinstance(value.operator, cst.Multiply) and _is_list(value.left, source)
    if isinstance(value, cst.Name):
        bound = source.assignments(value)
        return bool(bound) and all(_binds_list(binding, value.value, source) for binding in bound)
    return isinstance(value, cst.List | cst.ListComp)


def _binds_list(binding: Assignment, name: str, source: Source) -> bool:
    """Whether it is a local `name = [...]`; `name += [...]` leaves it a list."""
    node = binding.node
    if not isinstance(node, cst.Name) or not isinstance(binding.scope, FunctionScope):
        return False
    parent = source.parent(node)
    around = source.parent(parent)
    if isinstance(parent, cst.AugAssign):
        return isinstance(parent.operator, cst.AddAssign)
    if isinstance(parent, cst.AnnAssign):
        return parent.value is not None and _is_plain_list(parent.value, name, source)
    if isinstance(around, cst.Assign) and len(around.targets) == 1:
        return _is_plain_list(around.value, name, source)
    return False


def _is_plain_list(value: cst.BaseExpression, name: str, source: Source) -> bool:
    """Whether a value is a list without a look at the name that it is bound to."""
    return not any(node.value == name for node in names_in(value)) and _is_list(value, source)


def _returned(function: cst.FunctionDef) -> list[cst.BaseExpression | None]:
    """What a function returns, by its own `return`s."""
    found: list[cst.BaseExpression | None] = []
    waiting: list[cst.CSTNode] = [function.body]
    while waiting:
        node = waiting.pop()
        if isinstance(node, cst.Return):
            found.append(node.value)
        elif not isinstance(node, cst.FunctionDef | cst.ClassDef | cst.Lambda):
            waiting += children(node)
    return found
