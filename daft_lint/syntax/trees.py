"""The trees of programs, each parsed once while it is still likely to be needed."""

from __future__ import annotations

import re
from collections import OrderedDict
from dataclasses import dataclass

import libcst

from daft_lint.documents.document import Document
from daft_lint.syntax.locator import Locator
from daft_lint.syntax.parsing import parse
from daft_lint.syntax.source import check_length

# Characters of all files whose trees are kept. A tree and its positions take some 130 bytes for
# each (measured on 1,000,000 and more characters of Daft's tests with LibCST 1.9).
_MOST_KEPT = 800_000


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
_MOVING = re.compile(r"\f|^\\\r?$", re.MULTILINE)


def is_exact(text: str) -> bool:
    """Whether all nodes of a text stand in its tree where they do in the text.

    LibCST loses white space before a form feed, and a line that holds a backslash alone.
    """
    return _MOVING.search(text) is None


def tree_of(document: Document) -> Tree:
    """The tree of a program. Needs a deep stack.

    Raises:
        SourceSyntaxError: when the text is no Python program.
    """
    check_length(document.text)
    return _KEPT.tree(document)
