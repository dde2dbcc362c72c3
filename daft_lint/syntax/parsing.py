"""The parser from text to a LibCST tree, safe for any input."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from typing import Any

import libcst
from libcst.metadata import PositionProvider

from daft_lint.index.statements import index_of
from daft_lint.syntax.source import SourceSyntaxError, checked, nests_deeply, parsed

Place = tuple[int, int, int, int]
"""Line, from 1, and column, from 0, of the first character, and of the one behind the last."""

_MOVING = re.compile(r"\f|^\\\r?$", re.MULTILINE)
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
        return libcst.parse_module(text)
    except libcst.ParserSyntaxError as error:
        unknown = SourceSyntaxError(_UNKNOWN, error.editor_line, error.editor_column)
    except SyntaxError:
        unknown = SourceSyntaxError(_UNKNOWN, 1, 1)
    raise python_error or unknown


def places_in(tree: libcst.Module) -> dict[libcst.CSTNode, Place]:
    """Where the nodes of a tree stand."""
    return {
        node: (at.start.line, at.start.column, at.end.line, at.end.column)
        for node, at in _Positions().of(tree).items()
    }


class _Positions(PositionProvider):
    """LibCST's positions. Its `MetadataWrapper` also visits the tree for nothing, as long again."""

    def of(self, tree: libcst.Module) -> Mapping[libcst.CSTNode, Any]:
        self._gen_impl(tree)
        return self._computed


def is_exact(text: str) -> bool:
    """Whether all nodes of a text stand in its tree where they do in the text.

    LibCST loses white space before a form feed, and a line that holds a backslash alone.
    """
    return _MOVING.search(text) is None
