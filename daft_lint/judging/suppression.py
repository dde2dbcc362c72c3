"""Suppression comments at work: which findings they silence, and which of them silence nothing."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf
from pathlib import Path

from daft_lint.documents.document import UnreadableDocumentError, read_document
from daft_lint.documents.pragmas import read_pragmas
from daft_lint.documents.suppressions import Suppression
from daft_lint.documents.tokens import Tokens, tokenized
from daft_lint.findings import Finding
from daft_lint.plan.span import Span
from daft_lint.records import dataclass, replace

Named = tuple[str, str]
"""The code and the name of a rule."""


@dataclass(frozen=True, slots=True)
class Comments:
    """The suppressions in a file, and where its statements begin and end."""

    path: str
    suppressions: tuple[Suppression, ...]
    tokens: Tokens

    @classmethod
    def of(cls, path: str, text: str, suppressions: Iterable[Suppression]) -> Comments:
        """The suppressions of a text; one without any needs no look at its statements."""
        found = tuple(suppressions)
        return cls(path, found, tokenized(text if found else ""))

    @property
    def on_statements(self) -> Comments:
        """Those that say of one statement what they silence, and no linter else reads."""
        own = (
            suppression
            for suppression in self.suppressions
            if suppression.last_line != inf and not suppression.blanket
        )
        return replace(self, suppressions=tuple(own))


@dataclass(frozen=True, slots=True)
class Silenced:
    """The findings that are left, how many places were silenced, the selectors that did nothing."""

    kept: tuple[Finding, ...]
    count: int
    unused: tuple[tuple[Suppression, str], ...]


def silence(
    findings: Iterable[Finding],
    here: Comments,
    elsewhere: Iterable[Comments] = (),
    others: Iterable[Finding] = (),
) -> Silenced:
    """Leave out each finding that a comment silences on a statement of any of its places.

    Args:
        findings: those of the file whose comments are `here`.
        here: the comments that are reported when they silence nothing.
        elsewhere: comments in files that findings have other places in. There, what is for a whole
            file or for every linter is for the findings of that file alone.
        others: findings of other files. A comment that silences one is of use.
    """
    used: set[tuple[Suppression, str]] = set()
    kept: list[Finding] = []
    hidden: set[tuple[str, Span]] = set()
    away = [comments.on_statements for comments in elsewhere]
    for finding in findings:
        hits = _hits(finding, here)
        used |= hits
        if hits or any(_hits(finding, comments) for comments in away):
            hidden.add((finding.code, finding.span))
        else:
            kept.append(finding)
    hidden.difference_update((finding.code, finding.span) for finding in kept)
    for finding in others:
        used |= _hits(finding, here.on_statements)
    unused = tuple(
        (suppression, selector)
        for suppression in here.suppressions
        if not suppression.blanket
        for selector in suppression.selectors
        if (suppression, selector) not in used
    )
    return Silenced(tuple(kept), len(hidden), unused)


def unsilenced(findings: Iterable[Finding], rules: Iterable[Named]) -> tuple[Finding, ...]:
    """The findings that no comment silences in the files of their places, as these are now.

    `rules` are the codes and names of all rules.
    """
    known = tuple(rules)
    comments: dict[str, Comments] = {}
    kept: list[Finding] = []
    for finding in findings:
        paths = dict.fromkeys((finding.span.path, *(span.path for span in finding.spans)))
        for path in paths:
            if path not in comments:
                comments[path] = _comments_in(path, known)
        here, *elsewhere = (comments[path] for path in paths)
        kept += silence([finding], here, elsewhere).kept
    return tuple(kept)


def _comments_in(path: str, rules: tuple[Named, ...]) -> Comments:
    """The suppressions of a file; none where it can't be read."""
    try:
        text = read_document(Path(path), path).text
    except UnreadableDocumentError:
        text = ""
    return Comments.of(path, text, read_pragmas(text, path, rules).suppressions)


def _hits(finding: Finding, comments: Comments) -> set[tuple[Suppression, str]]:
    if not comments.suppressions:
        return set()
    hits = set()
    for span in finding.spans:
        if span.path != comments.path:
            continue
        lines = (comments.tokens.extent(span.line)[0], comments.tokens.extent(span.end_line)[1])
        for suppression in comments.suppressions:
            selector = suppression.silences(finding.code, finding.name, lines)
            if selector is not None:
                hits.add((suppression, selector))
    return hits
