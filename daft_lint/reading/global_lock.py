"""Whether the body of a UDF keeps Python's global lock: then one thread at a time runs it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from daft_lint.reading.walking import walk

if TYPE_CHECKING:
    from daft_lint.reading.definitions import UdfFunction

# Modules of the standard library whose functions hold the lock all the time.
_PURE_MODULES = frozenset(
    {
        "ast",
        "builtins",
        "collections",
        "csv",
        "datetime",
        "difflib",
        "enum",
        "fractions",
        "functools",
        "heapq",
        "html",
        "itertools",
        "json",
        "math",
        "operator",
        "random",
        "re",
        "statistics",
        "string",
        "textwrap",
        "unicodedata",
    }
)
_NOT_PURE = frozenset({"builtins.open", "builtins.input", "builtins.exec", "builtins.eval"})
_METHODS = frozenset(
    name for kind in (str, bytes, list, dict, set, tuple) for name in dir(kind) if name[0] != "_"
) | {"to_pylist"}
_LOOPS = (cst.For, cst.While, cst.CompFor)


def computes_in_python(function: UdfFunction) -> bool:
    """Whether a function surely spends its time in Python code: in a loop that calls nothing else.

    What it calls are built-in functions, methods of texts and containers, and functions of the
    standard library that hold the lock. Anything else may let it go.
    """
    body = function.node.body
    nodes = list(walk(body))
    if not any(isinstance(node, _LOOPS) for node in nodes):
        return False
    return all(_is_pure(node, function) for node in nodes if isinstance(node, cst.Call))


def _is_pure(call: cst.Call, function: UdfFunction) -> bool:
    name = function.names.qualified(call.func)
    if name is not None:
        return name.partition(".")[0] in _PURE_MODULES and name not in _NOT_PURE
    return isinstance(call.func, cst.Attribute) and call.func.attr.value in _METHODS
