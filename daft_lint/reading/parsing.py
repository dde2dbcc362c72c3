"""From text to a LibCST tree, safely: no input may end the process."""

from __future__ import annotations

import ast
import sys
import threading
import warnings
from collections.abc import Callable
from typing import TypeVar

import libcst

# LibCST's parser recurses on the C stack, and so do its visitors on Python's: 1,000 chained calls
# need about 40 MiB. The memory is only touched when it is used.
_STACK_BYTES = 256 * 1024 * 1024
_RECURSION_LIMIT = 60_000
# CPython refuses deeper expressions from 3.11 on; before, only this check does.
_DEEPEST_TREE = 3_000

T = TypeVar("T")


class SourceSyntaxError(Exception):
    """A text that is no Python program. `line` and `column` count from 1."""

    def __init__(self, message: str, line: int, column: int) -> None:
        super().__init__(message)
        self.message = message
        self.line = line
        self.column = column


def with_deep_stack(work: Callable[[], T]) -> T:
    """Run `work` on a thread whose stack is deep enough for deeply nested code.

    Raises:
        Exception: whatever `work` raises.
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
    if failure:
        raise failure[0]
    return outcome[0]


def parse(text: str) -> libcst.Module:
    """Parse a program. Call it inside `with_deep_stack`.

    Raises:
        SourceSyntaxError: when the text is no Python program, or nests deeper than Python itself
            accepts.
    """
    python_error = _python_error(text)
    if python_error is not None and "too " in python_error.message:
        raise python_error
    try:
        return libcst.parse_module(text)
    except libcst.ParserSyntaxError as error:
        if python_error is not None:
            raise python_error from None
        raise SourceSyntaxError("invalid syntax", error.editor_line, error.editor_column) from None


def _python_error(text: str) -> SourceSyntaxError | None:
    """What CPython itself says against the text; newer syntax may be judged wrongly here."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
    except SyntaxError as error:
        return SourceSyntaxError(
            error.msg or "invalid syntax", max(error.lineno or 1, 1), max(error.offset or 1, 1)
        )
    except (RecursionError, MemoryError):
        return SourceSyntaxError("too deeply nested to be read", 1, 1)
    if sys.version_info < (3, 11) and _depth_exceeds(tree, _DEEPEST_TREE):
        return SourceSyntaxError("too deeply nested to be read", 1, 1)
    return None


def _depth_exceeds(tree: ast.AST, limit: int) -> bool:
    level: list[ast.AST] = [tree]
    for _ in range(limit):
        level = [child for node in level for child in ast.iter_child_nodes(node)]
        if not level:
            return False
    return True
