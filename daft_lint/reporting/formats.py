"""The output formats by name. A new one is a module with a `render` and a row here."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from daft_lint.reporting.report import Report, Style

Renderer = Callable[[Report, Style], str]

_MODULES = {
    "full": "daft_lint.reporting.full",
    "concise": "daft_lint.reporting.concise",
    "json": "daft_lint.reporting.json",
    "github": "daft_lint.reporting.github",
    "sarif": "daft_lint.reporting.sarif",
}

FORMATS = tuple(_MODULES)


def renderer(name: str) -> Renderer:
    """The function that renders a report in the format of that name.

    Raises:
        KeyError: when `name` is not one of `FORMATS`.
    """
    render: Renderer = import_module(_MODULES[name]).render
    return render
