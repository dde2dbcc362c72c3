"""Fixes put into a file on disk."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from daft_lint.documents.document import Document
from daft_lint.fixing import Fixed, Group, Rewrite, fixed, rewrite


def apply(file: Path, linted: Document, groups: Iterable[Group], root: Path) -> Fixed:
    """Put fixes into a file, as it was when they were found; `root` is as in `Rewrite`."""
    outcome = fixed(linted, groups)
    rewrite([Rewrite(file, linted, outcome.document, root)])
    return outcome
