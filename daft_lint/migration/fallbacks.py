"""Fallbacks for a Daft that lacks the new API: a file with one has been migrated already."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from daft_lint.documents.document import Document
from daft_lint.index.traversal import dotted, walk
from daft_lint.plan.span import Span
from daft_lint.syntax.source import parsed

_NEW = frozenset({"cls", "func", "method"})
_MAKERS = _NEW | {"udf"}
_PACKAGES = frozenset({"daft", "getdaft"})
# What gives the version of an installed package, or what tells of it.
_GIVES_VERSION = frozenset({"distribution", "get_distribution", "version"})
# What a missing name raises, in whatever words it is caught.
_CAUGHT = frozenset(
    {"AttributeError", "BaseException", "Exception", "ImportError", "ModuleNotFoundError", ""}
)
_DEEPEST = 4
# A file without any of these has nothing to fall back from.
_WORD = re.compile(rf"\b(?:{'|'.join(sorted(_NEW))})\b")


def is_fallback(document: Document, place: Span) -> bool:
    """Whether the code at a place is one way of several, by whether Daft has its new API.

    A test asks Daft for `func`, `cls` or `udf`, or for its version, or an exception says that they
    can't be imported. All ways of such a test count, in a file that uses the new API somewhere.
    """
    return any(first <= place.line <= last for first, last in _choices(document))


# The definitions of a file are asked for one after another.
@lru_cache(maxsize=1)
def _choices(document: Document) -> tuple[tuple[int, int], ...]:
    """The lines of code whose run depends on what the installed Daft has."""
    tree = parsed(document.text) if _WORD.search(document.text) else None
    return tuple(_Choices(tree).found()) if isinstance(tree, ast.Module) else ()


class _Choices:
    """Looks through one file for tests of what Daft has."""

    def __init__(self, tree: ast.Module) -> None:
        self._nodes = list(walk(tree))
        self._called = {id(node.func) for node in self._nodes if isinstance(node, ast.Call)}
        # What the file calls Daft, what it imports of it, and what answers such a test.
        self._daft: set[str] = set()
        self._answers: set[str] = set()
        self._functions: set[str] = set()
        for node in self._nodes:
            if isinstance(node, ast.Import):
                daft = (each for each in node.names if each.name == "daft")
                self._daft.update(each.asname or each.name for each in daft)
            self._answers.update(each.asname or each.name for each in _makers_in(node))
        for _ in range(_DEEPEST):
            for node in self._nodes:
                self._note(node)

    def found(self) -> Iterator[tuple[int, int]]:
        """The lines of all ways."""
        if not any(map(self._is_new, self._nodes)):
            return
        for node in self._nodes:
            for field in ("body", "orelse", "finalbody"):
                block: Any = getattr(node, field, ())
                for statement in block if isinstance(block, list) else ():
                    yield from self._ways(statement, block[-1].end_lineno)

    def _ways(self, statement: ast.stmt, end: int) -> Iterator[tuple[int, int]]:
        if isinstance(statement, ast.If) and self._asks(statement.test):
            leaves = isinstance(statement.body[-1], ast.Return | ast.Raise)
            # What is behind a branch that leaves is the other way.
            yield statement.lineno, end if leaves else statement.end_lineno or 0
        if isinstance(statement, ast.Try) and self._tries(statement):
            yield from ((each.lineno, each.end_lineno or 0) for each in statement.handlers)

    def _note(self, node: ast.AST) -> None:
        """Note what a statement binds to an answer, or as one of two answers."""
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if self._asks(value):
                self._answers.add(name)
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                self._answers.update([name] if self._asks(value) else [])
            case ast.FunctionDef(name=name):
                returns = (each for each in walk(node) if isinstance(each, ast.Return))
                if any(each.value is not None and self._asks(each.value) for each in returns):
                    self._functions.add(name)
            case ast.If(test=test) if self._asks(test):
                self._answers.update(_assigned_in(node))
            case ast.Try() if self._tries(node):
                self._answers.update(_assigned_in(node))

    def _is_new(self, node: ast.AST) -> bool:
        """Whether something of the new API is named, be it in a text for `getattr`."""
        match node:
            case ast.Attribute(attr=name) if name in _NEW:
                return dotted(node).partition(".")[0] in self._daft
            case ast.Constant(value=str(name)):
                return name in _NEW
        return any(each.name in _NEW for each in _makers_in(node))

    def _tries(self, attempt: ast.Try) -> bool:
        """Whether something of Daft is tried that an older or newer one may lack."""
        kinds = (each.type for each in attempt.handlers)
        caught = {
            name
            for kind in kinds
            for each in (kind.elts if isinstance(kind, ast.Tuple) else [kind])
            for name in [dotted(each) if each is not None else ""]
        }
        return not caught.isdisjoint(_CAUGHT) and any(
            self._is_maker(node) or any(_makers_in(node))
            for statement in attempt.body
            for node in walk(statement)
        )

    def _is_maker(self, node: ast.AST) -> bool:
        owner, _, name = dotted(node).rpartition(".")
        return owner in self._daft and name in _MAKERS

    def _asks(self, expression: ast.expr) -> bool:
        """Whether an expression depends on what Daft has, or on which one it is."""
        nodes = list(walk(expression))
        names_daft = any(isinstance(node, ast.Name) and node.id in self._daft for node in nodes)
        for node in nodes:
            # What a UDF or a frame is made by isn't asked for.
            is_called = id(node) in self._called
            match node:
                case ast.Call(func=function, args=[ast.Constant(value=package), *_]):
                    if dotted(function).rpartition(".")[2] in _GIVES_VERSION:
                        return package in _PACKAGES
                case ast.Constant(value=str(name)) if name in _MAKERS and names_daft:
                    return True
                case ast.Attribute(attr="__version__") if names_daft:
                    return True
                case ast.Attribute() if self._is_maker(node) and not is_called:
                    return True
                case ast.Name(id=name) if name in (self._functions if is_called else self._answers):
                    return True
        return False


def _makers_in(node: ast.AST) -> Iterator[ast.alias]:
    """What an import takes of Daft that one or the other version lacks."""
    if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "daft":
        yield from (each for each in node.names if each.name in _MAKERS)


def _assigned_in(statement: ast.stmt) -> Iterator[str]:
    """The names that the branches of a statement assign."""
    for node in walk(statement):
        if isinstance(node, ast.Assign):
            yield from (each.id for each in node.targets if isinstance(each, ast.Name))
