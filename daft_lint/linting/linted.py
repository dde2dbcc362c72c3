"""What linting one document gives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daft_lint.linting.own_findings import UNREAD
from daft_lint.records import dataclass, replace

if TYPE_CHECKING:
    from collections.abc import Callable

    from daft_lint.baselines.baseline import Baseline, Known
    from daft_lint.findings import Finding
    from daft_lint.judgement import Judgement
    from daft_lint.judging.usual_cluster import OnCluster
    from daft_lint.plan.bound import Bound
    from daft_lint.rule_parts.rule_failures import RuleFailure


@dataclass(frozen=True, slots=True)
class Linted:
    """What linting one document gave.

    `suppressed` counts the findings that comments silenced. `failures` are the rules that raised.
    `known` are findings that a baseline knows, so that they aren't reported. `bound` is where
    the document takes too much work to be followed on: there may be more to find.
    `judgements` tell of each piece of work in it how it was judged. `hidden` counts the findings
    that are less sure than what is asked for. `on_cluster` tells what a Ray cluster changes, where
    settings leave that open and it was asked for. `unread` are modules that can't be read and that
    its frames come from. `told` are the patterns of sources in settings that some source fits.
    """

    findings: tuple[Finding, ...]
    suppressed: int = 0
    failures: tuple[RuleFailure, ...] = ()
    known: tuple[Finding, ...] = ()
    bound: Bound | None = None
    judgements: tuple[Judgement, ...] = ()
    hidden: int = 0
    on_cluster: OnCluster | None = None
    unread: tuple[str, ...] = ()
    told: tuple[str, ...] = ()

    def without_known(self, baseline: Baseline, known_as: Callable[[Finding], Known]) -> Linted:
        """The same, with what a baseline knows set apart; what can't be read is never known."""
        from daft_lint.baselines.baseline import compared

        errors = tuple(finding for finding in self.findings if finding.code in UNREAD)
        others = (finding for finding in self.findings if finding.code not in UNREAD)
        new, known = compared(others, baseline, known_as)
        return replace(self, findings=(*errors, *new), known=known)
