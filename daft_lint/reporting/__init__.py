"""Reports for people and for machines: one file per output format."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from daft_lint.reporting.report import Style


def renderer_in(package: str, name: str) -> Callable[[Any, Style], str]:
    """The `render` of the module that is called like a format, imported when it is asked for."""
    render: Callable[[Any, Style], str] = import_module(f"{package}.{name}").render
    return render
