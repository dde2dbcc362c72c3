"""Form feeds, which old code has between its parts: LibCST leaves out some of them."""

from __future__ import annotations

import ast

import libcst as cst
import pytest
from hypothesis import given
from hypothesis import strategies as st

from daft_lint.documents.document import Document
from daft_lint.syntax.traversal import walk
from daft_lint.syntax.trees import tree_of


def _is_exact(text: str) -> bool:
    """Whether a file can be changed; if so, each name stands where it is said to."""
    document = Document("a.py", text)
    tree = tree_of(document)
    for node in walk(tree.module):
        if tree.exact and isinstance(node, cst.Name):
            span = tree.locator.span(node)
            start = document.offset(span.line, span.column)
            assert text[start : document.offset(span.end_line, span.end_column)] == node.value
    return tree.exact


@pytest.mark.parametrize(
    "text",
    [
        "x = 1\n\fy = x\n",
        "x = 1\n \f\fy = x; z = y",
        "x = 1\n\f\ny = x\n",
        "x = 1\r\n\f# why\r\n\fy = (\r\n  \fx)\r\n",
        "def f():\n\f    y = 2\n  \f    z = y\n\fx = f\n",
        "if x:\n    y\n\felse:\n    z\n\f",
        "x = '''\f\n\f'''\n\fy = x\n",
    ],
)
def test_names_stand_where_they_are_said_to(text: str) -> None:
    ast.parse(text)
    assert _is_exact(text)


_LINES = st.lists(
    st.sampled_from(
        ["x = y", "\fx = y", " \fx = y", "\f", "\f # why", "if x: y = z", "(\fx,\n\fy)"]
    )
)


@given(_LINES, st.sampled_from(["\n", "\r\n", "\r"]))
def test_what_is_changed_is_never_something_else(lines: list[str], end: str) -> None:
    _is_exact("".join(f"{line}{end}" for line in lines))
