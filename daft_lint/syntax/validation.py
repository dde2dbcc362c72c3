"""The validation of a text as a program, for this Python or a newer one."""

from __future__ import annotations

import ast
import re
import sys

from daft_lint.index.statements import index_of
from daft_lint.syntax.deep_stack import with_deep_stack
from daft_lint.syntax.source import (
    SourceSyntaxError,
    check_length,
    checked,
    is_program,
    parsed,
    syntax_error,
)

# What most likely stands in no function and no loop.
_LEAVING = re.compile(r"^(?:return|break|continue)\b", re.MULTILINE)


def check(text: str, *, newer: bool = True) -> None:
    """Check that a text is a program to this Python, or with `newer` to any one.

    Raises:
        SourceSyntaxError: when it is none, or too long to be read.
    """
    check_length(text)
    if not is_program(text):
        found = syntax_error(text)
        error = None if found is None else with_deep_stack(lambda: explained(text, found))
        if error is not None and not (newer and error.needs):
            raise error
    elif _LEAVING.search(text) is not None:
        tree = parsed(text)
        if isinstance(tree, ast.Module):
            with_deep_stack(lambda: checked(index_of(tree)))


def explained(text: str, error: SourceSyntaxError) -> SourceSyntaxError:
    """What Python says against a text, or that it takes a newer Python to read it."""
    from daft_lint.syntax.parsing import parse
    from daft_lint.syntax.python_version import version_needed

    if error.too_deep:
        return error
    try:
        needs = version_needed(parse(text))
    except SourceSyntaxError:
        return error
    if needs is None:
        return error
    running = f"{sys.version_info.major}.{sys.version_info.minor}"
    message = f"Python {running} can't read this file: run daft-lint with Python {needs} or newer"
    return SourceSyntaxError(message, error.line, error.column, needs=needs)
