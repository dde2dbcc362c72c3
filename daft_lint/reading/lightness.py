"""What a UDF takes for a row, as its code tells: next to no time, or much memory."""

from __future__ import annotations

import builtins

import libcst as cst

from daft_lint.plan.pipeline import UdfKind
from daft_lint.reading.targets import dotted
from daft_lint.reading.walking import walk

# Built-in functions and methods of plain values, and modules whose functions are as quick.
_METHODS = frozenset(
    name for kind in (str, bytes, list, dict, set, tuple) for name in dir(kind) if name[0] != "_"
) | {"to_pylist"}
_FUNCTIONS = frozenset(dir(builtins)) - {"eval", "exec", "input", "open", "__import__"}
_MODULES = frozenset({"datetime", "math"})
_HEAVY_TYPES = frozenset({"binary", "fixed_shape_tensor", "image", "tensor"})
_LOOPS = (cst.For, cst.While, cst.CompFor)


def is_light(node: cst.FunctionDef | cst.Lambda, kind: UdfKind) -> bool:
    """Whether a body calls built-in functions and methods only, without a loop within a row.

    A batch may be looped over once. Names are taken for what they are called.
    """
    nodes = list(walk(node.body))
    loops = sum(isinstance(one, _LOOPS) for one in nodes)
    if loops > (kind is UdfKind.BATCH):
        return False
    return all(_is_quick(one.func) for one in nodes if isinstance(one, cst.Call))


def makes_heavy(node: cst.FunctionDef | cst.Lambda) -> bool:
    """Whether a function returns bytes, images or tensors: by its annotation or its decorator."""
    if not isinstance(node, cst.FunctionDef):
        return False
    returned = node.returns.annotation if node.returns is not None else None
    if isinstance(returned, cst.Name) and returned.value == "bytes":
        return True
    calls = (one.decorator for one in node.decorators if isinstance(one.decorator, cst.Call))
    options = (option for call in calls for option in call.args)
    return any(
        option.keyword is not None
        and option.keyword.value == "return_dtype"
        and isinstance(option.value, cst.Call)
        and isinstance(option.value.func, cst.Attribute)
        and option.value.func.attr.value in _HEAVY_TYPES
        for option in options
    )


def _is_quick(called: cst.BaseExpression) -> bool:
    if isinstance(called, cst.Name):
        return called.value in _FUNCTIONS
    if not isinstance(called, cst.Attribute):
        return False
    module = (dotted(called) or "").partition(".")[0]
    return called.attr.value in _METHODS or module in _MODULES
