"""Whether the body of a UDF surely takes next to no time for a row."""

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


def _is_quick(called: cst.BaseExpression) -> bool:
    if isinstance(called, cst.Name):
        return called.value in _FUNCTIONS
    if not isinstance(called, cst.Attribute):
        return False
    module = (dotted(called) or "").partition(".")[0]
    return called.attr.value in _METHODS or module in _MODULES
