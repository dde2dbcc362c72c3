"""The report, for every output format."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from daft_lint.judgement import Status
from daft_lint.records import dataclass

if TYPE_CHECKING:
    from daft_lint.findings import Finding, Safety
    from daft_lint.judgement import Judgement
    from daft_lint.judging.usual_cluster import OnCluster
    from daft_lint.plan.bound import Bound


@dataclass(frozen=True, slots=True)
class Failure:
    """A file that could not be checked, and why in one line.

    One that was `checked` could not be fixed.
    """

    path: str
    message: str
    checked: bool = False


@dataclass(frozen=True, slots=True)
class RuleInfo:
    """A rule that was in force, whether or not it found something."""

    code: str
    name: str
    summary: str
    documentation_url: str | None = None


@dataclass(frozen=True, slots=True)
class Report:
    """The outcome of one run.

    `findings` are sorted by `Finding.sort_key`. `files_checked` counts the files that were checked,
    so it leaves out every failure. `suppressed` counts the findings that comments hide. `rules`
    gives the rules that were in force. `source_line` gives the text of a line of a path, None when
    there is no such line any more. `fixed` counts the findings that were fixed before, `tried` the
    safeties of the fixes that were made for it; `unsafe` tells that unsafe ones were asked for,
    were any made or not. `known` counts the findings that baselines know. `unfinished` are
    the places where code takes too much work to follow further. `judgements` tell how each
    piece of work was judged, by path and place; `hidden` counts the findings that are less sure
    than what is asked for. `unrelated` are the files among those checked that have nothing to do
    with Daft. `on_cluster` tells what a Ray cluster changes, None where settings choose a runner;
    `named` are the paths as they were typed.
    """

    findings: tuple[Finding, ...]
    failures: tuple[Failure, ...]
    files_checked: int
    suppressed: int
    version: str
    rules: Callable[[], tuple[RuleInfo, ...]]
    source_line: Callable[[str, int], str | None]
    fixed: int = 0
    tried: frozenset[Safety] = frozenset()
    unsafe: bool = False
    known: int = 0
    unfinished: tuple[Bound, ...] = ()
    judgements: tuple[Judgement, ...] = ()
    hidden: int = 0
    unrelated: int = 0
    on_cluster: OnCluster | None = None
    named: tuple[str, ...] = ()

    @property
    def has_open_work(self) -> bool:
        """Whether a fact is missing that would decide about some work."""
        return any(judgement.status is Status.OPEN for judgement in self.judgements)


@dataclass(frozen=True, slots=True)
class Style:
    """What the output of a report can show.

    `width` counts the cells of a line. Without `summary` a report for people ends with the last
    finding. A `verbose` one tells all that is known of findings and of work.
    Reports for machines do not depend on any of it.
    """

    color: bool
    width: int
    summary: bool = True
    verbose: bool = False
