"""The output formats of `daft-lint check` by name.

A new one is a module with a `render`, and its name here.
"""

from __future__ import annotations

from daft_lint.reporting import Formats
from daft_lint.reporting.report import Report

_FORMATS = Formats[Report](
    "daft_lint.reporting", "full", "concise", "json", "github", "gitlab", "sarif", "junit"
)
FORMATS = _FORMATS.names
renderer = _FORMATS.renderer
