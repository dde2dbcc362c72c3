"""Reports for people and for machines: one file per output format."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from daft_lint.reporting.report import Style

Shown = TypeVar("Shown")


class Formats(Generic[Shown]):
    """Output formats by name: modules of a package with a `render`, imported when asked for."""

    def __init__(self, package: str, *names: str) -> None:
        self.names = names
        self._package = package

    def renderer(self, name: str) -> Callable[[Shown, Style], str]:
        """The function that renders in the format of that name.

        Raises:
            KeyError: when there is no such format.
        """
        if name not in self.names:
            raise KeyError(name)
        render: Callable[[Shown, Style], str] = import_module(f"{self._package}.{name}").render
        return render
