"""Names of outer scopes, of modules, and of what is imported or built in."""

from __future__ import annotations

import builtins
from typing import TYPE_CHECKING

from daft_lint.daft_api import sources, udfs
from daft_lint.index.code import STAR
from daft_lint.infer.other_names import other_names
from daft_lint.infer.writes import is_set_elsewhere
from daft_lint.values.alternatives import either
from daft_lint.values.values import (
    UNKNOWN,
    Class,
    Function,
    Imported,
    Items,
    Module,
    Text,
    Value,
    may_change,
)

if TYPE_CHECKING:
    from daft_lint.infer.context import Context
    from daft_lint.infer.inference import Infer
    from daft_lint.modules.module_map import Module as ModuleOf

_CODE = Class | Function | Imported | Module
# What `from daft import *` binds.
_OF_DAFT = frozenset({*udfs.EXPORTED, *sources.EXPORTED, "col", "lit", "DataFrame", "DataType"})


def looked_up(infer: Infer, name: str, context: Context) -> Value:
    """A name that nothing in a scope binds before it is used there."""
    if name == "__name__":
        return Text("*")
    if name in context.scope.bound and context.scope.kind != "class":
        return UNKNOWN
    around = context.outer
    while around is not None:
        if around.scope.kind != "class" and name in around.scope.final:
            return _of_scope(infer, name, around)
        around = around.outer
    starred = _starred(infer, context.module, name)
    if starred is not None:
        return starred
    return Imported(f"builtins.{name}") if hasattr(builtins, name) else UNKNOWN


def _of_scope(infer: Infer, name: str, context: Context) -> Value:
    """A name as other scopes see it: what it is at the end, or any of what binds it."""
    scope, index = context.scope, context.index
    if name in index.rebound:
        return UNKNOWN
    number = scope.final[name]
    bound = scope.bound.get(name, ())
    kinds = {index.definitions[each][0] for each in (*bound, number)}
    if len(bound) > 1 and "either" not in kinds and not kinds <= {"function", "class"}:
        return either([infer.definition(each, context) for each in bound])
    value = infer.definition(number, context)
    if scope.kind == "module" and _may_be_set(infer, context.module, name, value):
        return UNKNOWN
    return value


def member(infer: Infer, module: ModuleOf, name: str) -> Value | None:
    """A name of a module, as others import it; None where there is none."""
    context = infer.free(module, 0)
    number = context.scope.final.get(name)
    if number is not None:
        if name in context.index.rebound:
            return UNKNOWN
        value = infer.definition(number, context)
        return UNKNOWN if _may_be_set(infer, module, name, value) else value
    if module.is_package:
        inner = infer.modules.named(name, 1, module)
        if inner is not None:
            return Module(inner)
    return _starred(infer, module, name)


def _may_be_set(infer: Infer, module: ModuleOf, name: str, value: Value) -> bool:
    """Whether another module sets a name of a module."""
    if value is UNKNOWN or isinstance(value, Module | Imported):
        return False
    if module.index.is_open and not isinstance(value, _CODE):
        return True
    names = {name}
    if may_change(value):
        names |= other_names(infer, module, name)
    return any(is_set_elsewhere(infer, each, module) for each in names)


def _starred(infer: Infer, module: ModuleOf, name: str) -> Value | None:
    """A name that a module has of a star import; unknown where one of them isn't in sight."""
    index, unseen = module.index, False
    stars = infer.once((STAR, module.path), lambda: _stars(module))
    for key in stars:
        _, of, level, _ = index.definitions[index.module.final[key]]
        other = infer.modules.named(of, level, module)
        if other is not None and not _gives(infer, other, name):
            continue
        if other is None:
            if of == "daft" and name in _OF_DAFT:
                return Imported(f"daft.{name}")
            unseen = unseen or of != "daft"
            continue
        found: list[Value | None] = []

        def work(other: ModuleOf = other, found: list[Value | None] = found) -> Value:
            found.append(member(infer, other, name))
            return found[0] or UNKNOWN

        # Two modules may import all of each other.
        answers = infer.free(module, 0).answers
        value = infer.answer(answers, (key, name), work)
        if found[:1] != [None]:
            return value
        del answers[key, name]
    return UNKNOWN if unseen and not hasattr(builtins, name) else None


def _stars(module: ModuleOf) -> list[str]:
    """The star imports of a module, the last one first."""
    return [key for key in reversed(module.index.module.final) if key.startswith(STAR)]


def _gives(infer: Infer, module: ModuleOf, name: str) -> bool:
    """Whether a star import of a module may bind a name: one in `__all__`, or else no private."""
    if "__all__" not in module.index.module.final:
        return not name.startswith("_")
    listed = member(infer, module, "__all__")
    known = listed.values if isinstance(listed, Items) else None
    return known is None or any(not isinstance(e, Text) or e.exact in {name, None} for e in known)


def overlaid(infer: Infer, context: Context, before: int, star: int, name: str) -> Value:
    """A name behind a star import, which is that of the module where it has one.

    What a package out of sight has is unknown.
    """
    _, of, level, _ = context.index.definitions[star]
    other = infer.modules.named(of, level, context.module)
    value = infer.definition(before, context)
    if other is None:
        return value if of == "daft" or isinstance(value, _CODE) else UNKNOWN
    found = member(infer, other, name) if _gives(infer, other, name) else None
    return value if found is None else found


def imported(infer: Infer, context: Context, module: str, level: int, name: str | None) -> Value:
    """What an import binds."""
    found = infer.modules.named(module, level, context.module)
    if name is None:
        return Module(found) if found is not None else Imported(module)
    inner = f"{module}.{name}" if module else name
    if found is not None:
        value = None if found is context.module else member(infer, found, name)
        if value is not None:
            return value
    below = infer.modules.named(inner, level, context.module)
    if below is not None:
        return Module(below)
    return UNKNOWN if level or found is not None else Imported(inner)
