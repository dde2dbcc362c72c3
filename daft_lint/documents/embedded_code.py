"""Code embedded in files that hold more than code."""

from __future__ import annotations

import ast
import sys
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from daft_lint.documents.layout import LINE_END, BrokenPiece, Hidden
from daft_lint.documents.magics import has_numbered_prompts, hidden_magics, is_foreign, unwrapped
from daft_lint.documents.unread_bindings import bound_by_magic, bound_in, unknown

_NESTED = "too many nested"
# A notebook may use `await` at its top level.
_FLAGS = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT


@dataclass(frozen=True, slots=True)
class Code:
    """A piece of code as part of a program: its text there, what is hidden, what is wrong.

    `margin` stands before each of its lines but the `flush` ones, counted from 0. One that is
    `closed` may not be changed.
    """

    text: str
    hidden: tuple[Hidden, ...] = ()
    closed: bool = False
    broken: BrokenPiece | None = None
    margin: str = ""
    flush: frozenset[int] = frozenset()


def read_code(source: str, above: Sequence[str] = ()) -> Code:
    """The part of a piece that joins the program: all of it, all but its magics, or none.

    `above` is the code that comes before its magics.
    """
    if is_foreign(source):
        return left_out(source)
    broken = _wrong_with(source)
    if broken is None:
        return Code(source)
    text, hidden = hidden_magics(source, above)
    if hidden:
        broken = _wrong_with(text)
        if broken is None:
            return Code(text, hidden)
    return left_out(source, broken)


def read_cell(source: str, above: Sequence[str] = (), *, databricks: bool = False) -> Code:
    """The part of a cell that joins the program, as in IPython or in a notebook of `databricks`.

    One that is indented as a whole, or has prompts before its lines, is read but stays as it is.
    Names that one may bind which isn't read are unknown from there on; `above` are the cells before
    it.
    """
    if is_foreign(source, databricks=databricks):
        return left_out(source, instead=unknown(bound_by_magic(source), above))
    code = read_code(source, above)
    if code.broken is None and not has_numbered_prompts(source):
        return code
    cell = unwrapped(source)
    bare = read_code(cell.text, above)
    if bare.broken is not None:
        bound = [*bound_by_magic(source), *bound_in(source)]
        # Databricks leaves no mark in a notebook that was saved elsewhere since.
        broken = None if is_foreign(source, databricks=True) else code.broken
        return left_out(source, broken, unknown(bound, above))
    if bare.closed or cell.margin is None:
        return left_out(source, instead=unknown(bound_in(cell.text), above))
    hidden = Hidden(0, len(bare.text), source)
    return Code(bare.text, (hidden,), closed=True, margin=cell.margin, flush=cell.flush)


def bound_unread(source: str) -> list[str]:
    """The names that a piece may bind which isn't read, whatever stands before its lines."""
    return bound_by_magic(source) if is_foreign(source) else bound_in(unwrapped(source).text)


def left_out(source: str, broken: BrokenPiece | None = None, instead: str = "") -> Code:
    """Empty lines instead of a piece, or a statement in the first one."""
    text = "".join((instead, *LINE_END.findall(source)))
    return Code(text, (Hidden(0, len(text), source),), closed=True, broken=broken)


def _wrong_with(source: str) -> BrokenPiece | None:
    """Why a text is no program, to this Python and to a parser that knows newer syntax."""
    broken = _refused(source, lambda: ast.parse(source))
    if broken is None:
        # A `return` outside of functions and the like: a parser takes them.
        return _refused(source, lambda: compile(source, "<piece>", "exec", _FLAGS, True))
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
