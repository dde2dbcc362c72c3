"""The use of Python's lock (the GIL) by a UDF's code; names are taken for what they say."""

from __future__ import annotations

import builtins

import libcst as cst

from daft_lint.syntax.traversal import walk
from daft_lint.udf_code.targets import dotted

# Built-in functions, and methods of plain values.
_FUNCTIONS = frozenset(dir(builtins)) - {"eval", "exec", "input", "open", "__import__"}
_METHODS = frozenset(
    name for kind in (str, bytes, list, dict, set, tuple) for name in dir(kind) if name[0] != "_"
) | {"to_pylist"}
# Modules whose functions never let Python's lock go.
_PURE = frozenset(
    {
        "collections",
        "csv",
        "datetime",
        "difflib",
        "html",
        "itertools",
        "json",
        "math",
        "random",
        "re",
        "statistics",
        "string",
        "textwrap",
        "unicodedata",
    }
)
_LOOPS = (cst.For, cst.While, cst.CompFor)


def computes_in_python(node: cst.FunctionDef) -> bool:
    """Whether a body surely spends its time in Python code: in a loop that calls nothing else.

    Then one thread at a time runs it; what else it might call may let others run.
    """
    return any(isinstance(part, _LOOPS) for part in walk(node.body)) and _calls_only(node)


def _calls_only(node: cst.FunctionDef) -> bool:
    """Whether all that a body calls is built in, or of modules that never let the lock go."""
    calls = (part.func for part in walk(node.body) if isinstance(part, cst.Call))
    return all(map(_is_pure, calls))


def _is_pure(called: cst.BaseExpression) -> bool:
    if isinstance(called, cst.Name):
        return called.value in _FUNCTIONS
    if not isinstance(called, cst.Attribute):
        return False
    module = (dotted(called) or "").partition(".")[0]
    return called.attr.value in _METHODS or module in _PURE
