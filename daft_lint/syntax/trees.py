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
    """A parsed program, and where its nodes stand.

    Of one that is not `exact`, something stands elsewhere in the text.
    """

    module: libcst.Module
    locator: Locator
    exact: bool = True


class _Kept:
    """The trees that were asked for last, as many as fit."""

    def __init__(self) -> None:
        self._trees: OrderedDict[Document, Tree] = OrderedDict()
        self._characters = 0

    def tree(self, document: Document) -> Tree:
        tree = self._trees.pop(document, None)
        if tree is None:
            tree = _whole(document)
            self._characters += len(document.text)
        self._trees[document] = tree
        while self._characters > _MOST_KEPT and len(self._trees) > 1:
            oldest, _ = self._trees.popitem(last=False)
            self._characters -= len(oldest.text)
        return tree


_KEPT = _Kept()
_LONE_BACKSLASH = re.compile(r"(?:\A|(?<=[\r\n]))\\(?=[\r\n])")


def tree_of(document: Document) -> Tree:
    """The tree of a program. Needs a deep stack.

    Raises:
        SourceSyntaxError: when the text is no Python program.
    """
    check_length(document.text)
    return _KEPT.tree(document)


def _whole(document: Document) -> Tree:
    module = _parsed_in_place(document.text)
    if "\f" not in document.text:
        return Tree(module, Locator(document.path, module, document.layout))
    left_out = _left_out(document.text, module.code)
    locator = Locator(document.path, module, document.layout, left_out=left_out)
    return Tree(module, locator, exact=left_out is not None)


def _parsed_in_place(text: str) -> libcst.Module:
    """The tree of a text, its lines counted as they are.

    LibCST loses a line between statements that holds a backslash alone.
    """
    module = parse(text)
    if _LONE_BACKSLASH.search(text) and len(_lines(module.code)) < len(_lines(text)):
        return parse(_LONE_BACKSLASH.sub(" ", text))
    return module


def _left_out(text: str, code: str) -> dict[int, int] | None:
    """How many characters LibCST leaves out at the starts of lines; None if it changes more.

    It leaves out the white space before a statement up to a form feed.
    """
    found = {}
    written, kept = _lines(text), _lines(code)
    for number, (line, rest) in enumerate(zip(written, kept, strict=False), 1):
        if line != rest:
            before = line[: len(line) - len(rest)]
            if before + rest != line or before.strip(" \t\f"):
                return None
            found[number] = len(before)
    return found if len(kept) <= len(written) else None


def _lines(text: str) -> list[str]:
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
