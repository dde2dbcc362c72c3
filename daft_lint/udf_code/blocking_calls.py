"""Blocking calls: they keep a thread waiting for the network, or asleep."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import libcst as cst

from daft_lint.records import dataclass, replace
from daft_lint.syntax.traversal import NESTED, children, walk_for
from daft_lint.udf_code.known_calls import method_waits, waits
from daft_lint.udf_code.targets import dotted

if TYPE_CHECKING:
    from daft_lint.udf_code.definitions import UdfDefinition, UdfFunction

_SLEEP = "time.sleep"
_LOOPS = (cst.For, cst.While, cst.ListComp, cst.SetComp, cst.DictComp, cst.GeneratorExp)
_BYTES = frozenset({"content", "data", "read"})
# Gets what an address names; a `request` says so first.
_FETCHERS = re.compile(r"(?:requests|httpx)\..*\bget|urllib\.request\.urlopen|urllib3\..*request")


@dataclass(frozen=True, slots=True, eq=False)
class Wait:
    """A call that waits. `name` tells what is called, of a client's method what it is made of.

    It isn't `sure` where another branch makes something else than a client of a library. `in_loop`
    says that it runs again for each turn of a loop. `downloads` is set where it fetches the bytes
    that a parameter names.
    """

    name: str
    node: cst.Call
    sure: bool
    in_loop: bool
    sleeps: bool
    downloads: bool


def waits_of(definition: UdfDefinition, function: UdfFunction) -> Iterator[Wait]:
    """The waiting calls that a function makes, or a method of its own that it calls.

    Those of functions nested in it are left out.
    """
    yield from _waits_in(definition, function, {other.name: other for other in definition.others})


def _waits_in(
    definition: UdfDefinition, function: UdfFunction, own: dict[str, UdfFunction]
) -> Iterator[Wait]:
    waiting: list[tuple[cst.CSTNode, tuple[cst.CSTNode, ...]]] = [(function.node.body, ())]
    while waiting:
        node, around = waiting.pop()
        parent = around[-1] if around else None
        if isinstance(node, cst.Call) and not isinstance(parent, cst.Await):
            in_loop = any(isinstance(part, _LOOPS) for part in around)
            name, sure = _waits(node, definition, function)
            if name is not None:
                yield Wait(
                    name=name,
                    node=node,
                    sure=sure,
                    in_loop=in_loop,
                    sleeps=name == _SLEEP,
                    downloads=_downloads(name, node, parent, function),
                )
            called = dotted(node.func)
            method = own.pop(called.removeprefix("self."), None) if "self." in called else None
            if method is not None and not method.is_async:
                for wait in _waits_in(definition, method, {}):
                    yield replace(
                        wait,
                        node=node,
                        in_loop=in_loop or wait.in_loop,
                    )
        waiting += reversed(
            [(child, (*around, node)) for child in children(node) if type(child) not in NESTED]
        )


def _waits(
    call: cst.Call, definition: UdfDefinition, function: UdfFunction
) -> tuple[str | None, bool]:
    """What a call waits by, None when it isn't known to wait; and whether it does in any branch."""
    names = function.names
    name = names.qualified(call.func)
    if name is not None:
        return name if waits(name) or name == _SLEEP else None, True
    root, path = _path(call.func)
    if len(path) > 2 and path[0] == "self":
        kept = _kept_in_self(path[1], definition)
        makers = [
            names.qualified(each.func) if isinstance(each, cst.Call) else None for each in kept
        ]
        method = ".".join(path[2:])
    else:
        makers = [] if root is None else [*names.makers(root)]
        method = ".".join(path[1:])
    for maker in makers:
        if maker is not None and method and method_waits(maker, method):
            return f"{maker}.{method}", all(makers)
    return None, False


def _path(node: cst.BaseExpression) -> tuple[cst.Name | None, list[str]]:
    """The names of a chain of attributes and calls: `self.client.bucket(b).blob(n).exists`."""
    names: list[str] = []
    while isinstance(node, cst.Attribute | cst.Call):
        if isinstance(node, cst.Attribute):
            names.append(node.attr.value)
        node = node.value if isinstance(node, cst.Attribute) else node.func
    root = node if isinstance(node, cst.Name) else None
    return root, [root.value if root else "", *reversed(names)]


def _downloads(
    name: str, call: cst.Call, parent: cst.CSTNode | None, function: UdfFunction
) -> bool:
    """Whether a call fetches the bytes that a parameter names."""
    if _FETCHERS.fullmatch(name) is None or not _fetches_parameter(call, function):
        return False
    if isinstance(parent, cst.Attribute):
        return parent.attr.value in _BYTES
    kept = (
        target.target.value
        for node in walk_for(cst.Assign, function.node.body)
        if node.value is call
        for target in node.targets
        if isinstance(target.target, cst.Name)
    )
    answer = next(kept, None)
    return answer is not None and any(
        isinstance(node.value, cst.Name)
        and node.value.value == answer
        and node.attr.value in _BYTES
        for node in walk_for(cst.Attribute, function.node.body)
    )


def _kept_in_self(name: str, definition: UdfDefinition) -> list[cst.BaseExpression]:
    """What the `__init__` of a class sets an attribute to, if nothing else sets it."""
    values = [
        (method.name, node.value)
        for method in (*definition.functions, *definition.others)
        for node in walk_for(cst.Assign, method.node.body)
        if any(dotted(target.target) == f"self.{name}" for target in node.targets)
    ]
    if any(where != "__init__" for where, _ in values):
        return []
    return [value for _, value in values if dotted(value) != "None"]


def _fetches_parameter(call: cst.Call, function: UdfFunction) -> bool:
    """Whether a call fetches the address in a parameter, with no option but a timeout."""
    arguments = list(call.args)
    if arguments and isinstance(arguments[0].value, cst.SimpleString):
        # As in `request("GET", url)`.
        if arguments[0].value.raw_value.upper() != "GET":
            return False
        del arguments[0]
    return (
        len(arguments) > 0
        and isinstance(arguments[0].value, cst.Name)
        and arguments[0].value.value in function.parameters
        and all(
            argument.keyword is not None and argument.keyword.value == "timeout"
            for argument in arguments[1:]
        )
    )
