"""The position in the user's code where something happens."""

from __future__ import annotations

import ast
import importlib.util
import linecache
import sys
import sysconfig
from functools import lru_cache
from itertools import islice
from pathlib import Path
from types import CodeType, FrameType

from daft_lint.records import dataclass

_OURS = f"{Path(__file__).parents[1]}/"


@dataclass(frozen=True, slots=True)
class Place:
    """A stretch of lines of a file, from 1."""

    path: str
    line: int
    end_line: int


def user_place() -> Place:
    """The innermost call under way that stands in the user's own code."""
    frame = user_frame()
    return Place("", 0, 0) if frame is None else place_of(Instruction.in_frame(frame))


def user_frame() -> FrameType | None:
    """The innermost frame under way of the user's own code.

    Daft, Ray and this package are passed over, and so are installed packages and the standard
    library, unless nothing else is under way.
    """
    frame: FrameType | None = sys._getframe(1)
    installed: FrameType | None = None
    while frame is not None:
        path = frame.f_code.co_filename
        if not is_machinery(path):
            if not path.startswith(_installations()):
                return frame
            installed = installed or frame
        frame = frame.f_back
    return installed


def is_machinery(path: str) -> bool:
    """Whether code of a file is Daft's, Ray's, this package's, or in no file at all."""
    return path.startswith(("<", *_machinery()))


def is_ours(path: str) -> bool:
    """Whether code of a file is this package's."""
    return path.startswith(_OURS)


@dataclass(frozen=True, slots=True)
class Instruction:
    """An instruction of some code; `line` is what a traceback would say."""

    code: CodeType
    offset: int
    line: int

    @classmethod
    def in_frame(cls, frame: FrameType) -> Instruction:
        """The one that a frame is at."""
        return cls(frame.f_code, frame.f_lasti, frame.f_lineno)


def place_of(instruction: Instruction) -> Place:
    """The lines of an instruction."""
    path = instruction.code.co_filename
    position = position_of(instruction)
    if position is not None:
        return Place(path, position[0], position[1])
    return Place(path, *_statement(path, instruction.line))


def position_of(instruction: Instruction) -> tuple[int, int, int | None] | None:
    """The lines of an instruction and the column that it ends at, in UTF-8 bytes.

    Python 3.11 and later know them.
    """
    if sys.version_info < (3, 11):
        return None
    positions = instruction.code.co_positions()
    found = next(islice(positions, instruction.offset // 2, None), None)
    if found is None:
        return None
    line, end_line, _, end_column = found
    return None if line is None or end_line is None else (line, end_line, end_column)


@lru_cache(maxsize=1)
def _machinery() -> tuple[str, ...]:
    specs = (importlib.util.find_spec(name) for name in ("daft", "ray"))
    places = [place for spec in specs if spec for place in spec.submodule_search_locations or ()]
    return (_OURS, *places)


@lru_cache(maxsize=1)
def _installations() -> tuple[str, ...]:
    paths = sysconfig.get_paths()
    return tuple({paths[name] for name in ("stdlib", "platstdlib", "purelib", "platlib")})


def _statement(path: str, line: int) -> tuple[int, int]:
    """The lines of the simple statement, or of the head of the compound one, around a line."""
    try:
        tree = ast.parse("".join(linecache.getlines(path)))
    except SyntaxError:
        return line, line
    spans = [_span(node) for node in ast.walk(tree) if isinstance(node, ast.stmt)]
    around = [(first, last) for first, last in spans if first <= line <= last]
    return min(around, key=lambda span: span[1] - span[0], default=(line, line))


def _span(statement: ast.stmt) -> tuple[int, int]:
    body: list[ast.stmt] = getattr(statement, "body", [])
    last = statement.end_lineno or statement.lineno
    return statement.lineno, max(statement.lineno, body[0].lineno - 1) if body else last
