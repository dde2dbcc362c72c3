"""Linting the files below paths, as several commands do: what was found, what failed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

import click

from daft_lint import __version__
from daft_lint.cli.options import SettingsFinder
from daft_lint.cli.progress import Progress
from daft_lint.documents.discovery import find_files
from daft_lint.documents.document import (
    Document,
    UnreadableDocumentError,
    decode,
    mentions_daft,
    read_document,
    shown_path,
)
from daft_lint.documents.overlay import ProjectWith
from daft_lint.documents.project import Project, ProjectFolder
from daft_lint.reporting.report import Failure, FixedFinding, Report, RuleInfo

if TYPE_CHECKING:
    from daft_lint.cli.baselines import Baselines
    from daft_lint.findings import Finding, Safety
    from daft_lint.linting import Linted
    from daft_lint.settings import Settings


@dataclass(slots=True)
class LintRun:
    """One run over files: what was found, what failed.

    `linted` tells of the files with a finding, reported or silenced, by the path that people are
    shown, `documents` are their texts and `files` where they are. `whole` are all files that were
    checked and have to do with Daft, `unrelated` those that have not. `fixed` are the findings that
    were fixed, `tried` the safeties of the fixes that were made for it. With `hides_known`,
    findings that the baseline of a file knows are set apart; `gone` tells of each how many it
    knows that are no more.
    """

    finder: SettingsFinder
    verbose: bool
    failures: list[Failure] = field(default_factory=list)
    linted: dict[str, Linted] = field(default_factory=dict)
    documents: dict[str, Document] = field(default_factory=dict)
    files: dict[str, Path] = field(default_factory=dict)
    projects: dict[Path, Project] = field(default_factory=dict)
    checked: int = 0
    fixed: list[FixedFinding] = field(default_factory=list)
    tried: frozenset[Safety] = frozenset()
    whole: dict[str, Path] = field(default_factory=dict)
    unrelated: list[Path] = field(default_factory=list)
    hides_known: bool = False
    gone: Mapping[Path, int] = field(default_factory=dict)
    _baselines: Baselines | None = None

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Everything found, in the order it is reported in."""
        found = (one for linted in self.linted.values() for one in linted.findings)
        return tuple(sorted(found, key=lambda one: one.sort_key))

    @property
    def suppressed(self) -> int:
        """How many findings comments silenced."""
        return sum(linted.suppressed for linted in self.linted.values())

    def check(self, paths: Iterable[Path], progress: Progress) -> None:
        """Lint the files below the paths."""
        for file in progress.over(self._files(paths)):
            self._check_file(file)

    def _files(self, paths: Iterable[Path]) -> list[Path]:
        """The files below the paths, each once, as the settings nearest to each path say."""
        groups: dict[int, tuple[Settings, list[Path]]] = {}
        for path in paths:
            settings = self.finder.for_path(path)
            groups.setdefault(id(settings), (settings, []))[1].append(path)
        found: dict[Path, None] = {}
        for settings, group in groups.values():
            discovery = find_files(
                group,
                exclude=settings.exclude,
                root=settings.root,
                force_exclude=settings.force_exclude,
            )
            self.failures += [Failure(one.path, one.message) for one in discovery.problems]
            found.update(dict.fromkeys(discovery.files))
        return list(found) if len(groups) == 1 else sorted(found)

    def _check_file(self, file: Path) -> None:
        started = perf_counter()
        try:
            with file.open("rb", buffering=0) as opened:
                data = opened.read()
            if mentions_daft(data):
                self._lint(file, decode(data, shown_path(file)))
            else:
                self.unrelated.append(file)
        except UnreadableDocumentError as error:
            self._failed(file, error.message)
        except OSError as error:
            self._failed(file, f"can't be read: {error.strerror}")
        except click.ClickException:
            raise
        except Exception as error:
            self._failed(file, self._internal_error(error))
        else:
            self.checked += 1
            if self.verbose:
                click.echo(f"{shown_path(file)}: {perf_counter() - started:.3f} s", err=True)

    def _failed(self, file: Path, message: str) -> None:
        self.failures.append(Failure(shown_path(file), message))

    def _lint(self, file: Path, document: Document) -> None:
        linted = self.found_in(file, document)
        for failure in linted.failures:
            self._trace(failure.error)
        if linted.findings or linted.suppressed or linted.failures or linted.known:
            self.files[document.path] = file
            self.keep(document, linted)
        self.whole[document.path] = file

    def keep(self, document: Document, linted: Linted) -> None:
        """Report this of a file, whatever was found in it before."""
        self.linted[document.path] = linted
        self.documents[document.path] = document

    def found_in(
        self, file: Path, document: Document, changed: Mapping[str, Document] | None = None
    ) -> Linted:
        """What linting a text of a file gives, where other files hold the `changed` texts."""
        settings = self.finder.for_path(file)
        linted = self._found(document, settings, changed)
        if not self.hides_known or settings.baseline is None:
            return linted
        return self.baselines().set_apart(linted, document, settings.baseline)

    @property
    def checked_files(self) -> tuple[Path, ...]:
        """Every file that was checked to its end."""
        return (*self.whole.values(), *self.unrelated)

    def baselines(self) -> Baselines:
        """The baselines that files name, each read once."""
        if self._baselines is None:
            from daft_lint.cli.baselines import Baselines

            self._baselines = Baselines()
        return self._baselines

    def everything_in(self, file: Path) -> tuple[Document, tuple[Finding, ...]]:
        """A file, and what is found in it however small or unsure it is."""
        from daft_lint.findings import Confidence, Severity

        document = read_document(file, shown_path(file))
        settings = replace(
            self.finder.for_path(file),
            min_confidence=min(Confidence),
            min_severity=min(Severity),
        )
        return document, self._found(document, settings).findings

    def _found(
        self,
        document: Document,
        settings: Settings,
        changed: Mapping[str, Document] | None = None,
    ) -> Linted:
        from daft_lint.linting import lint
        from daft_lint.registry import RulesError

        project = self._project(settings)
        try:
            return lint(document, settings, ProjectWith(project, changed) if changed else project)
        except RulesError as error:
            raise click.UsageError(str(error)) from None

    def _project(self, settings: Settings) -> Project:
        """The files around those that are checked, read only when a rule asks for them."""
        if settings.root not in self.projects:
            self.projects[settings.root] = ProjectFolder(settings.root, settings.exclude)
        return self.projects[settings.root]

    def _internal_error(self, error: Exception) -> str:
        self._trace(error)
        return (
            f"internal error: {type(error).__name__}: {error}; "
            "please report it, with the file if you can"
        )

    def _trace(self, error: BaseException) -> None:
        if self.verbose:
            import traceback

            click.echo("".join(traceback.format_exception(error)), err=True)

    def report(self) -> Report:
        """The outcome, for a format to render."""
        failed = {path: linted for path, linted in self.linted.items() if linted.failures}
        of_rules = (Failure(path, one.message) for path in failed for one in failed[path].failures)
        return Report(
            findings=self.findings,
            failures=(*self.failures, *of_rules),
            files_checked=self.checked - len(failed),
            suppressed=self.suppressed,
            version=__version__,
            rules=self._rules,
            source_line=self._source_line,
            fixed=tuple(self.fixed),
            tried=self.tried,
            known=sum(len(linted.known) for linted in self.linted.values()),
            gone=sum(self.gone.values()),
        )

    def _source_line(self, path: str, line: int) -> str | None:
        document = self.documents.get(path)
        return document.line(line) if document is not None else None

    def _rules(self) -> tuple[RuleInfo, ...]:
        rules = self.finder.rules()
        return tuple(RuleInfo(rule.code, rule.name, rule.summary) for rule in rules)
