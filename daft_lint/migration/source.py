"""A parsed file with what rewriting it needs: parents, places, and what names stand for."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property, lru_cache
from typing import TypeVar, cast

import libcst as cst
from libcst.metadata import Assignment, MetadataWrapper, Scope, ScopeProvider

from daft_lint.documents.document import Document
from daft_lint.documents.imports import member
from daft_lint.findings import Edit
from daft_lint.plan.span import Span
from daft_lint.syntax.traversal import children
from daft_lint.syntax.trees import is_exact, tree_of
from daft_lint.udf_code.targets import dotted

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
        self.document = document
        # As it stands in its text, whatever pieces that is made of.
        tree = tree_of(replace(document, layout=None))
        self.module = tree.module
        self._locator = tree.locator

    @cached_property
    def is_faithful(self) -> bool:
        """Whether everything stands in the file where the tree says it does."""
        return is_exact(self.document.text) and self.module.code == self.document.text

    @property
    def newline(self) -> str:
        """The line end that the file uses first."""
        return self.module.default_newline

    def parent(self, node: cst.CSTNode | None) -> cst.CSTNode | None:
        """The node around a node."""
        return self._parents.get(node) if node is not None else None

    def ancestors(self, node: cst.CSTNode) -> Iterator[cst.CSTNode]:
        """The nodes around a node, the nearest first."""
        current = self.parent(node)
        while current is not None:
            yield current
            current = self.parent(current)

    def span(self, node: cst.CSTNode) -> Span:
        """Where a node stands, without the parentheses around it."""
        return self._locator.span(node)

    def code(self, node: cst.CSTNode) -> str:
        """The text of a node, with the parentheses around it, whitespace evened out."""
        return cst.Module([]).code_for_node(node).strip()

    def text(self, start: Place, end: Place) -> str:
        """The text between two places."""
        return self.document.text[self.document.offset(*start) : self.document.offset(*end)]

    def between(self, start: Place, end: Place, text: str) -> Edit:
        """An edit of what stands between two places."""
        return Edit(Span(self.document.path, *start, *end), text)

    def inserted(self, at: Place, text: str) -> Edit:
        """An edit that adds a text in a place."""
        return self.between(at, at, text)

    def assignments(self, name: cst.Name) -> frozenset[Assignment]:
        """What may have bound a name where it stands; builtins left out."""
        return self.bound_at(name, name.value)

    def bound_at(self, node: cst.CSTNode, name: str) -> frozenset[Assignment]:
        """What may have bound a name that would stand where a node is; builtins left out."""
        around = map(self._scopes.get, (node, *self.ancestors(node)))
        scope = next(each for each in around if each is not None)
        return frozenset(each for each in scope[name] if isinstance(each, Assignment))

    def is_certain(self, statement: cst.CSTNode, node: cst.CSTNode) -> bool:
        """Whether every block that a statement stands in holds a node too.

        Else a branch that isn't taken may have kept the statement from running.
        """
        around = {node, *self.ancestors(node)}
        blocks = (
            ancestor
            for ancestor in self.ancestors(statement)
            if isinstance(ancestor, cst.BaseSuite)
        )
        return all(block in around for block in blocks)

    def read(self, name: str) -> list[cst.Name]:
        """The places where a name is read as a variable."""
        return [node for node in self._names.get(name, []) if self._is_read(node)]

    def nodes(self, kind: type[Node]) -> list[Node]:
        """All nodes of a kind, in the order they are written."""
        return cast(list[Node], self._by_kind.get(kind, []))

    def qualified(self, node: cst.CSTNode) -> str | None:
        """The dotted name of something imported; None for all else."""
        if not isinstance(node, cst.Name | cst.Attribute) or not dotted(node):
            return None
        root: cst.BaseExpression = node
        while isinstance(root, cst.Attribute):
            root = root.value
        assert isinstance(root, cst.Name)
        bound = self.assignments(root)
        names = {self.imported(binding, root.value) for binding in bound}
        if len(names) != 1:
            return None
        (name,) = names
        return None if name is None else name + dotted(node)[len(root.value) :]

    @staticmethod
    def imported(binding: Assignment, bound: str) -> str | None:
        """The dotted name of what an import binds to a name; None for all other bindings."""
        node = binding.node
        if isinstance(node, cst.ImportFrom):
            if isinstance(node.names, cst.ImportStar):
                return None
            for alias in node.names:
                if bound_by(alias) == bound:
                    return member(module_of(node), dotted(alias.name))
            return None
        if isinstance(node, cst.Import):
            for alias in node.names:
                if alias.asname is not None and bound_by(alias) == bound:
                    return dotted(alias.name)
                if alias.asname is None and dotted(alias.name).partition(".")[0] == bound:
                    return bound
        return None

    def last_line(self, node: Definition) -> int:
        """The last line of a function or class."""
        return self.span(node).end_line

    @cached_property
    def _scopes(self) -> Mapping[cst.CSTNode, Scope | None]:
        return MetadataWrapper(self.module, unsafe_skip_copy=True).resolve(ScopeProvider)

    @cached_property
    def all(self) -> list[cst.CSTNode]:
        """All nodes in the order they are written, whitespace left out."""
        return [self.module, *self._parents]

    @cached_property
    def _parents(self) -> dict[cst.CSTNode, cst.CSTNode]:
        """The node around each node, in the order they are written."""
        found: dict[cst.CSTNode, cst.CSTNode] = {}
        waiting: list[tuple[cst.CSTNode, cst.CSTNode]] = []
        node: cst.CSTNode = self.module
        while True:
            waiting += [(child, node) for child in reversed(children(node))]
            if not waiting:
                return found
            node, around = waiting.pop()
            found[node] = around

    @cached_property
    def _names(self) -> dict[str, list[cst.Name]]:
        names = defaultdict(list)
        for node in self.nodes(cst.Name):
            names[node.value].append(node)
        return names

    @cached_property
    def _by_kind(self) -> dict[type[cst.CSTNode], list[cst.CSTNode]]:
        found = defaultdict(list)
        for node in self.all:
            found[type(node)].append(node)
        return found

    def _is_read(self, node: cst.Name) -> bool:
        parent = self.parent(node)
        if isinstance(parent, cst.Attribute | cst.Arg) and parent.value is not node:
            return False
        if isinstance(parent, cst.Param):
            return parent.name is not node
        if isinstance(parent, cst.AnnAssign):
            return parent.target is not node
        if isinstance(parent, cst.AssignTarget | cst.ImportAlias | cst.AsName):
            return False
        if isinstance(parent, cst.FunctionDef | cst.ClassDef | cst.NameItem):
            return False
        while isinstance(parent, cst.Attribute):
            parent = self.parent(parent)
        return not isinstance(parent, cst.ImportAlias | cst.ImportFrom)


def module_of(node: cst.ImportFrom) -> str:
    """The module that is imported from; a relative one starts with its dots."""
    return "." * len(node.relative) + (dotted(node.module) if node.module else "")


def bound_by(alias: cst.ImportAlias) -> str:
    """The name that a part of an import binds."""
    if alias.asname is not None and isinstance(alias.asname.name, cst.Name):
        return alias.asname.name.value
    return dotted(alias.name)


def names_in(node: cst.CSTNode) -> list[cst.Name]:
    """The names that an expression reads."""
    found: list[cst.Name] = []
    waiting: list[cst.CSTNode] = [node]
    while waiting:
        part = waiting.pop()
        if isinstance(part, cst.Name):
            found.append(part)
        elif isinstance(part, cst.Attribute | cst.Arg):
            waiting.append(part.value)
        else:
            waiting += children(part)
    return found


@lru_cache(maxsize=64)
def source_of(document: Document) -> Source:
    """A file, parsed once however often it is asked for.

    Raises:
        SourceSyntaxError: when it is no Python program.
    """
    return Source(document)
