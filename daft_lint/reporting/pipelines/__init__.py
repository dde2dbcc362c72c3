"""The formats of `daft-lint pipelines` by name: what was read and what is predicted of it.

A new one is a module with a `render` and a row here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING

from daft_lint.reporting.report import Style

if TYPE_CHECKING:
    from daft_lint.rule import Case

Renderer = Callable[[Sequence["Case"], Style], str]

_MODULES = {
    "text": "daft_lint.reporting.pipelines.text",
    "json": "daft_lint.reporting.pipelines.json",
    "mermaid": "daft_lint.reporting.pipelines.mermaid",
}

FORMATS = tuple(_MODULES)


def renderer(name: str) -> Renderer:
    """The function that renders pipelines in the format of that name.

    Raises:
        KeyError: when `name` is not one of `FORMATS`.
    """
    render: Renderer = import_module(_MODULES[name]).render
    return render
