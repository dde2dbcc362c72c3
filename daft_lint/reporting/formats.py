"""The output formats of `daft-lint check` by name.

A new one is a module with a `render`, and its name among the choices of the setting.
"""

from __future__ import annotations

from daft_lint.reporting import Formats
from daft_lint.reporting.report import Report
from daft_lint.settings.keys import key_named

_FORMATS = Formats[Report]("daft_lint.reporting", *key_named("output-format").choices)
FORMATS = _FORMATS.names
renderer = _FORMATS.renderer
