"""A parsed file with what rewriting it needs: parents, places, and what names stand for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TypeVar

import libcst as cst
from libcst.metadata import (
    Assignment,
    ExpressionContextProvider,
    QualifiedNameSource,
    Scope,
    ScopeProvider,
)

from daft_lint.documents.document import Document
from daft_lint.findings import Edit
from daft_lint.plan.span import Span
from daft_lint.syntax.parsing import Place as Range
from daft_lint.syntax.parsing import is_exact, parse, places_in
from daft_lint.syntax.source import check_length
from daft_lint.syntax.traversal import children, walk, walk_for

Place = tuple[int, int]
Node = TypeVar("Node", bound=cst.CSTNode)
Definition = cst.FunctionDef | cst.ClassDef


class Source:
    """One file. Make and use it where the stack is deep, and only when `is_faithful`."""

    def __init__(self, document: Document) -> None:
        """Parse the file.

        Raises:
            SourceSyntaxError: when it is no Python program.
        """
        check_length(document.text)
        self.document = document
        self.module = parse(document.text)

    @cached_property
    def is_faithful(self) -> bool:
        """Whether everything stands in the file where the tree says it does."""
        return is_exact(self.document.text) and self.module.code == self.document.text

    @property
    def newline(self) -> str:
        """The line end that the file uses first."""
        return self.module.default_newline

    def parent(self, node: cst.CSTNode) -> cst.CSTNode | None:
        """The node around a node, which isn't one of the marks or spaces between nodes."""
        return self._parents.get(node)

    def ancestors(self, node: cst.CSTNode) -> Iterator[cst.CSTNode]:
        """The nodes around a node, the nearest first."""
        current = self.parent(node)
        while current is not None:
            yield current
            current = self.parent(current)

    def nodes(self, kind: type[Node]) -> list[Node]:
        """All nodes of a kind, in the order they are written."""
        return list(walk_for(kind, self.module))

    def span(self, node: cst.CSTNode) -> Span:
        """Where a node stands, without the parentheses around it."""
        line, column, end_line, end_column = self._places[node]
        return Span(self.document.path, line, column + 1, end_line, end_column + 1)

    def code(self, node: cst.CSTNode) -> str:
        """The text of a node, with the parentheses around it, whitespace evened out."""
        return cst.Module([]).code_for_node(node).strip()

    def text(self, start: Place, end: Place) -> str:
        """The text between two places."""
        return self.document.text[self.document.offset(*start) : self.document.offset(*end)]

    def line(self, number: int) -> str:
        """The text of a line, counted from 1."""
        return self.document.line(number) or ""

    def indent(self, node: cst.CSTNode) -> str | None:
        """What stands before a node on its first line; None where that is other code."""
        span = self.span(node)
        before = self.line(span.line)[: span.column - 1]
        return None if before.strip() else before

    def between(self, start: Place, end: Place, text: str) -> Edit:
        """An edit of what stands between two places."""
        return Edit(Span(self.document.path, *start, *end), text)

    def replaced(self, node: cst.CSTNode, text: str) -> Edit:
        """An edit of a whole node."""
        return Edit(self.span(node), text)

    def inserted(self, at: Place, text: str) -> Edit:
        """An edit that adds a text in a place."""
        return self.between(at, at, text)

    def assignments(self, name: cst.Name) -> frozenset[Assignment]:
        """What may have bound a name where it stands; builtins left out."""
        return self.bound_at(name, name.value)

    def bound_at(self, node: cst.CSTNode, name: str) -> frozenset[Assignment]:
        """What may have bound a name that would stand where a node is; builtins left out."""
        return frozenset(each for each in self._scope(node)[name] if isinstance(each, Assignment))

    def references(self, binding: Assignment) -> list[cst.Name]:
        """Where the value of a binding is read, in the order they are written."""
        found = set[cst.Name]()
        for access in binding.references:
            node: cst.CSTNode = access.node
            while isinstance(node, cst.Attribute):
                node = node.value
            if isinstance(node, cst.Name):
                found.add(node)
        return sorted(found, key=lambda node: self.span(node).start)

    def constant(self, name: cst.Name) -> cst.BaseExpression | None:
        """The value that the file gives a name, if it does so once."""
        bound = self.assignments(name)
        around = (each for binding in bound for each in self.ancestors(binding.node))
        statements = (cst.BaseSmallStatement, cst.BaseCompoundStatement)
        given = next((each for each in around if isinstance(each, statements)), None)
        is_value = len(bound) == 1 and isinstance(given, cst.Assign | cst.AnnAssign)
        return given.value if is_value and isinstance(given, cst.Assign | cst.AnnAssign) else None

    def qualified(self, node: cst.CSTNode) -> str | None:
        """The dotted name of something imported; None for all else."""
        if not isinstance(node, cst.Name | cst.Attribute):
            return None
        names = self._scope(node).get_qualified_names_for(node)
        imported = [each.name for each in names if each.source is QualifiedNameSource.IMPORT]
        return imported[0] if len(imported) == len(names) == 1 else None

    def _scope(self, node: cst.CSTNode) -> Scope:
        around = map(self._scopes.get, (node, *self.ancestors(node)))
        return next(each for each in around if each is not None)

    @cached_property
    def _places(self) -> Mapping[cst.CSTNode, Range]:
        return places_in(self.module)

    @cached_property
    def _scopes(self) -> Mapping[cst.CSTNode, Scope | None]:
        return _Scopes().of(self.module)

    @cached_property
    def _parents(self) -> Mapping[cst.CSTNode, cst.CSTNode]:
        return {inner: node for node in walk(self.module) for inner in children(node)}


class _Contexts(ExpressionContextProvider):
    """LibCST's note of the names that are read, and of those that are set."""

    def of(self, tree: cst.Module) -> Mapping[cst.CSTNode, object]:
        self.visit_Module(tree)
        return self._computed


class _Scopes(ScopeProvider):
    """LibCST's scopes. Its `MetadataWrapper` also visits the tree twice for nothing."""

    def of(self, tree: cst.Module) -> Mapping[cst.CSTNode, Scope | None]:
        self.metadata = {ExpressionContextProvider: _Contexts().of(tree)}
        self.visit_Module(tree)
        return {node: found for node, found in self._computed.items() if isinstance(found, Scope)}


def is_none(node: cst.CSTNode) -> bool:
    """Whether an expression is `None`."""
    return isinstance(node, cst.Name) and node.value == "None"
