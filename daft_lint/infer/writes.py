"""Writes from elsewhere: names of a module, and attributes of objects, that other code sets.

Such a name is unknown. The index of a module tells what it writes; which modules are asked, the
imports tell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from daft_lint.infer.context import module_of
from daft_lint.plan.pipeline import Udf
from daft_lint.values.values import (
    Class,
    Flag,
    Instance,
    Module,
    UdfClassValue,
    UdfInstanceValue,
    UdfValue,
    Unknown,
    Value,
    each_of,
)

if TYPE_CHECKING:
    from daft_lint.index.code import Scope, Write
    from daft_lint.infer.inference import Infer
    from daft_lint.modules.module_map import Module as ModuleOf
    from daft_lint.plan.span import Span

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
        for writer in _writers(infer, infer.modules.importers(module), name)
        if module.is_test or not writer.is_test
        for write in writer.index.writes
        if write.name in {name, ANY}
    )


def _writers(
    infer: Infer, importers: tuple[ModuleOf, ...], name: str, *, beside: bool = False
) -> Iterator[ModuleOf]:
    """Those of some modules that may set a name, and perhaps of all `beside` them.

    Only then their index tells.
    """
    key = _writers, id(importers), beside
    yield from infer.once((*key, name), lambda: [*_that_may_write(infer, importers, name, key)])


def _that_may_write(
    infer: Infer, importers: tuple[ModuleOf, ...], name: str, key: tuple[object, int, bool]
) -> Iterator[ModuleOf]:
    others = (other for each in importers for other in infer.modules.imported_by(each))
    among = infer.once(key, lambda: dict.fromkeys((*importers, *(others if key[2] else ()))))
    for writer in among:
        if writer.may_set(name):
            yield writer


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
        _may_be_of(scope, infer.value(write.owner, infer.free(writer, write.scope)), write)
        for writer, write in _writes(infer, name, module)
    )


def _may_be_of(scope: Scope, owner: Value, write: Write) -> bool:
    """Whether a value is a class or an object of it; what is unknown may be one too."""
    if isinstance(owner, Unknown):
        return write.name != ANY
    return any(
        isinstance(each, Instance | Class)
        and scope is (each.scope if isinstance(each, Class) else each.made_of.scope)
        for each in each_of(owner)
    )


def is_set_on_udf(infer: Infer, name: str, span: Span) -> bool:
    """Whether code sets an attribute of the UDF, or class of UDFs, whose name stands at a place."""
    module = infer.modules.at(span.path)
    if module is None:
        return False

    def found() -> bool:
        owners = (
            infer.value(write.owner, infer.free(writer, write.scope))
            for writer, write in _writes(infer, name, module)
        )
        return (span.path, span.line) in map(_line_of, owners)

    return _unless_unknown(infer, ("set on a UDF", span, name), found)


def _line_of(value: Value) -> tuple[str, int] | None:
    """The file and line in which a UDF or class is defined."""
    if isinstance(value, Class):
        return module_of(value).path, value.scope.place[0]
    of = value.udf if isinstance(value, UdfValue) else value
    of = of.made_of if isinstance(of, UdfInstanceValue) else of
    return (of.span.path, of.span.line) if isinstance(of, Udf | UdfClassValue) else None


def _writes(infer: Infer, name: str, module: ModuleOf) -> Iterator[tuple[ModuleOf, Write]]:
    """Where attributes are set: in a module, those that import it, and what these import."""
    importers = infer.modules.importers(module)
    # Its own module may do so to an attribute under another name.
    for writer in dict.fromkeys((module, *_writers(infer, importers, name, beside=True))):
        if module.is_test or not writer.is_test:
            for write in writer.index.writes:
                if write.name in {name, ANY} and write.owner[0] != "module":
                    yield writer, write
