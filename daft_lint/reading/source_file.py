"""One file that is read: its text, its tree, where things stand in it, what its hints say."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import libcst

from daft_lint.documents.document import imports_daft
from daft_lint.plan.span import Span
from daft_lint.reading.bearing import cuts
from daft_lint.reading.hinting import Hints
from daft_lint.reading.trees import tree_of

if TYPE_CHECKING:
    from daft_lint.documents.document import Document
    from daft_lint.documents.hints import Hint

_GLOBAL = re.compile(
    r"(?:^|[:;])[ \t]*(?:global|nonlocal)[ \t]+(\w+(?:[ \t]*,[ \t]*\w+)*)[ \t]*(?=[;#\r\n]|\Z)",
    re.MULTILINE,
)


class SourceFile:
    """A file, parsed. Make it inside `with_deep_stack`.

    With `sketched`, only what it means is known, where that is enough to read it.

    Raises:
        SourceSyntaxError: when the text is no Python program.
    """

    def __init__(
        self, document: Document, hints: Sequence[Hint] = (), *, sketched: bool = False
    ) -> None:
        """Parse a document, in which these hint comments stand."""
        tree = tree_of(document, sketched=sketched)
        self.sketched = sketched
        self.document = document
        self.module = tree.module
        self.locator = tree.locator
        self._hints = hints
        self._is_sketch = tree.sketched
        self._is_exact = tree.exact
        self._bound_afar: frozenset[str] = frozenset()

    @property
    def path(self) -> str:
        """The path that people are shown."""
        return self.document.path

    @cached_property
    def is_about_frames(self) -> bool:
        """Whether the file itself imports Daft, or cuts what may be its frames."""
        text = self.document.text
        return imports_daft(text) or cuts(text)

    @cached_property
    def hints(self) -> Hints:
        """What the hint comments say, by place."""
        return Hints(self._hints, self.locator.blocks() if self._hints else ())

    def bind_afar(self, names: frozenset[str]) -> None:
        """Another file binds these names too, before `rebound` was asked for."""
        self._bound_afar = names

    @cached_property
    def rebound(self) -> frozenset[str]:
        """The names that a function binds by `global`, or another file: all unknown."""
        text = self.document.text
        if "global" not in text and "nonlocal" not in text:
            return self._bound_afar
        found = (name for names in _GLOBAL.findall(text) for name in names.split(","))
        return self._bound_afar.union(name.strip() for name in found)

    @property
    def is_faithful(self) -> bool:
        """Whether everything stands in the file where the tree says it does, so that it can change.

        LibCST may move a form feed, and with it what follows on the line.
        """
        return self._is_exact and not self._is_sketch

    def span(self, node: libcst.CSTNode) -> Span | None:
        """Where a node of the file stands; None for a node of another file."""
        return self.locator.span(node) if self.locator.holds(node) else None

    def text(self, start: tuple[int, int], end: tuple[int, int]) -> str:
        """The text between two places."""
        return self.document.text[self.document.offset(*start) : self.document.offset(*end)]
