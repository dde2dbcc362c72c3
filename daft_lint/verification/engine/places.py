"""Where in the user's code something happens."""

from __future__ import annotations

import ast
import importlib.util
import linecache
import sys
import sysconfig
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import CodeType, FrameType

_OURS = str(Path(__file__).parent)


@dataclass(frozen=True, slots=True)
class Place:
    """A stretch of lines of a file, from 1."""

    path: str
    line: int
    end_line: int


def user_place() -> Place:
    """The innermost call under way that stands in the user's own code.

    Daft, Ray and this package are passed over, and so are installed packages and the standard
    library, unless nothing else is under way.
    """
    frame: FrameType | None = sys._getframe(1)
    installed: FrameType | None = None
    while frame is not None:
        path = frame.f_code.co_filename
        if not path.startswith(("<", *_machinery())):
            if not path.startswith(_installations()):
                return _place(frame)
            installed = installed or frame
        frame = frame.f_back
    return _place(installed) if installed is not None else Place("", 0, 0)


@lru_cache(maxsize=1)
def _machinery() -> tuple[str, ...]:
    specs = (importlib.util.find_spec(name) for name in ("daft", "ray"))
    places = [place for spec in specs if spec for place in spec.submodule_search_locations or ()]
    return (_OURS, *places)


@lru_cache(maxsize=1)
def _installations() -> tuple[str, ...]:
    paths = sysconfig.get_paths()
    return tuple({paths[name] for name in ("stdlib", "platstdlib", "purelib", "platlib")})


def _place(frame: FrameType) -> Place:
    code = frame.f_code
    line, end_line = _position(code, frame.f_lasti) or _statement(code.co_filename, frame.f_lineno)
    return Place(code.co_filename, line, end_line)


def _position(code: CodeType, instruction: int) -> tuple[int, int] | None:
    """The lines of an instruction, as Python 3.11 and later know them."""
    if sys.version_info < (3, 11):
        return None
    line, end_line, _, _ = list(code.co_positions())[instruction // 2]
    return None if line is None or end_line is None else (line, end_line)


def _statement(path: str, line: int) -> tuple[int, int]:
    """The lines of the simple statement, or of the head of the compound one, around a line."""
    try:
        tree = ast.parse("".join(linecache.getlines(path)))
    except SyntaxError:
        return line, line
    spans = [_span(one) for one in ast.walk(tree) if isinstance(one, ast.stmt)]
    around = [(first, last) for first, last in spans if first <= line <= last]
    return min(around, key=lambda span: span[1] - span[0], default=(line, line))


def _span(statement: ast.stmt) -> tuple[int, int]:
    body: list[ast.stmt] = getattr(statement, "body", [])
    last = statement.end_lineno or statement.lineno
    return statement.lineno, max(statement.lineno, body[0].lineno - 1) if body else last
