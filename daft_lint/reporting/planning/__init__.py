"""The formats of `daft-lint plan` by name: what pools will do, and which numbers to use instead.

A new one is a module with a `render` and a row here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING

from daft_lint.reporting.report import Style

if TYPE_CHECKING:
    from daft_lint.planning.planned import PlannedPipeline

Renderer = Callable[[Sequence["PlannedPipeline"], Style], str]

_MODULES = {
    "text": "daft_lint.reporting.planning.text",
    "json": "daft_lint.reporting.planning.json",
}

FORMATS = tuple(_MODULES)


def renderer(name: str) -> Renderer:
    """The function that renders plans in the format of that name.

    Raises:
        KeyError: when `name` is not one of `FORMATS`.
    """
    render: Renderer = import_module(_MODULES[name]).render
    return render
