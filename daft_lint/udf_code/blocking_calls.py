"""Blocking calls: they keep a thread waiting for the network, or asleep."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from daft_lint.index.traversal import NESTED, children, dotted, walk
from daft_lint.records import dataclass, replace
from daft_lint.udf_code.known_calls import method_waits, waits
from daft_lint.udf_code.targets import is_none

if TYPE_CHECKING:
    from daft_lint.udf_code.definitions import UdfDefinition, UdfFunction

_SLEEP = "time.sleep"
_LOOPS = (
    ast.For,
    ast.AsyncFor,
    ast.While,
    ast.ListComp,
    ast.SetComp,
    ast.DictComp,
    ast.GeneratorExp,
)
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
    node: ast.Call
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
    waiting: list[tuple[ast.AST, tuple[ast.AST, ...]]] = [
        (statement, ())
        for statement in reversed(function.node.body)
        if type(statement) not in NESTED
    ]
    while waiting:
        node, around = waiting.pop()
        parent = around[-1] if around else None
        if isinstance(node, ast.Call) and not isinstance(parent, ast.Await):
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
    call: ast.Call, definition: UdfDefinition, function: UdfFunction
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
            names.qualified(each.func) if isinstance(each, ast.Call) else None for each in kept
        ]
        method = ".".join(path[2:])
    else:
        makers = [] if root is None else [*names.makers(root)]
        method = ".".join(path[1:])
    for maker in makers:
        if maker is not None and method and method_waits(maker, method):
            return f"{maker}.{method}", all(makers)
    return None, False


def _path(node: ast.expr) -> tuple[ast.Name | None, list[str]]:
    """The names of a chain of attributes and calls: `self.client.bucket(b).blob(n).exists`."""
    names: list[str] = []
    while isinstance(node, ast.Attribute | ast.Call):
        if isinstance(node, ast.Attribute):
            names.append(node.attr)
        node = node.value if isinstance(node, ast.Attribute) else node.func
    root = node if isinstance(node, ast.Name) else None
    return root, [root.id if root else "", *reversed(names)]


def _downloads(name: str, call: ast.Call, parent: ast.AST | None, function: UdfFunction) -> bool:
    """Whether a call fetches the bytes that a parameter names."""
    if _FETCHERS.fullmatch(name) is None or not _fetches_parameter(call, function):
        return False
    if isinstance(parent, ast.Attribute):
        return parent.attr in _BYTES
    nodes = [*function.names.walk(*function.node.body)]
    kept = (
        target.id
        for node in nodes
        if isinstance(node, ast.Assign) and node.value is call
        for target in node.targets
        if isinstance(target, ast.Name)
    )
    answer = next(kept, None)
    return answer is not None and any(
        isinstance(node, ast.Attribute) and node.attr in _BYTES and dotted(node.value) == answer
        for node in nodes
    )


def _kept_in_self(name: str, definition: UdfDefinition) -> list[ast.expr]:
    """What the `__init__` of a class sets an attribute to, if nothing else sets it."""
    values = [
        (method.name, node.value)
        for method in (*definition.functions, *definition.others)
        for node in walk(method.node)
        if isinstance(node, ast.Assign)
        if any(dotted(target) == f"self.{name}" for target in node.targets)
    ]
    if any(where != "__init__" for where, _ in values):
        return []
    return [value for _, value in values if not is_none(value)]


def _fetches_parameter(call: ast.Call, function: UdfFunction) -> bool:
    """Whether a call fetches the address in a parameter, with no option but a timeout."""
    given = [("", each) for each in call.args]
    given += [(each.arg or "**", each.value) for each in call.keywords]
    if given and isinstance(given[0][1], ast.Constant) and isinstance(given[0][1].value, str):
        # As in `request("GET", url)`.
        if given[0][1].value.upper() != "GET":
            return False
        del given[0]
    return (
        len(given) > 0
        and isinstance(given[0][1], ast.Name)
        and given[0][1].id in function.parameters
        and all(name == "timeout" for name, _ in given[1:])
    )
