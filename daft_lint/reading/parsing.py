"""From text to a LibCST tree, safely: no input may end the process."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from typing import TypeVar

import libcst

from daft_lint.reading.syntax import SourceSyntaxError, nests_deeply, syntax_error, too_deep

# LibCST's parser recurses on the C stack, and so do its visitors on Python's: 1,000 chained calls
# need about 40 MiB. The memory is only touched when it is used.
_STACK_BYTES = 512 * 1024 * 1024
_RECURSION_LIMIT = 40_000
_UNKNOWN = "this syntax is too new or too long to be read"
T = TypeVar("T")


def with_deep_stack(work: Callable[[], T]) -> T:
    """Run `work` on a thread whose stack is deep enough for deeply nested code.

    Raises:
        SourceSyntaxError: when even that stack isn't deep enough.
        Exception: whatever else `work` raises.
    """
    outcome: list[T] = []
    failure: list[BaseException] = []

    def run() -> None:
        try:
            outcome.append(work())
        except BaseException as error:
            failure.append(error)

    previous_stack = threading.stack_size(_STACK_BYTES)
    previous_limit = sys.getrecursionlimit()
    sys.setrecursionlimit(_RECURSION_LIMIT)
    try:
        thread = threading.Thread(target=run)
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


def parse(text: str) -> libcst.Module:
    """Parse a program. Call it inside `with_deep_stack`.

    Raises:
        SourceSyntaxError: when the text is no Python program, nests too deeply, or is written in
            syntax that LibCST doesn't know.
    """
    python_error = syntax_error(text)
    if python_error is not None and (python_error.too_deep or nests_deeply(text)):
        raise python_error
    try:
        return libcst.parse_module(text)
    except libcst.ParserSyntaxError as error:
        unknown = SourceSyntaxError(_UNKNOWN, error.editor_line, error.editor_column)
        raise python_error or unknown from None
    except SyntaxError:
        raise python_error or SourceSyntaxError(_UNKNOWN, 1, 1) from None
