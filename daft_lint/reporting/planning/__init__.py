"""The formats of `daft-lint plan` by name: what pools will do, and which numbers to use instead.

A new one is a module with a `render`, and its name here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from daft_lint.reporting import Formats

if TYPE_CHECKING:
    from daft_lint.planning.planner import PlannedPipeline

_FORMATS = Formats[Sequence["PlannedPipeline"]](__name__, "text", "json")
FORMATS = _FORMATS.names
renderer = _FORMATS.renderer
