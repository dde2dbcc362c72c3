"""The weight of a UDF's code for a row: next to no time, Python's lock, much memory.

Names are taken for what they are called.
"""

from __future__ import annotations

import ast
import builtins
from functools import lru_cache

from daft_lint.index.traversal import FUNCTIONS
from daft_lint.index.tree import changed_by, dotted, walk
from daft_lint.plan.pipeline import UdfKind

# Built-in functions, and methods of plain values.
_FUNCTIONS = frozenset(dir(builtins)) - {"eval", "exec", "input", "open", "__import__"}
_METHODS = frozenset(
    name for kind in (str, bytes, list, dict, set, tuple) for name in dir(kind) if name[0] != "_"
) | {"to_pylist"}
_QUICK = frozenset({"datetime", "math"})
_LOOPS = (ast.For, ast.AsyncFor, ast.While, ast.comprehension)
_HEAVY_TYPES = frozenset({"binary", "fixed_shape_tensor", "image", "tensor"})


def keeps_state(method: ast.AST) -> bool:
    """Whether a method changes in place what its object holds: `self.seen.add(row)`.

    An attribute that is only set, such as a model that is loaded late, is none.
    """
    assert isinstance(method, (*FUNCTIONS, ast.Lambda))
    first = [*method.args.posonlyargs, *method.args.args][:1]
    if not first:
        return False
    return any(
        dotted(container).startswith(f"{first[0].arg}.")
        for container in changed_by(method).containers
    )


@lru_cache(maxsize=1024)
def is_light(node: ast.AST, kind: UdfKind) -> bool:
    """Whether a body calls built-in functions and methods only, without a loop within a row.

    A batch may be looped over once.
    """
    assert isinstance(node, FUNCTIONS)
    every = [part for statement in node.body for part in walk(statement)]
    loops = sum(isinstance(part, _LOOPS) for part in every)
    if loops > (kind is UdfKind.BATCH):
        return False
    return all(_is_quick(part.func) for part in every if isinstance(part, ast.Call))


def _is_quick(called: ast.expr) -> bool:
    if isinstance(called, ast.Name):
        return called.id in _FUNCTIONS
    if not isinstance(called, ast.Attribute):
        return False
    return called.attr in _METHODS or dotted(called).partition(".")[0] in _QUICK


def makes_heavy(node: ast.AST) -> bool:
    """Whether a function returns bytes, images or tensors: by its annotation or its decorator."""
    if not isinstance(node, FUNCTIONS):
        return False
    if isinstance(node.returns, ast.Name) and node.returns.id == "bytes":
        return True
    calls = (decorator for decorator in node.decorator_list if isinstance(decorator, ast.Call))
    return any(
        option.arg == "return_dtype"
        and isinstance(option.value, ast.Call)
        and isinstance(option.value.func, ast.Attribute)
        and option.value.func.attr in _HEAVY_TYPES
        for call in calls
        for option in call.keywords
    )
