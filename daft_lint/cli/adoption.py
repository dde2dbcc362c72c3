"""`--baseline`, `--write-baseline` and `--add-noqa`: starting to lint a project with findings."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from daft_lint.cli.help_text import Command
from daft_lint.cli.option_groups import together
from daft_lint.cli.output_files import require_writable
from daft_lint.cli.terminal import print_message
from daft_lint.documents.document import shown_path
from daft_lint.records import dataclass, replace
from daft_lint.reporting.phrases import counted
from daft_lint.reporting.report import Failure

if TYPE_CHECKING:
    from daft_lint.cli.lint_run import LintRun
    from daft_lint.documents.suppression_edits import Annotation
    from daft_lint.findings import Finding


_ADD_NOQA = "--add-noqa"


class CommandWithNoqa(Command):
    """A command whose `--add-noqa` takes a reason only behind `=`: the next words are paths."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Say that a bare `--add-noqa` has no reason."""
        own = args[: args.index("--")] if "--" in args else args
        named = [f"{argument}=" if argument == _ADD_NOQA else argument for argument in own]
        return super().parse_args(ctx, [*named, *args[len(own) :]])


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
    click.option(
        _ADD_NOQA,
        metavar="[=REASON]",
        help="Add a comment that suppresses each finding, with this reason if you give one.",
    ),
)
"""The options; `baseline` is one of those that make settings."""


@dataclass(frozen=True, slots=True)
class Adoption:
    """The options; `reason` None asks for no comments, an empty one for those without.

    `baseline` is what to write, and `shows_known` asks for what the settings' baseline holds.
    """

    baseline: Path | None
    reason: str | None
    quiet: bool
    shows_known: bool

    def check(self, paths: Iterable[Path], *, fixes: bool, named_baseline: bool) -> None:
        """Look at the options before the work.

        Raises:
            click.UsageError: when they can't be used, or not together.
        """
        writes, adds = self.baseline is not None, self.reason is not None
        if writes and named_baseline:
            raise click.UsageError("--write-baseline and --baseline can't be combined")
        if self.shows_known and named_baseline:
            raise click.UsageError("--no-baseline and --baseline can't be combined")
        if writes + adds + fixes > 1:
            raise click.UsageError("give only one of --write-baseline, --add-noqa and --fix")
        if adds and Path("-") in paths:
            raise click.UsageError(f"{_ADD_NOQA} needs files, not standard input")
        if writes and Path("-") in paths:
            raise click.UsageError("--write-baseline needs files, not standard input")
        if self.reason:
            _require_reason(self.reason)
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
        elif self.reason is not None:
            self._tell(_added_comments(self.reason, run))

    def _tell(self, line: str) -> None:
        if not self.quiet:
            print_message(line)


def _require_reason(reason: str) -> None:
    from daft_lint.documents.suppression_edits import is_reason

    if not is_reason(reason):
        problem = "the reason must be one line of text, with no other comment in it"
        raise click.UsageError(f"{_ADD_NOQA}: {problem}")


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
    occur = "occurs" if gone == 1 else "occur"
    pruned = f", and removed {gone:,} that no longer {occur}" if gone else ""
    return f"wrote {counted(renewed.findings, 'finding')} to {shown_path(baseline)}{pruned}"


def _added_comments(reason: str, run: LintRun) -> str:
    """Silence the findings, file by file; a file that can't be written fails the run."""
    comments, silenced, files = 0, 0, 0
    for path, linted in list(run.linted.items()):
        wanted = [finding for finding in linted.findings if _can_be_silenced(finding)]
        made = _annotations(path, wanted, reason, run) if wanted else ()
        gone = {id(finding) for annotation in made for finding in annotation.findings}
        if made and _written_comments(path, made, run):
            left = tuple(finding for finding in linted.findings if id(finding) not in gone)
            suppressed = linted.suppressed + len(gone)
            run.linted[path] = replace(linted, findings=left, suppressed=suppressed)
            comments, silenced, files = comments + len(made), silenced + len(gone), files + 1
    if not files:
        return "added no comments"
    added = f"added {counted(comments, 'comment')} to {counted(files, 'file')}"
    return f"{added} for {counted(silenced, 'finding')}"


def _can_be_silenced(finding: Finding) -> bool:
    from daft_lint.linting import UNREAD, UNUSED_SUPPRESSION

    return finding.code not in UNREAD | {UNUSED_SUPPRESSION}


def _annotations(
    path: str, findings: Iterable[Finding], reason: str, run: LintRun
) -> tuple[Annotation, ...]:
    from daft_lint.documents.suppression_edits import annotations_for
    from daft_lint.registry import rules_for

    settings = run.finder.for_path(run.files[path])
    rules = tuple((rule.code, rule.name) for rule in rules_for(settings))
    return annotations_for(run.documents[path], findings, rules, reason)


def _written_comments(path: str, made: Iterable[Annotation], run: LintRun) -> bool:
    """Put comments into a file; whether it can be written."""
    from daft_lint.fixing import FixError, apply

    file = run.files[path]
    edits = tuple(annotation.edit for annotation in made)
    try:
        outcome = apply(file, run.documents[path], [edits], run.finder.for_path(file).root)
    except FixError as error:
        run.failures.append(Failure(path, error.message, checked=True))
        return False
    run.documents[path] = outcome.document
    return True
