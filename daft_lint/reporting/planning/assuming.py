"""What a plan assumes, in words."""

from __future__ import annotations

from daft_lint.planning.planned import PlannedPipeline
from daft_lint.reporting.pipelines.wording import doubts

_ALIKE = "a row takes each UDF of the pipeline the same time, and waits for those before it"


def assumptions_of(plan: PlannedPipeline) -> list[str]:
    """What the forecasts of a pipeline rest on and nobody has measured there."""
    home = plan.pipeline.plan.source.span.path
    found = [*plan.question.assumptions]
    if len(plan.prediction.pools) > 1:
        found.append(_ALIKE)
    for planned in plan.pools:
        found += doubts(planned.pool, home)
    return list(dict.fromkeys(found))
