"""Loads per call: what a UDF builds anew each time it is called."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from daft_lint.index.traversal import NESTED, TRIES, children, last_name
from daft_lint.plan.span import Span
from daft_lint.records import dataclass
from daft_lint.udf_code.dependence import depending, parameters_given, reads, within
from daft_lint.udf_code.known_calls import Built, built_by
from daft_lint.udf_code.names import FunctionNode, Names
from daft_lint.udf_code.targets import given, names_in, without_star

if TYPE_CHECKING:
    from daft_lint.udf_code.definitions import UdfDefinition, UdfFunction

# How deep the file's own functions are followed from the body of a UDF.
_DEEPEST = 2
_OBJECT = frozenset({"self", "cls"})
# Functions and methods that keep what they are given.
_KEEPERS = frozenset({"append", "put", "set", "setattr", "setdefault", "update"})
_YIELDS = (ast.Yield, ast.YieldFrom)


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

    node: FunctionNode
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
    for call in _surely_run(body.node, kept):
        name = body.names.qualified(call.func)
        built = built_by(name) if name is not None else None
        if name is not None and built is not None:
            if not reads(given(call), body.of_rows):
                span = body.names.span(call)
                yield Load(name, built, span, span)
        elif body.depth < _DEEPEST:
            helper = _helper(call, body, methods)
            for load in _loads(helper, methods) if helper is not None else ():
                yield Load(load.name, load.built, body.names.span(call), load.at)


def _helper(call: ast.Call, body: _Body, methods: dict[str, UdfFunction]) -> _Body | None:
    """The function of the file that a call goes to, if nothing is between the two."""
    func = call.func
    if isinstance(func, ast.Attribute):
        if not (isinstance(func.value, ast.Name) and func.value.id == "self"):
            return None
        method = methods.get(func.attr)
        if method is None:
            return None
        node, names = method.node, method.names
        parameters = list(method.parameters)
    else:
        found = body.names.function(func)
        if found is None:
            return None
        node, names = found
        parameters = [param.arg for param in node.args.args]
    if node.decorator_list or any(isinstance(part, _YIELDS) for part in within(node)):
        return None
    of_rows = parameters_given(call, parameters, body.of_rows)
    return _Body(node, names, _of_rows(node, of_rows), body.depth + 1)


def _of_rows(function: FunctionNode, parameters: Iterable[str]) -> frozenset[str]:
    """The names in a function that may hold something of its parameters, and these."""
    return depending(function, frozenset(parameters) - _OBJECT)


def _kept_elsewhere(function: FunctionNode) -> frozenset[str]:
    """The names of a function that are global, or whose value goes into something that stays."""
    kept: set[str] = set()
    for node in within(function):
        if isinstance(node, ast.Global | ast.Nonlocal):
            kept.update(node.names)
        elif isinstance(node, ast.Assign):
            if any(not isinstance(target, ast.Name) for target in node.targets):
                kept |= _held(node.value)
        elif isinstance(node, ast.Call) and last_name(node.func) in _KEEPERS:
            kept |= {each.id for each in given(node) if isinstance(each, ast.Name)}
    return frozenset(kept)


def _held(value: ast.expr) -> set[str]:
    """The name that a value is, or those that a dict, list or tuple holds."""
    held = [value]
    if isinstance(value, ast.Dict):
        held = value.values
    elif isinstance(value, ast.List | ast.Tuple):
        held = [*map(without_star, value.elts)]
    return {each.id for each in held if isinstance(each, ast.Name)}


def _surely_run(function: FunctionNode, kept: frozenset[str]) -> Iterator[ast.Call]:
    """The calls that run whenever the function does and whose result isn't kept elsewhere.

    A loop is taken to run. What a `with` opens is closed again by intent, so it is left out.
    """
    waiting: list[ast.AST] = [*function.body]
    while waiting:
        current = waiting.pop()
        if isinstance(current, ast.Call):
            yield current
        waiting += _sure_parts(current, kept)


def _sure_parts(node: ast.AST, kept: frozenset[str]) -> Sequence[ast.AST]:
    """What runs whenever a node does."""

    def is_local(target: ast.expr) -> bool:
        return isinstance(target, ast.Name) and target.id not in kept

    if type(node) in NESTED:
        return []
    match node:
        case ast.If() | ast.IfExp() | ast.While():
            return [node.test]
        case ast.BoolOp():
            return node.values[:1]
        case ast.Match():
            return [node.subject]
        case ast.With() | ast.AsyncWith():
            return node.body
        case ast.Assign():
            unpacked = all(
                isinstance(part, ast.Tuple) and not names_in(part) & kept for part in node.targets
            )
            return [node.value] if unpacked or all(map(is_local, node.targets)) else []
        case ast.AnnAssign() | ast.NamedExpr():
            return [node.value] if is_local(node.target) and node.value is not None else []
    if isinstance(node, TRIES):
        return [*node.body, *node.finalbody]
    return children(node)
