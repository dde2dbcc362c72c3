"""The options for the output of findings."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from daft_lint.cli.option_groups import output_options, together
from daft_lint.reporting.formats import FORMATS

if TYPE_CHECKING:
    from daft_lint.findings import FailOn, Finding
    from daft_lint.judgement import Judgement

findings_output_options = together(
    output_options(FORMATS, "findings", None),
    click.option(
        "--fail-on",
        metavar="LEVEL",
        help="Exit with 1 from this severity up; `open` also counts work that couldn't be judged.",
    ),
    click.option("--exit-zero", is_flag=True, help="Exit with 0 even when there are findings."),
    click.option(
        "-q", "--quiet", is_flag=True, help="Show findings only: no summary, no progress."
    ),
)


def fails(level: FailOn, findings: Iterable[Finding], judgements: Iterable[Judgement] = ()) -> bool:
    """Whether a command is to fail."""
    from daft_lint.findings import FailOn
    from daft_lint.judgement import Status

    open_counts = level is FailOn.OPEN
    return any(level.counts(finding.severity) for finding in findings) or (
        open_counts and any(judgement.status is Status.OPEN for judgement in judgements)
    )
