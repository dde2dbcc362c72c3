"""The check that a text is a program, before it is fixed and after it."""

from __future__ import annotations

from daft_lint.syntax.source import SourceSyntaxError, syntax_error


def is_program(text: str) -> bool:
    """Whether a text is a program to this Python, or to a parser that knows newer syntax."""
    return syntax_error(text) is None or _is_read(text)


def still_parses(before: str, after: str) -> bool:
    """Whether a fixed text is a program by the parser that took it before it was fixed."""
    if syntax_error(before) is None:
        return syntax_error(after) is None
    return _is_read(after)


def _is_read(text: str) -> bool:
    from daft_lint.syntax.deep_stack import with_deep_stack
    from daft_lint.syntax.parsing import parse

    try:
        with_deep_stack(lambda: parse(text))
    except SourceSyntaxError:
        return False
    return True
