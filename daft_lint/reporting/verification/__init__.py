"""The formats of `daft-lint verify` by name.

A new one is a module with a `render`, and its name here.
"""

from __future__ import annotations

from daft_lint.reporting import Formats
from daft_lint.reporting.verification.report import VerificationReport

__all__ = ["FORMATS", "VerificationReport", "renderer"]

_FORMATS = Formats[VerificationReport](__name__, "full", "json", "github", "sarif")
FORMATS = _FORMATS.names
renderer = _FORMATS.renderer
