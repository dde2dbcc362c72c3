"""The parser from text to a LibCST tree, safe for any input."""

from __future__ import annotations

import ast

import libcst

from daft_lint.index.statements import index_of
from daft_lint.syntax.source import SourceSyntaxError, checked, nests_deeply, parsed

_UNKNOWN = "this syntax is too new or too long to be read"


def parse(text: str) -> libcst.Module:
    """Parse a program. Call it inside `with_deep_stack`.

    Raises:
        SourceSyntaxError: when the text is no Python program, nests too deeply, or is written in
            syntax that LibCST doesn't know.
    """
    tree = parsed(text)
    python_error = tree if isinstance(tree, SourceSyntaxError) else None
    if isinstance(tree, ast.Module):
        checked(index_of(tree))
    if python_error is not None and (python_error.too_deep or nests_deeply(text)):
        raise python_error
    try:
        return tree_of_program(text)
    except SourceSyntaxError as unknown:
        raise python_error or unknown from None


def tree_of_program(text: str) -> libcst.Module:
    """Parse what Python takes for a program. Call it inside `with_deep_stack`.

    Raises:
        SourceSyntaxError: when it is written in syntax that LibCST doesn't know.
    """
    try:
        return libcst.parse_module(text)
    except libcst.ParserSyntaxError as error:
        raise SourceSyntaxError(_UNKNOWN, error.editor_line, error.editor_column) from None
    except SyntaxError:
        raise SourceSyntaxError(_UNKNOWN, 1, 1) from None
