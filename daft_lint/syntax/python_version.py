"""The version of Python that a program needs, by its syntax."""

from __future__ import annotations

import sys

import libcst as cst

from daft_lint.syntax.traversal import walk

# Older versions of LibCST lack some of these. What 3.12 changed in formatted texts, quotes and
# lines, can't be seen in the tree, so any of these may have it.
_SINCE = {
    "ExceptStarHandler": 11,
    "FormattedString": 12,
    "LazyImport": 15,
    "LazyImportFrom": 15,
    "StarredDictComp": 15,
    "TemplatedString": 14,
    "TypeAlias": 12,
    "TypeParameters": 12,
}


def version_needed(tree: cst.Module) -> str | None:
    """The first Python that knows all syntax of a program, unless the running one is as new."""
    minor = max(map(_minor_of, walk(tree)))
    return f"3.{minor}" if minor > sys.version_info.minor else None


def _minor_of(node: cst.CSTNode) -> int:
    since = _SINCE.get(type(node).__name__, 0)
    if isinstance(node, cst.ExceptHandler | cst.ExceptStarHandler):
        kind = node.type
        return 14 if isinstance(kind, cst.Tuple) and not kind.lpar else since
    if isinstance(node, cst.TypeParam):
        return 12 if node.default is None else 13
    if isinstance(node, cst.BaseSimpleComp):
        return 15 if isinstance(node.elt, cst.StarredElement) else since
    if isinstance(node, cst.Index):
        return 11 if node.star else since
    starred = isinstance(node, cst.Annotation) and isinstance(node.annotation, cst.StarredElement)
    return 11 if starred else since
