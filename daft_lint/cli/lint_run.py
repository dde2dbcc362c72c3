"""Linting the files below paths, as several commands do: what was found, what failed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
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
    shown_path,
)
from daft_lint.reporting.report import Failure, Report, RuleInfo

if TYPE_CHECKING:
    from daft_lint.findings import Finding
    from daft_lint.settings import Settings


@dataclass(slots=True)
class LintRun:
    """One run over files: what was found, what failed."""

    finder: SettingsFinder
    verbose: bool
    findings: list[Finding] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)
    documents: dict[str, Document] = field(default_factory=dict)
    checked: int = 0
    suppressed: int = 0

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
                self._lint(decode(data, shown_path(file)), self.finder.for_path(file))
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

    def _lint(self, document: Document, settings: Settings) -> None:
        from daft_lint.linting import lint

        linted = lint(document, settings)
        self.findings += linted.findings
        self.suppressed += linted.suppressed
        if linted.findings:
            self.documents[document.path] = document

    def _internal_error(self, error: Exception) -> str:
        if self.verbose:
            import traceback

            click.echo("".join(traceback.format_exception(error)), err=True)
        return (
            f"internal error: {type(error).__name__}: {error}; "
            "please report it, with the file if you can"
        )

    def report(self) -> Report:
        """The outcome, for a format to render."""
        return Report(
            findings=tuple(sorted(self.findings, key=lambda one: one.sort_key)),
            failures=tuple(self.failures),
            files_checked=self.checked,
            suppressed=self.suppressed,
            version=__version__,
            rules=_rules,
            source_line=self._source_line,
        )

    def _source_line(self, path: str, line: int) -> str | None:
        document = self.documents.get(path)
        return document.line(line) if document is not None else None


def _rules() -> tuple[RuleInfo, ...]:
    from daft_lint.registry import all_rules

    return tuple(RuleInfo(rule.code, rule.name, rule.summary) for rule in all_rules())
