"""An obstacle: the reason why a legacy UDF can't be rewritten by edits."""

from __future__ import annotations

from daft_lint.plan.span import Span


class ObstacleError(Exception):
    """Something that edits would break or drop. The reason is a clause for a person."""

    def __init__(self, reason: str, span: Span | None = None) -> None:
        """Tell the reason, and where it stands when it has a place."""
        super().__init__(reason)
        self.reason = reason
        self.span = span
