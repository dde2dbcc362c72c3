"""A stack that is deep enough for deeply nested code: no input may end the process."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from typing import TypeVar

from daft_lint.syntax.source import too_deep

# LibCST's parser recurses on the C stack, and so do its visitors on Python's: 1,000 chained calls
# need about 40 MiB. The memory is only touched when it is used.
_STACK_BYTES = 512 * 1024 * 1024
_RECURSION_LIMIT = 40_000
# Slots, of 8 bytes. As many follow it in its chunk, and hold more frames than the limit lets be.
_FIRST_FRAME = 4 * 1024 * 1024
_NAME = "deep stack"
T = TypeVar("T")


def with_deep_stack(work: Callable[[], T]) -> T:
    """Run `work` on a thread whose stack is deep enough for deeply nested code, or on this one.

    Raises:
        SourceSyntaxError: when even that stack isn't deep enough.
        Exception: whatever else `work` raises.
    """
    if sys.platform == "emscripten":
        # A browser has no threads.
        return work()
    if threading.current_thread().name == _NAME:
        try:
            return work()
        except RecursionError:
            raise too_deep() from None
    outcome: list[T] = []
    failure: list[BaseException] = []

    def run() -> None:
        try:
            outcome.append(_in_one_chunk(work))
        except BaseException as error:
            failure.append(error)

    previous_stack = threading.stack_size(_STACK_BYTES)
    previous_limit = sys.getrecursionlimit()
    sys.setrecursionlimit(_RECURSION_LIMIT)
    try:
        thread = threading.Thread(target=run, name=_NAME, daemon=True)
        thread.start()
        thread.join()
    finally:
        threading.stack_size(previous_stack)
        sys.setrecursionlimit(previous_limit)
    if failure and isinstance(failure[0], RecursionError):
        raise too_deep() from None
    if failure:
        raise failure[0]
    return outcome[0]


def _in_one_chunk(work: Callable[[], T]) -> T:
    return work()


# Python 3.11 to 3.13 keep frames in chunks of 16 KiB, and give a chunk back with its last frame.
# What calls from the edge of one asks the system for memory with every call: measured with 3.12,
# that takes 60 times as long. A frame that says it is large gets a chunk that holds all others too.
_in_one_chunk.__code__ = _in_one_chunk.__code__.replace(co_stacksize=_FIRST_FRAME)
