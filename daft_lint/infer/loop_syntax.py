"""The syntax of a loop: how often it runs, and whether every round runs to its end."""

from __future__ import annotations

import ast
from functools import lru_cache

from daft_lint.daft_api.operators import is_action
from daft_lint.index.traversal import NESTED
from daft_lint.index.tree import changed_by, dotted, names_in, own_nodes
from daft_lint.modules.source_file import SourceFile
from daft_lint.plan.quantity import Quantity, unknown
from daft_lint.values.values import Items, Value

# What takes every item of its first argument.
_TAKES_ALL = frozenset({"list", "max", "min", "set", "sorted", "sum", "tuple"})
# What hands on every item of its first argument.
_HANDS_ON = frozenset({"enumerate", "tqdm", "tqdm.tqdm"})
# What a loop asks that measures how long a round takes, without the module `time` in front.
_CLOCKS = frozenset(
    {"datetime.now", "monotonic", "perf_counter", "perf_counter_ns", "process_time", "time"}
)
_LEAVING = (ast.Break, ast.Return, ast.Raise, ast.Yield)
_BREAKING = (
    (*_LEAVING, ast.Continue, ast.Try, ast.TryStar)
    if hasattr(ast, "TryStar")
    else (*_LEAVING, ast.Continue, ast.Try)
)
For = ast.For | ast.AsyncFor


def rounds_of(over: Value) -> Quantity:
    """How often a loop over a value runs."""
    return over.length if isinstance(over, Items) else unknown()


@lru_cache(maxsize=1024)
def _body(loop: ast.AST) -> tuple[ast.AST, ...]:
    assert isinstance(loop, ast.For | ast.AsyncFor | ast.While)
    own = (statement for statement in loop.body if type(statement) not in NESTED)
    return tuple(node for statement in own for node in own_nodes(statement))


def leaves_early(loop: ast.AST) -> bool:
    """Whether something in a loop's body may end the loop before its last round."""
    return any(isinstance(node, _LEAVING) for node in _body(loop))


def is_left(loop: ast.AST) -> bool:
    """Whether a `break` or a `return` may end the loop before its last round."""
    return any(isinstance(node, ast.Break | ast.Return) for node in _body(loop))


def is_plain(loop: ast.AST) -> bool:
    """Whether every round runs to its end, isn't guarded, and no clock measures it."""
    nodes = _body(loop)
    if any(isinstance(node, _BREAKING) for node in nodes):
        return False
    return sum(map(_reads_clock, nodes)) <= 1


def _reads_clock(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and dotted(node.func).removeprefix("time.") in _CLOCKS


def taken_whole(over: ast.expr, file: SourceFile) -> set[tuple[str, int, int]]:
    """Where the calls end whose items a loop takes: the one it is over, and those inside it."""
    ends = {(file.path, *file.end(over))}
    if isinstance(over, ast.Call) and over.args and dotted(over.func) in _TAKES_ALL | _HANDS_ON:
        ends |= taken_whole(over.args[0], file)
    return ends


def is_taking_all(call: ast.Call) -> bool:
    """Whether a call takes every item of its first argument, such as `list(...)`."""
    return bool(call.args) and dotted(call.func) in _TAKES_ALL


@lru_cache(maxsize=1024)
def runs_nothing(code: ast.AST) -> bool:
    """Whether nothing in some code runs a frame, as far as its text tells.

    Where something does, its rounds are runs of one pipeline, and not steps of it.
    """
    return not any(
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and is_action(node.func.attr)
        for node in own_nodes(code)
    )


def changes_its_items(loop: For) -> bool:
    """Whether a loop changes in place what it is over."""
    over = dotted(loop.iter)
    return bool(over) and any(
        dotted(container) == over for container in changed_by(loop).containers
    )


def uses_what_it_is_given(loop: For) -> bool:
    """Whether a loop changes what its rounds are given, calls it, or hands it to a function."""
    changed, given = changed_by(loop), names_in(loop.target)
    places = [*changed.attributes, *changed.containers]
    for call in changed.called:
        places += [call.func, *call.args, *(keyword.value for keyword in call.keywords)]
    return any(dotted(place).partition(".")[0] in given for place in places)
