"""Guarded imports: a `try` that is nothing but imports, none of which fails."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from daft_lint.documents.imports import member
from daft_lint.index.tree import bound_by, dotted, walk
from daft_lint.modules.behaviour import needs_no_package
from daft_lint.syntax.source import SourceSyntaxError, parsed

if TYPE_CHECKING:
    from daft_lint.documents.document import Document
    from daft_lint.documents.project import Project

_MISSING = frozenset({"ImportError", "ModuleNotFoundError"})
_BLOCKS = (ast.If, ast.Try, ast.With, ast.For, ast.While, ast.Match)


def surely_succeeds(node: ast.Try, path: str, project: Project) -> bool:
    """Whether a `try` of the file at `path` imports only what the project itself surely has."""
    if not node.handlers or not all(_is_for_missing(handler.type) for handler in node.handlers):
        return False
    return all(_succeeds(statement, path, project) for statement in node.body)


def _is_for_missing(caught: ast.expr | None) -> bool:
    if isinstance(caught, ast.Tuple):
        return all(map(_is_for_missing, caught.elts))
    return caught is not None and dotted(caught) in _MISSING


def _succeeds(statement: ast.stmt, path: str, project: Project) -> bool:
    if isinstance(statement, ast.Import):
        return all(_has(alias.name, path, project) for alias in statement.names)
    if not isinstance(statement, ast.ImportFrom):
        return False
    module = project.absolute("." * statement.level + (statement.module or ""), path)
    if module is None or not _has(module, path, project):
        return False
    document = project.module(module, path)
    assert document is not None
    return all(
        _binds(document, alias.name) or _has(member(module, alias.name), path, project)
        for alias in statement.names
    )


def _has(module: str, path: str, project: Project) -> bool:
    """Whether a module is one of the project, and imports nothing that may be missing.

    Nor may the packages that it is in.
    """
    parts = module.split(".")
    found = [project.module(".".join(parts[:end]), path) for end in range(1, len(parts) + 1)]
    return found[-1] is not None and all(
        document is None or needs_no_package(document, project) for document in found
    )


def _binds(document: Document, name: str) -> bool:
    """Whether a module surely binds a name: outside of all blocks, if nothing there may fail."""
    tree = parsed(document.text)
    if isinstance(tree, SourceSyntaxError):
        return False
    blocks = [statement for statement in tree.body if isinstance(statement, _BLOCKS)]
    if any(isinstance(node, ast.Raise) for block in blocks for node in walk(block)):
        return False
    others = (statement for statement in tree.body if not isinstance(statement, _BLOCKS))
    return any(name in bound_by(other) for other in others)
