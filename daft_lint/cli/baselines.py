"""Baselines on disk: a run's known findings, and their updates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from daft_lint.baselines.baseline import Baseline, BaselineError, Known, renewed, written
from daft_lint.baselines.files import naming, path_from, read_baseline_file
from daft_lint.documents.atomic_writes import destination, replace_file
from daft_lint.documents.document import Document, shown_path
from daft_lint.documents.file_status import is_missing
from daft_lint.linting import UNREAD, Linted
from daft_lint.records import dataclass
from daft_lint.registry import rules_for

if TYPE_CHECKING:
    from daft_lint.cli.lint_run import LintRun
    from daft_lint.findings import Finding


@dataclass(frozen=True, slots=True)
class Renewed:
    """How many findings a baseline holds now, and how many were removed as gone."""

    findings: int
    pruned: int


class Baselines:
    """The baselines that the files of a run name, each read once."""

    def __init__(self) -> None:
        self._by_path: dict[Path, dict[str, dict[Known, int]]] = {}

    def require(self, baseline: Path) -> None:
        """Read a baseline, if it wasn't read before.

        Raises:
            click.UsageError: when it can't be read.
        """
        if baseline not in self._by_path:
            by_path: dict[str, dict[Known, int]] = {}
            for known, count in _read(baseline).items():
                by_path.setdefault(known.path, {})[known] = count
            self._by_path[baseline] = by_path

    def set_apart(self, linted: Linted, document: Document, baseline: Path) -> Linted:
        """The same, with known findings set apart; a syntax error is never known.

        Raises:
            click.UsageError: when the baseline can't be read.
        """
        self.require(baseline)
        entries = self._by_path[baseline].get(path_from(baseline, document.path))
        return linted.without_known(entries, naming(baseline, document)) if entries else linted


def renew(baseline: Path, run: LintRun) -> Renewed:
    """Write a baseline of a run's findings, and of known ones that it didn't look for.

    Raises:
        click.UsageError: when something else is there, or the file can't be written.
    """
    older = {} if is_missing(baseline) else _read(baseline)
    found = _counted(
        baseline, ((run.documents[path], run.linted[path].findings) for path in run.linted)
    )
    folder = baseline.resolve().parent
    checked = {path_from(baseline, shown_path(file)): file for file in run.checked_files}
    kept = {
        known
        for known in older
        if not (known.path in checked and _is_sought(known, checked[known.path], run))
        and not is_missing(folder / known.path)
    }
    doubtful = {known.path for known in older if known not in kept and older[known] > found[known]}
    everything = _counted(
        baseline,
        (run.everything_in(checked[path]) for path in doubtful if path in checked),
    )
    entries = renewed(older, found, everything - found, kept)
    try:
        replace_file(destination(baseline), written(entries).encode("utf-8", "replace"))
    except OSError as error:
        raise click.UsageError(f"can't write {shown_path(baseline)}: {error.strerror}") from None
    pruned = sum(max(0, number - entries.get(known, 0)) for known, number in older.items())
    return Renewed(sum(entries.values()), pruned)


def _is_sought(known: Known, file: Path, run: LintRun) -> bool:
    """Whether the check of a file would have found it: all of the file was checked, by its rule."""
    linted = run.linted.get(shown_path(file))
    if linted is not None and (linted.failures or _is_broken(linted)):
        return False
    settings = run.finder.for_path(file)
    name = next((rule.name for rule in rules_for(settings) if rule.code == known.rule), None)
    return name is None or (
        settings.selects(known.rule, name) and not settings.ignores(file, known.rule, name)
    )


def _is_broken(linted: Linted) -> bool:
    return any(finding.code in UNREAD for finding in linted.findings)


def _counted(baseline: Path, found: Iterable[tuple[Document, Iterable[Finding]]]) -> Counter[Known]:
    counts: Counter[Known] = Counter()
    for document, findings in found:
        named = naming(baseline, document)
        counts.update(named(finding) for finding in findings if finding.code not in UNREAD)
    return counts


def _read(file: Path) -> Baseline:
    try:
        return read_baseline_file(file)
    except BaselineError as error:
        raise click.UsageError(str(error)) from None
