"""The way from one document to its findings: read, predict, judge, silence, filter."""

from daft_lint.linting.linted import Linted
from daft_lint.linting.linter import judge, lint
from daft_lint.linting.own_findings import (
    INVALID_PRAGMA,
    NEWER_SYNTAX,
    SYNTAX_ERROR,
    UNREAD,
    UNUSED_SUPPRESSION,
)
from daft_lint.linting.read import Read, cases_of, locations_in, read_for_rules, read_for_work

__all__ = [
    "INVALID_PRAGMA",
    "NEWER_SYNTAX",
    "SYNTAX_ERROR",
    "UNREAD",
    "UNUSED_SUPPRESSION",
    "Linted",
    "Read",
    "cases_of",
    "judge",
    "lint",
    "locations_in",
    "read_for_rules",
    "read_for_work",
]
