"""The formats of `daft-lint pipelines` by name.

A new one is a module with a `render`, and its name here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from daft_lint.reporting import Formats

if TYPE_CHECKING:
    from daft_lint.rule import Case

_FORMATS = Formats[Sequence["Case"]](__name__, "text", "json")
FORMATS = _FORMATS.names
renderer = _FORMATS.renderer
