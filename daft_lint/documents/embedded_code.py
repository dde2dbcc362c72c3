"""Code embedded in files that hold more than code."""

from __future__ import annotations

import ast
import re
import sys
import warnings
from collections.abc import Callable
from textwrap import dedent

from daft_lint.documents.layout import LINE_END, BrokenPiece, Hidden
from daft_lint.documents.magics import cell_magic, hidden_magics, is_foreign
from daft_lint.documents.unread_bindings import bound_by_magic, bound_in, python_in, unknown
from daft_lint.records import dataclass

# Cell magics of other languages, and those that write their cell to a file or run it in a function.
_OTHERS = """
    HTML R SVG bash bigquery cmd cypher duckdb file help html javascript js latex markdown md
    mermaid perl powershell pypy python python2 python3 ruby scala script sh sparksql sql svg timeit
    writefile
"""
_BINDING_NOTHING = frozenset(_OTHERS.split())
_MAGIC = re.compile(r"\s*(?P<name>%%?[\w.-]+)[ \t]*(?:-\w+[ \t]*\d*[ \t]+)*(?P<rest>.*)", re.DOTALL)
_NESTED = "too many nested"
# A notebook may use `await` at its top level.
_FLAGS = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT


@dataclass(frozen=True, slots=True)
class Code:
    """A piece of code as part of a program: its text there, what is hidden, what is wrong.

    One that is `closed` may not be changed.
    """

    text: str
    hidden: tuple[Hidden, ...] = ()
    closed: bool = False
    broken: BrokenPiece | None = None


def read_code(source: str) -> Code:
    """The part of a piece that joins the program: all of it, all but its magics, or none."""
    if is_foreign(source):
        return left_out(source)
    broken = _wrong_with(source)
    if broken is None:
        return Code(source)
    text, hidden = hidden_magics(source)
    if hidden:
        broken = _wrong_with(text)
        if broken is None:
            return Code(text, hidden)
    return left_out(source, broken)


def read_cell(source: str, *, databricks: bool = False) -> Code:
    """The part of a cell that joins the program, as in IPython or in a notebook of `databricks`.

    Names that one may bind which isn't read are unknown from there on.
    """
    if is_foreign(source, databricks=databricks):
        return left_out(source, instead=unknown(bound_unread(source)))
    code = read_code(source)
    if code.broken is None:
        return code
    # IPython takes a cell out of its margin. Databricks leaves no mark in a notebook that was saved
    # elsewhere since.
    runs = _wrong_with(dedent(source)) is None or is_foreign(source, databricks=True)
    return left_out(source, None if runs else code.broken, unknown(bound_in(source)))


def bound_unread(source: str) -> list[str]:
    """The names that a piece may bind which isn't read."""
    if not source.lstrip().startswith("%"):
        return bound_in(source)
    magic = cell_magic(source)
    binds = magic is not None and magic not in _BINDING_NOTHING
    return bound_by_magic(source.lstrip().partition("\n")[2]) if binds else []


def python_left_out(source: str) -> tuple[ast.Module, str] | None:
    """The Python in code that was left out, and what it is left out for; None without any."""
    magic = _MAGIC.match(source)
    if magic is None:
        reason = "with prompts" if is_foreign(source) else "with a margin"
        tree = python_in(source)
    else:
        name = magic["name"]
        reason = f"under `{name}`"
        body = source.partition("\n")[2] if name.startswith("%%") else magic["rest"]
        others = _BINDING_NOTHING - {"timeit"}
        tree = None if name.lstrip("%") in others else python_in(body)
    return None if tree is None else (tree, reason)


def left_out(source: str, broken: BrokenPiece | None = None, instead: str = "") -> Code:
    """Empty lines instead of a piece, or a statement in the first one."""
    text = "".join((instead, *LINE_END.findall(source)))
    return Code(text, (Hidden(0, len(text), source),), closed=True, broken=broken)


def _wrong_with(source: str) -> BrokenPiece | None:
    """Why a text is no program, to this Python and to a parser that knows newer syntax."""
    refused = _refused(source, lambda: compile(source, "<piece>", "exec", _FLAGS, True))
    if refused is None:
        return None
    broken = _refused(source, lambda: ast.parse(source))
    if broken is None:
        # A `return` outside of functions and the like: a parser takes them.
        return refused
    if _NESTED in broken.message or sys.version_info >= (3, 14):
        return broken
    import libcst

    try:
        libcst.parse_module(source)
    except (libcst.ParserSyntaxError, SyntaxError, ValueError, RecursionError):
        return broken
    return None


def _refused(source: str, work: Callable[[], object]) -> BrokenPiece | None:
    """Python's error in some work on a text."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            work()
    except SyntaxError as error:
        last = len(LINE_END.findall(source)) + 1
        line = min(max(error.lineno or 1, 1), last)
        return BrokenPiece(error.msg or "invalid syntax", line, max(error.offset or 1, 1))
    except ValueError as error:
        # A NUL, or half of a character that takes two.
        return BrokenPiece(str(error), 1, 1)
    except (RecursionError, MemoryError):
        return BrokenPiece(f"{_NESTED} expressions", 1, 1)
    return None
