"""The version of Python that a program needs, by its syntax."""

from __future__ import annotations

import libcst as cst

from daft_lint.syntax.traversal import walk


def version_needed(tree: cst.Module) -> str:
    """The first version of Python that knows the syntax of a program that the running one doesn't.

    What 3.12 changed can't be seen in the tree: names, and quotes and lines in formatted texts.
    """
    return max(map(_version_of, walk(tree)), key=lambda version: int(version.partition(".")[2]))


def _version_of(node: cst.CSTNode) -> str:
    if type(node).__name__ == "TemplatedString":
        return "3.14"
    if isinstance(node, cst.ExceptHandler | cst.ExceptStarHandler):
        kind = node.type
        return "3.14" if isinstance(kind, cst.Tuple) and not kind.lpar else "3.12"
    return "3.13" if isinstance(node, cst.TypeParam) and node.default is not None else "3.12"
