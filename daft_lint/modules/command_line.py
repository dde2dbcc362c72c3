"""The required arguments of a program, as its code declares them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import lru_cache

from daft_lint.index.traversal import dotted, walk
from daft_lint.syntax.source import parsed

_PARSERS = ("argparse", "click", "sys.argv")


# All open work of a program asks.
@lru_cache(maxsize=16)
def required_arguments(text: str) -> tuple[str, ...]:
    """What stands behind its name on the command line: `--input ...`, `OUTPUT`.

    Those of argparse and click, and `...` for what it takes of `sys.argv` itself. There are none
    where the text is no program.
    """
    if not any(each in text for each in _PARSERS):
        return ()
    tree = parsed(text)
    if not isinstance(tree, ast.Module):
        return ()
    calls = [node for node in walk(tree) if isinstance(node, ast.Call)]
    calls.sort(key=lambda call: (call.lineno, call.col_offset))
    found = [argument for call in calls for argument in _declared(call)]
    # Code that counts its arguments can run without them.
    counts = "len(sys.argv)" in text
    own = [] if counts else [node for node in walk(tree) if _is_own(node)]
    return tuple(dict.fromkeys(found or (["..."] if own else [])))


def _declared(call: ast.Call) -> Iterator[str]:
    """The argument that a call declares, if it has to be given."""
    called = dotted(call.func).rpartition(".")[2] or getattr(call.func, "attr", "")
    given = {each.arg: getattr(each.value, "value", each.value) for each in call.keywords}
    names = [each.value for each in call.args if isinstance(each, ast.Constant)]
    texts = [each for each in names if isinstance(each, str)]
    if called not in {"add_argument", "argument", "option"} or not texts:
        return
    name = max(texts, key=len)
    if name.startswith("-"):
        if given.get("required") is True:
            yield f"{name} ..."
    elif called != "option" and given.get("nargs") not in {"?", "*"} and "default" not in given:
        many = isinstance(given.get("nargs"), ast.UnaryOp)
        if given.get("required", True) is True and not many:
            yield name.upper()


def _is_own(node: ast.AST) -> bool:
    """Whether the program reads this argument from `sys.argv` itself."""
    if not isinstance(node, ast.Subscript) or dotted(node.value) != "sys.argv":
        return False
    return getattr(node.slice, "value", None) != 0
