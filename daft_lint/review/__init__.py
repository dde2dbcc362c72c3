"""Finished runs, judged; and the formats of `daft-lint review` by name.

A new one is a module with a `render`, and its name here. The others are those of `check`, for which
each problem is a finding.
"""

from __future__ import annotations

from collections.abc import Callable

from daft_lint.reporting import renderer_in
from daft_lint.reporting.formats import FORMATS
from daft_lint.reporting.formats import renderer as renderer_of_findings
from daft_lint.reporting.report import Style
from daft_lint.review.report import Review

__all__ = ["FORMATS", "Review", "renderer"]


def renderer(name: str) -> Callable[[Review, Style], str]:
    """The function that renders in the format of that name."""
    if name in ("full", "json"):
        return renderer_in(__name__, name)
    render = renderer_of_findings(name)
    return lambda review, style: render(review.linted, style)
