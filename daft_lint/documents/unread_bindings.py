"""Names that code which isn't read may bind: behind it their values are unknown."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterable, Iterator
from keyword import iskeyword
from symtable import symtable
from textwrap import dedent

_PROMPT = re.compile(r"^[ \t]*(?:>>>|In \[\d+\]:|\.{3,}:?) ?", re.MULTILINE)
_NAME = re.compile(r"(?<![\w.\-/$])[^\W\d]\w*")
_ASSIGNING = re.compile(r"(?<![=!<>])=(?!=)")
_BINDING = re.compile(
    r"\b(?:import\s*\((?P<names>[^)]*)|(?:as|class|def|del|for|global|import)\b)"
    r"(?P<more>[^\r\n:=(]*)"
)


def unknown(names: Iterable[str]) -> str:
    """A statement that makes names unknown; empty without names."""
    targets = dict.fromkeys(name for name in names if name.isidentifier() and not iskeyword(name))
    return "".join(f"{name} = " for name in targets) + "get_ipython()" if targets else ""


def bound_in(code: str) -> list[str]:
    """The names that code binds for the code below; where it is no Python, that it seems to."""
    code = _PROMPT.sub("", code)
    try:
        return _bound(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return list(_bound_by_words(code))


def bound_by_magic(body: str) -> list[str]:
    """The names that a cell below an unknown magic binds if it runs as Python."""
    return _bound(body) if python_in(body) is not None else []


def python_in(code: str) -> ast.Module | None:
    """Code as Python, without a margin and prompts; None if it is none."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(dedent(_PROMPT.sub("", code)))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _bound(code: str) -> list[str]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        symbols = symtable(dedent(code), "<piece>", "exec").get_symbols()
    return [each.get_name() for each in symbols if each.is_assigned() or each.is_imported()]


def _bound_by_words(code: str) -> Iterator[str]:
    """The names before an `=` that is no keyword's, and behind words that bind names."""
    for line in code.splitlines():
        for sign in _ASSIGNING.finditer(line):
            before = line[: sign.start()]
            if before.count("(") <= before.count(")") or ":" in before:
                yield from _NAME.findall(before)
    for found in _BINDING.finditer(code):
        yield from _NAME.findall(found["names"] or found["more"])
