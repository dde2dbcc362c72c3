"""The call in the user's code that is under way, and what becomes of its result."""

from __future__ import annotations

import dis
import itertools
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from types import CodeType, FrameType

from daft_lint.programs.code_position import (
    Instruction,
    Place,
    is_machinery,
    is_ours,
    place_of,
    position_of,
    user_frame,
)
from daft_lint.records import dataclass, field

_WRAPPERS = frozenset({"_wrap", "_wrapper", "tracked_fn", "tracked_method", "wrapper"})
"""What Daft calls the functions that it puts around its public ones."""

NOWHERE = Place("", 0, 0)


@dataclass(frozen=True, slots=True, eq=False)
class Call:
    """A call of a function of Daft that stands in the user's code; each is a thing of its own."""

    method: str
    instruction: Instruction | None
    number: int = field(default_factory=itertools.count(1).__next__)

    @property
    def place(self) -> Place:
        """Where it stands."""
        return NOWHERE if self.instruction is None else place_of(self.instruction)

    @property
    def end_column(self) -> int | None:
        """The column of its last line that it ends at, in UTF-8 bytes; None if unknown."""
        position = None if self.instruction is None else position_of(self.instruction)
        return None if position is None else position[2]


class _Thread(threading.local):
    """The call that a thread saw last, with the frame that it led to; what it stands in for."""

    frame: FrameType | None = None
    call: Call | None = None
    method = ""


_thread = _Thread()


@contextmanager
def standing_in_for(method: str) -> Iterator[None]:
    """Do what a method of Daft was called for, without that method."""
    before, _thread.method = _thread.method, method
    try:
        yield
    finally:
        _thread.method = before


def user_call() -> Call:
    """The innermost call under way from the user's own code into Daft."""
    user = user_frame()
    entered: FrameType | None = None
    method = _thread.method
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and frame is not user:
        code = frame.f_code
        if is_machinery(code.co_filename) and not code.co_filename.startswith("<"):
            entered = frame
            if not is_ours(code.co_filename) and code.co_name not in _WRAPPERS:
                method = code.co_name
        frame = frame.f_back
    if _thread.call is None or _thread.frame is not entered:
        _thread.frame = entered
        _thread.call = Call(method, None if user is None else Instruction.in_frame(user))
    return _thread.call


def throws_away(frame: FrameType) -> bool:
    """Whether what the call under way in a frame returns goes nowhere."""
    return _drops(frame.f_code, frame.f_lasti)


@lru_cache(maxsize=1024)
def _drops(code: CodeType, offset: int) -> bool:
    # Since Python 3.11 the place may be inside of the call's cache, which is no instruction.
    after = (
        instruction.opname
        for instruction in dis.get_instructions(code)
        if instruction.offset > offset
    )
    return next(after, None) == "POP_TOP"
