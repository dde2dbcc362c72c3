"""The formats of `daft-lint verify` by name: what real runs said of the findings.

A new one is a module with a `render` and a row here.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from daft_lint.reporting.report import Style
from daft_lint.reporting.verification.report import VerificationReport

__all__ = ["FORMATS", "Renderer", "VerificationReport", "renderer"]

Renderer = Callable[[VerificationReport, Style], str]

_MODULES = {
    "full": "daft_lint.reporting.verification.full",
    "json": "daft_lint.reporting.verification.json",
    "github": "daft_lint.reporting.verification.github",
    "sarif": "daft_lint.reporting.verification.sarif",
    "junit": "daft_lint.reporting.verification.junit",
}

FORMATS = tuple(_MODULES)


def renderer(name: str) -> Renderer:
    """The function that renders a verification report in the format of that name.

    Raises:
        KeyError: when `name` is not one of `FORMATS`.
    """
    render: Renderer = import_module(_MODULES[name]).render
    return render
