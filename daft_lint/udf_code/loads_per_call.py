"""Loads per call: what a UDF builds anew each time it is called."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import libcst as cst

from daft_lint.plan.span import Span
from daft_lint.records import dataclass
from daft_lint.syntax.traversal import NESTED, children, yields
from daft_lint.udf_code.dependence import depending, parameters_given, reads, within
from daft_lint.udf_code.known_calls import Built, built_by
from daft_lint.udf_code.names import Names
from daft_lint.udf_code.targets import names_in

if TYPE_CHECKING:
    from daft_lint.udf_code.definitions import UdfDefinition, UdfFunction

# How deep the file's own functions are followed from the body of a UDF.
_DEEPEST = 2
_OBJECT = frozenset({"self", "cls"})
# Functions and methods that keep what they are given.
_KEEPERS = frozenset({"append", "put", "set", "setattr", "setdefault", "update"})


@dataclass(frozen=True, slots=True)
class Load:
    """A model or client that is built by each call of a UDF.

    `name` is the qualified name of what builds it. `span` is the call in the body of the UDF, which
    is that of a function of the file when `at`, where it is built, is another place.
    """

    name: str
    built: Built
    span: Span
    at: Span


@dataclass(frozen=True, slots=True, eq=False)
class _Body:
    """A function to look through, with its names that hold something of a row."""

    node: cst.FunctionDef
    names: Names
    of_rows: frozenset[str]
    depth: int = 0


def loads_of(definition: UdfDefinition, function: UdfFunction) -> Iterator[Load]:
    """What each call of a function builds, whatever its arguments are.

    What is built behind a condition, is kept anywhere but in a local name, or depends on the row is
    left out.
    """
    methods = {
        udf_function.name: udf_function
        for udf_function in (*definition.functions, *definition.others)
    }
    of_rows = _of_rows(function.node, set(function.parameters))
    yield from _loads(_Body(function.node, function.names, of_rows), methods)


def _loads(body: _Body, methods: dict[str, UdfFunction]) -> Iterator[Load]:
    kept = _kept_elsewhere(body.node)
    for call in _surely_run(body.node.body, kept):
        name = body.names.qualified(call.func)
        built = built_by(name) if name is not None else None
        if name is not None and built is not None:
            if not reads(call.args, body.of_rows):
                span = body.names.span(call)
                yield Load(name, built, span, span)
        elif body.depth < _DEEPEST:
            helper = _helper(call, body, methods)
            for load in _loads(helper, methods) if helper is not None else ():
                yield Load(load.name, load.built, body.names.span(call), load.at)


def _helper(call: cst.Call, body: _Body, methods: dict[str, UdfFunction]) -> _Body | None:
    """The function of the file that a call goes to, if nothing is between the two."""
    func = call.func
    if isinstance(func, cst.Attribute):
        if not (isinstance(func.value, cst.Name) and func.value.value == "self"):
            return None
        method = methods.get(func.attr.value)
        if method is None:
            return None
        node, names = method.node, method.names
        parameters = list(method.parameters)
    else:
        found = body.names.function(func)
        if found is None:
            return None
        node, names = found
        parameters = [param.name.value for param in node.params.params]
    if node.decorators or yields(node):
        return None
    of_rows = parameters_given(call, parameters, body.of_rows)
    return _Body(node, names, _of_rows(node, of_rows), body.depth + 1)


def _of_rows(function: cst.FunctionDef, parameters: Iterable[str]) -> frozenset[str]:
    """The names in a function that may hold something of its parameters, and these."""
    return depending(function.body, frozenset(parameters) - _OBJECT)


def _kept_elsewhere(function: cst.FunctionDef) -> frozenset[str]:
    """The names of a function that are global, or whose value goes into something that stays."""
    kept: set[str] = set()
    for node in within(function.body):
        if isinstance(node, cst.Global | cst.Nonlocal):
            kept |= {item.name.value for item in node.names}
        elif isinstance(node, cst.Assign):
            if any(not isinstance(target.target, cst.Name) for target in node.targets):
                kept |= _held(node.value)
        elif isinstance(node, cst.Call):
            called = node.func.attr if isinstance(node.func, cst.Attribute) else node.func
            if isinstance(called, cst.Name) and called.value in _KEEPERS:
                kept |= {arg.value.value for arg in node.args if isinstance(arg.value, cst.Name)}
    return frozenset(kept)


def _held(value: cst.BaseExpression) -> set[str]:
    """The name that a value is, or those that a dict, list or tuple holds."""
    held: tuple[cst.BaseExpression, ...] = (value,)
    if isinstance(value, cst.Dict | cst.List | cst.Tuple):
        held = tuple(element.value for element in value.elements)
    return {each.value for each in held if isinstance(each, cst.Name)}


def _surely_run(node: cst.CSTNode, kept: frozenset[str]) -> Iterator[cst.Call]:
    """The calls that run whenever the node does and whose result isn't kept elsewhere.

    A loop is taken to run. What a `with` opens is closed again by intent, so it is left out.
    """
    waiting: list[cst.CSTNode] = [node]
    while waiting:
        current = waiting.pop()
        if isinstance(current, cst.Call):
            yield current
        waiting += _sure_parts(current, kept)


def _sure_parts(node: cst.CSTNode, kept: frozenset[str]) -> list[cst.CSTNode]:
    """What runs whenever a node does."""
    if type(node) in NESTED:
        return []
    if isinstance(node, cst.If | cst.IfExp | cst.While):
        return [node.test]
    if isinstance(node, cst.BooleanOperation):
        return [node.left]
    if isinstance(node, cst.Match):
        return [node.subject]
    if isinstance(node, cst.Try | cst.TryStar):
        return [node.body, *([node.finalbody] if node.finalbody else [])]
    if isinstance(node, cst.With):
        return [node.body]
    if isinstance(node, cst.Assign):
        targets = [part.target for part in node.targets]
        local = all(isinstance(part, cst.Name) and part.value not in kept for part in targets)
        unpacked = all(
            isinstance(part, cst.Tuple) and not names_in(part) & kept for part in targets
        )
        return [node.value] if local or unpacked else []
    if isinstance(node, cst.AnnAssign):
        target = node.target
        local = isinstance(target, cst.Name) and target.value not in kept
        return [node.value] if local and node.value is not None else []
    if isinstance(node, cst.NamedExpr):
        local = isinstance(node.target, cst.Name) and node.target.value not in kept
        return [node.value] if local else []
    return list(children(node))
