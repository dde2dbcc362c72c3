"""Writes from elsewhere: names of a module, and attributes of objects, that other code sets.

Such a name is unknown. The index of a module tells what it writes; which modules are asked, the
imports tell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from daft_lint.values.values import Class, Flag, Instance, Module, Value

if TYPE_CHECKING:
    from daft_lint.index.code import Scope, Write
    from daft_lint.infer.inference import Infer
    from daft_lint.modules.module_map import Module as ModuleOf

ANY = "*"


def is_set_elsewhere(infer: Infer, name: str, module: ModuleOf) -> bool:
    """Whether another module sets a name of a module, or any name that it spells by a text."""
    key = "set elsewhere", module.path, name
    return _unless_unknown(infer, key, lambda: _is_set(infer, name, module))


def _unless_unknown(infer: Infer, key: object, work: Callable[[], bool]) -> bool:
    """The answer of a search; one that depends on itself may as well be yes."""
    return infer.answer(infer.searches, key, lambda: Flag(work())) != Flag(False)


def _is_set(infer: Infer, name: str, module: ModuleOf) -> bool:
    return any(
        _owner(infer, write, writer) is module
        for writer in infer.modules.importers(module)
        if module.is_test or not writer.is_test
        if writer.may_write(name)
        for write in writer.index.writes
        if write.name in {name, ANY}
    )


def _owner(infer: Infer, write: Write, writer: ModuleOf) -> object:
    """The module whose name is written."""
    if write.owner[0] == "module":
        return infer.modules.named(write.owner[1], write.owner[2], writer)
    value = infer.value(write.owner, infer.free(writer, write.scope))
    return value.of if isinstance(value, Module) else None


def is_set_on(infer: Infer, name: str, made_of: Class, module: ModuleOf) -> bool:
    """Whether code outside of a class sets an attribute of it, or of an object of it."""
    key = "set on", module.path, made_of.scope.number, name
    return _unless_unknown(infer, key, lambda: _is_set_on(infer, name, made_of.scope, module))


def _is_set_on(infer: Infer, name: str, scope: Scope, module: ModuleOf) -> bool:
    return any(
        scope in _scopes_of(infer.value(write.owner, infer.free(writer, write.scope)))
        for writer in (module, *infer.modules.importers(module))
        if module.is_test or not writer.is_test
        if writer.may_write(name)
        for write in writer.index.writes
        if write.name in {name, ANY} and write.owner[0] != "module"
    )


def _scopes_of(value: Value) -> Iterator[object]:
    """The class that a value is, or is an object of."""
    if isinstance(value, Instance):
        yield value.made_of.scope
    elif isinstance(value, Class):
        yield value.scope
