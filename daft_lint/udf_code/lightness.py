"""What a UDF takes for a row, as its code tells: next to no time, Python's lock, much memory.

Names are taken for what they are called.
"""

from __future__ import annotations

import builtins

import libcst as cst

from daft_lint.plan.pipeline import UdfKind
from daft_lint.syntax.walking import walk
from daft_lint.udf_code.targets import dotted

# Built-in functions, and methods of plain values.
_FUNCTIONS = frozenset(dir(builtins)) - {"eval", "exec", "input", "open", "__import__"}
_METHODS = frozenset(
    name for kind in (str, bytes, list, dict, set, tuple) for name in dir(kind) if name[0] != "_"
) | {"to_pylist"}
# Modules whose functions are quick, and those that may take long but never let Python's lock go.
_QUICK = frozenset({"datetime", "math"})
_PURE = _QUICK | {
    "collections",
    "csv",
    "difflib",
    "html",
    "itertools",
    "json",
    "random",
    "re",
    "statistics",
    "string",
    "textwrap",
    "unicodedata",
}
_LOOPS = (cst.For, cst.While, cst.CompFor)
_HEAVY_TYPES = frozenset({"binary", "fixed_shape_tensor", "image", "tensor"})


def is_light(node: cst.FunctionDef | cst.Lambda, kind: UdfKind) -> bool:
    """Whether a body calls built-in functions and methods only, without a loop within a row.

    A batch may be looped over once.
    """
    loops = sum(isinstance(one, _LOOPS) for one in walk(node.body))
    return loops <= (kind is UdfKind.BATCH) and _calls_only(node, _QUICK)


def computes_in_python(node: cst.FunctionDef) -> bool:
    """Whether a body surely spends its time in Python code: in a loop that calls nothing else.

    Then one thread at a time runs it; what else it might call may let others run.
    """
    return any(isinstance(one, _LOOPS) for one in walk(node.body)) and _calls_only(node, _PURE)


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


def _calls_only(node: cst.FunctionDef | cst.Lambda, modules: frozenset[str]) -> bool:
    """Whether all that a body calls is built in, or of some modules."""
    calls = (one.func for one in walk(node.body) if isinstance(one, cst.Call))
    return all(_is_of(called, modules) for called in calls)


def _is_of(called: cst.BaseExpression, modules: frozenset[str]) -> bool:
    if isinstance(called, cst.Name):
        return called.value in _FUNCTIONS
    if not isinstance(called, cst.Attribute):
        return False
    module = (dotted(called) or "").partition(".")[0]
    return called.attr.value in _METHODS or module in modules
