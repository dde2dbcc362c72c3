"""`--baseline` and `--write-baseline`: starting to lint a project with findings."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from daft_lint.cli.option_groups import together
from daft_lint.cli.output_files import require_writable
from daft_lint.cli.terminal import print_message
from daft_lint.documents.document import shown_path
from daft_lint.records import dataclass, replace
from daft_lint.reporting.phrases import counted

if TYPE_CHECKING:
    from daft_lint.cli.lint_run import LintRun


adoption_options = together(
    click.option(
        "--baseline",
        type=click.Path(),
        metavar="FILE",
        help="Report only findings that aren't in this baseline file.",
    ),
    click.option(
        "--no-baseline",
        is_flag=True,
        help="Report all findings, also those in the baseline that the settings name.",
    ),
    click.option(
        "--write-baseline",
        type=click.Path(path_type=Path),
        metavar="FILE",
        help="Write all findings to this baseline file.",
    ),
)
"""The options; `baseline` is one of those that make settings."""


@dataclass(frozen=True, slots=True)
class Adoption:
    """The options: what to write, and whether to show what the settings' baseline holds."""

    baseline: Path | None
    quiet: bool
    shows_known: bool

    def check(self, paths: Iterable[Path], *, fixes: bool, named_baseline: bool) -> None:
        """Look at the options before the work.

        Raises:
            click.UsageError: when they can't be used, or not together.
        """
        writes = self.baseline is not None
        if writes and named_baseline:
            raise click.UsageError("--write-baseline and --baseline can't be combined")
        if self.shows_known and named_baseline:
            raise click.UsageError("--no-baseline and --baseline can't be combined")
        if writes and fixes:
            raise click.UsageError("--write-baseline and --fix can't be combined")
        if writes and Path("-") in paths:
            raise click.UsageError("--write-baseline needs files, not standard input")
        require_writable((self.baseline,))

    def prepare(self, run: LintRun, paths: Iterable[Path]) -> None:
        """Let a run set known findings apart, unless all are asked for.

        Raises:
            click.UsageError: when a baseline can't be read.
        """
        if self.baseline is not None or self.shows_known:
            return
        run.hides_known = True
        for _, settings in run.finder.usable_or_raise(paths):
            if settings.baseline is not None:
                try:
                    run.baselines().require(settings.baseline)
                except click.UsageError as error:
                    origin = settings.origin("baseline")
                    if origin is None or origin.span is None:
                        raise
                    raise click.UsageError(f"{origin.span.place}: {error.message}") from None

    def done(self, run: LintRun) -> None:
        """Do it with what a run found; from then on the run reports what is left.

        Raises:
            click.UsageError: when a baseline can't be read or written.
        """
        if self.baseline is not None:
            self._tell(_written_baseline(self.baseline, run))
        if run.hides_known and any(
            run.finder.for_path(file).baseline for file in run.checked_files
        ):
            run.gone = run.baselines().gone(run)
        for file, number in run.gone.items():
            self._tell(_prune(number, shown_path(file)))

    def _tell(self, line: str) -> None:
        if not self.quiet:
            print_message(line)


def _written_baseline(baseline: Path, run: LintRun) -> str:
    """Write the findings; all but those of what can't be read are known from then on."""
    from daft_lint.cli.baselines import renew
    from daft_lint.linting import UNREAD

    renewed = renew(baseline, run)
    for path, linted in run.linted.items():
        errors = tuple(finding for finding in linted.findings if finding.code in UNREAD)
        known = tuple(finding for finding in linted.findings if finding.code not in UNREAD)
        run.linted[path] = replace(linted, findings=errors, known=known)
    gone = renewed.pruned
    pruned = f", and removed {gone:,} that {_no_longer_found(gone)}" if gone else ""
    return f"wrote {counted(renewed.findings, 'finding')} to {shown_path(baseline)}{pruned}"


def _prune(number: int, baseline: str) -> str:
    gone = f"{counted(number, 'finding')} in {baseline} {_no_longer_found(number)}"
    return f"{gone}: run --write-baseline {baseline} to remove {'it' if number == 1 else 'them'}"


def _no_longer_found(number: int) -> str:
    return f"no longer {'occurs' if number == 1 else 'occur'}"
