"""The inspection of an editor's texts: findings, and predictions for their pipelines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, partial
from pathlib import Path

from daft_lint.baselines.baseline import Baseline, BaselineError
from daft_lint.baselines.files import naming, read_baseline_file
from daft_lint.documents.discovery import is_excluded
from daft_lint.documents.document import Document, may_concern
from daft_lint.documents.overlay import ProjectWith
from daft_lint.documents.project import NO_PROJECT, Project, ProjectFolder
from daft_lint.findings import Finding
from daft_lint.linting import Linted, cases_of, lint
from daft_lint.records import dataclass, field
from daft_lint.registry import RulesError
from daft_lint.rule import Case
from daft_lint.server.buffers import Buffer, Buffers, file_of
from daft_lint.server.configuration import Configuration, Options, stamp
from daft_lint.settings import Settings, default_settings
from daft_lint.syntax.broken import is_broken
from daft_lint.syntax.source import SourceSyntaxError

_NOTHING = Linted(())


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that a person should know, in one line. `theirs`: they can mend it."""

    message: str
    theirs: bool


@dataclass(frozen=True)
class Inspection:
    """What is found in one text, at one revision of all texts.

    `skipped` marks a text that is none of daft-lint's business. With `hints`, work
    that could not be judged is marked.
    """

    buffer: Buffer
    buffers: Buffers
    settings: Settings
    project: Project = NO_PROJECT
    linted: Linted = _NOTHING
    problems: tuple[Problem, ...] = ()
    skipped: bool = False
    hints: bool = True

    @property
    def document(self) -> Document:
        """The text."""
        return self.buffer.document

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What is reported, in order."""
        return self.linted.findings

    def cell(self, uri: str) -> int | None:
        """The number of the cell that the editor calls so; None for a text that has no cells."""
        called = self.buffers.called(uri)
        return called[1] if called is not None else None

    @cached_property
    def cases(self) -> tuple[Case, ...]:
        """The pipelines of the text, each with what is predicted of it."""
        if self.skipped:
            return ()
        try:
            return cases_of(self.document, self.settings, self.project)
        except SourceSyntaxError:
            return ()


@dataclass(slots=True)
class Inspector:
    """Lints the texts of an editor. One thread at a time may use it."""

    configuration: Configuration = field(default_factory=Configuration)
    _folders: dict[Path, tuple[Settings, Project]] = field(default_factory=dict)
    _views: dict[Path, tuple[Project, int, Project]] = field(default_factory=dict)
    _baselines: dict[Path, tuple[object, Baseline]] = field(default_factory=dict)
    _known: dict[str, Inspection] = field(default_factory=dict)

    def configure(self, options: Options) -> None:
        """Use other options from now on."""
        self.configuration = Configuration(options)

    def forget_files(self) -> None:
        """Read files again: some have changed on disk."""
        self._folders.clear()
        self._views.clear()
        self._baselines.clear()
        self.configuration.forget()

    def inspect(self, uri: str, buffers: Buffers) -> Inspection | None:
        """What is found in a text, or in all of the notebook that a cell is in.

        None when the editor doesn't hold it any more.
        """
        called = buffers.called(uri)
        if called is None:
            self._known.pop(uri, None)
            return None
        buffer, _ = called
        known = self._known.get(buffer.uri)
        if known is None or known.buffers.revision != buffers.revision:
            known = self._inspected(buffer, buffers)
            self._known[buffer.uri] = known
        return known

    def _inspected(self, buffer: Buffer, buffers: Buffers) -> Inspection:
        """What is found in a text; nothing, and why, where linting itself fails."""
        settings = default_settings(buffers.folder_of(buffer.file))
        project: Project = NO_PROJECT
        problems: list[Problem] = []
        linted, skipped = _NOTHING, False
        try:
            configured = self.configuration.for_file(buffer.file, buffers)
            settings = configured.settings
            if configured.problem is not None:
                problems.append(Problem(configured.problem, theirs=True))
            project = self._project(buffer.file, settings, buffers)
            skipped = not _is_ours(buffer, settings, project)
            if not skipped:
                linted = lint(buffer.document, settings, project)
                linted = self._without_known(linted, buffer.document, settings)
        except (RulesError, BaselineError) as error:
            problems.append(Problem(str(error), theirs=True))
        except Exception as error:
            problems.append(Problem(_internal(buffer.document.path, error), theirs=False))
        path = buffer.document.path
        problems += (
            Problem(f"{path}: {failure.message}", theirs=False) for failure in linted.failures
        )
        return Inspection(
            buffer,
            buffers,
            settings,
            project,
            linted,
            tuple(problems),
            skipped,
            self.configuration.options.hints,
        )

    def _without_known(self, linted: Linted, document: Document, settings: Settings) -> Linted:
        """The same, with what the baseline of the settings knows set apart.

        Raises:
            BaselineError: when it can't be read.
        """
        file = settings.baseline
        if file is None or not linted.findings:
            return linted
        now = stamp(file)
        state, entries = self._baselines.get(file, (None, {}))
        if state is None or state != now:
            entries = read_baseline_file(file)
            self._baselines[file] = now, entries
        return linted.without_known(entries, naming(file, document))

    def found_in(
        self, document: Document, buffers: Buffers, changed: Mapping[str, Document]
    ) -> Linted:
        """What linting a text gives, where other files hold the `changed` texts.

        Raises:
            RulesError: when the rules of the settings can't be loaded.
        """
        file = file_of(buffers.uri(document.path))
        settings = self.configuration.for_file(file, buffers).settings
        project = self._project(file, settings, buffers)
        linted = lint(document, settings, ProjectWith(project, changed) if changed else project)
        try:
            return self._without_known(linted, document, settings)
        except BaselineError:
            return linted

    def _project(self, file: Path | None, settings: Settings, buffers: Buffers) -> Project:
        """The files around one, as the editor holds them."""
        if file is None:
            return NO_PROJECT
        root = settings.root
        kept = self._folders.get(root)
        if kept is None or kept[0] != settings:
            nested = self.configuration.nested()
            kept = (
                settings,
                ProjectFolder(root, settings.exclude, settings.include, nested=nested),
            )
            self._folders[root] = kept
        folder = kept[1]
        view = self._views.get(root)
        if view is None or view[:2] != (folder, buffers.revision):
            view = folder, buffers.revision, ProjectWith(folder, buffers.below(root))
            self._views[root] = view
        return view[2]


class Texts:
    """The texts of an editor as fixing asks for them."""

    def __init__(self, inspector: Inspector, buffers: Buffers) -> None:
        self._inspector = inspector
        self._buffers = buffers

    def document(self, path: str) -> Document:
        """A text as it is.

        Raises:
            UnreadableDocumentError: when it can't be read.
        """
        return self._buffers.document(path)

    def lint(self, document: Document, changed: Mapping[str, Document]) -> Sequence[Finding]:
        """What is found in a text, where other files hold the changed texts."""
        return self._inspector.found_in(document, self._buffers, changed).findings


def _is_ours(buffer: Buffer, settings: Settings, project: Project) -> bool:
    """Whether a text can hold anything for us, and a run over the project would come by it.

    Of a file elsewhere the patterns of the project say nothing: an installed package is left out.
    """
    file, path = buffer.file, buffer.document.path
    data = buffer.document.text.encode("utf-8", "replace")
    meets = partial(project.may_meet_daft, path)
    if not (may_concern(data, meets) or (is_broken(buffer.document) and meets())):
        return False
    if file is None:
        return True
    if file.is_relative_to(settings.root):
        return not is_excluded(file, exclude=settings.exclude, root=settings.root)
    return not is_excluded(file, root=Path(file.anchor))


def _internal(path: str, error: Exception) -> str:
    return f"{path}: internal error: {type(error).__name__}: {error}; please report it"
