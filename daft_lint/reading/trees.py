"""The trees of programs, each parsed once while it is still likely to be needed."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass

import libcst

from daft_lint.documents.document import Document
from daft_lint.reading.locating import Locator
from daft_lint.reading.parsing import parse

# Characters of all programs whose trees are kept. A tree and its positions take some 130 bytes for
# each (measured on 1,000,000 characters of Daft's tests with LibCST 1.9).
_MOST_KEPT = 600_000


@dataclass(frozen=True, slots=True, eq=False)
class Tree:
    """A parsed program, and where its nodes stand."""

    module: libcst.Module
    locator: Locator


class _Kept:
    """The trees that were asked for last, as many as fit."""

    def __init__(self) -> None:
        self._trees: OrderedDict[Document, Tree] = OrderedDict()
        self._characters = 0

    def tree(self, document: Document) -> Tree:
        tree = self._trees.pop(document, None)
        if tree is None:
            module = parse(document.text)
            tree = Tree(module, Locator(document.path, module, document.layout))
            self._characters += len(document.text)
        self._trees[document] = tree
        while self._characters > _MOST_KEPT and len(self._trees) > 1:
            oldest, _ = self._trees.popitem(last=False)
            self._characters -= len(oldest.text)
        return tree


_KEPT = _Kept()


def tree_of(document: Document) -> Tree:
    """The tree of a program. Call it inside `with_deep_stack`.

    Raises:
        SourceSyntaxError: when the text is no Python program.
    """
    return _KEPT.tree(document)
