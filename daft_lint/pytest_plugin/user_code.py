"""The span in the user's code where a frame is materialised."""

from __future__ import annotations

import linecache
import re
import sys
import sysconfig
from types import CodeType, FrameType

from daft_lint.plan.span import Span
from daft_lint.programs.code_position import user_frame

_LOOP = re.compile(r"(?:async )?for\b")


def user_span() -> Span | None:
    """The innermost call under way in the user's own code, None when there is none.

    The path is absolute. Before Python 3.11 it is the whole line.
    """
    frame = user_frame()
    return None if frame is None or _is_installed(frame) else _span(frame)


def _is_installed(frame: FrameType) -> bool:
    """Whether code is pytest's, the standard library's or that of another package."""
    paths = sysconfig.get_paths()
    folders = {paths[name] for name in ("stdlib", "platstdlib", "purelib", "platlib")}
    return frame.f_code.co_filename.startswith(tuple(folders))


def _span(frame: FrameType) -> Span:
    path = frame.f_code.co_filename
    positions = _positions(frame.f_code, frame.f_lasti)
    if positions is None:
        text = linecache.getline(path, frame.f_lineno)
        return _to_line_end(path, frame.f_lineno, len(text) - len(text.lstrip()) + 1)
    line, end_line, column, end_column = positions
    start = _character(path, line, column)
    if _LOOP.match(linecache.getline(path, line), start - 1):
        # To Python, what asks for the next row spans the body too.
        return _to_line_end(path, line, start)
    return Span(path, line, start, end_line, _character(path, end_line, end_column))


def _positions(code: CodeType, instruction: int) -> tuple[int, int, int, int] | None:
    """The lines, from 1, and the bytes, from 0, of an instruction."""
    if sys.version_info < (3, 11):
        return None
    line, end_line, column, end_column = list(code.co_positions())[instruction // 2]
    if line is None or end_line is None or column is None or end_column is None:
        return None
    return line, end_line, column, end_column


def _character(path: str, line: int, byte: int) -> int:
    """The column, from 1, of a byte of a line."""
    before = linecache.getline(path, line).encode("utf-8", "replace")[:byte]
    return len(before.decode("utf-8", "replace")) + 1


def _to_line_end(path: str, line: int, start: int) -> Span:
    end = len(linecache.getline(path, line).rstrip()) + 1
    return Span(path, line, start, line, max(start, end))
