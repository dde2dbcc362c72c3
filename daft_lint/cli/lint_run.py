"""Linting the files below paths, as several commands do: what was found, what failed."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, TypeVar

import click

from daft_lint import __version__
from daft_lint.cli.options import SettingsFinder, within_bounds
from daft_lint.cli.progress import Progress
from daft_lint.cli.reading import say_if_cut
from daft_lint.cli.terminal import print_text
from daft_lint.documents.discovery import find_files, is_excluded
from daft_lint.documents.document import (
    Document,
    UnreadableDocumentError,
    decode,
    kind_of,
    may_concern,
    read_document,
    shown_path,
)
from daft_lint.documents.file_status import is_folder, real_path
from daft_lint.documents.layout import FileKind
from daft_lint.documents.overlay import ProjectWith
from daft_lint.documents.project import (
    MOST_UNMARKED,
    Project,
    ProjectFolder,
    absolute_path,
    worked_out,
)
from daft_lint.records import dataclass, field, replace
from daft_lint.reporting.report import Failure, Report, RuleInfo

if TYPE_CHECKING:
    from daft_lint.caching.result_cache import ResultCache
    from daft_lint.caching.results import Results
    from daft_lint.cli.baselines import Baselines
    from daft_lint.cli.worker_pool import Reply
    from daft_lint.findings import Finding, Safety
    from daft_lint.judgement import Judgement
    from daft_lint.judging.usual_cluster import OnCluster
    from daft_lint.linting import Linted
    from daft_lint.pipelines.source_locations import Locations
    from daft_lint.plan.bound import Bound
    from daft_lint.settings import Settings

C = TypeVar("C")


@dataclass(frozen=True, slots=True)
class _Checked:
    """What checking a file gave: a result, or a failure; neither if it has no word of Daft.

    The document isn't kept where nothing was found in it.
    """

    linted: Linted | None = None
    document: Document | None = None
    failure: str | None = None


@dataclass(frozen=True, slots=True)
class _Unchecked:
    """A file of so many bytes that has something for us."""

    file: Path
    size: int


_UNRELATED = _Checked()
_WITHOUT_SETTINGS = "files that use these settings were not checked"
# Bytes of files that are parsed before a project is asked about them: they take 50 ms.
_MOST_TRIED = 1_000_000
# Bytes of a file that is checked before smaller ones. Neighbours often read the same modules.
_LARGE = 50_000


@dataclass(slots=True)
class LintRun:
    """One run over files: what was found, what failed.

    `linted` tells of the files with a finding, reported or silenced, by the path that people are
    shown, `documents` are their texts and `files` where they are. `judgements` and how many
    findings are `hidden` are kept by path too. `whole` are all files that were checked and have to
    do with Daft, `unrelated` those that have not. `fixed` counts the findings that were fixed,
    `tried` has the safeties of the fixes that were made for it. With `hides_known`, findings that
    the baseline of a file knows are set apart. `among` says
    which of the files that are found are checked; None: all. `given` are bytes that stand for what
    a file holds, whatever that is. `kept` are results of earlier runs, if those are asked for; up
    to `jobs` processes check files, as many as are worth it when it is None. `informed` is called
    with the files that are going to be linted, and may add to what `finder` knows. `named` are the
    paths that were asked for. `told` are the patterns of sources in settings that some source fits.
    """

    finder: SettingsFinder
    verbose: bool
    failures: list[Failure] = field(default_factory=list)
    linted: dict[str, Linted] = field(default_factory=dict)
    documents: dict[str, Document] = field(default_factory=dict)
    files: dict[str, Path] = field(default_factory=dict)
    projects: dict[Path, ProjectFolder] = field(default_factory=dict)
    checked: int = 0
    fixed: int = 0
    tried: frozenset[Safety] = frozenset()
    whole: dict[str, Path] = field(default_factory=dict)
    judgements: dict[str, tuple[Judgement, ...]] = field(default_factory=dict)
    hidden: dict[str, int] = field(default_factory=dict)
    on_cluster: dict[str, OnCluster] = field(default_factory=dict)
    unrelated: list[Path] = field(default_factory=list)
    hides_known: bool = False
    among: Callable[[Sequence[Path]], Sequence[Path]] | None = None
    given: dict[Path, bytes] = field(default_factory=dict)
    kept: ResultCache | None = None
    jobs: int | None = 1
    unfinished: list[Bound] = field(default_factory=list)
    informed: Callable[[Sequence[Path]], None] | None = None
    named: tuple[Path, ...] = ()
    told: set[str] = field(default_factory=set)
    number_of_files: int = 0
    _baselines: Baselines | None = None
    _shown: dict[str, Document | None] = field(default_factory=dict)
    _left_to_try: int = _MOST_TRIED

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Everything found, in the order it is reported in."""
        found = (finding for linted in self.linted.values() for finding in linted.findings)
        return tuple(sorted(found, key=lambda finding: finding.sort_key))

    @property
    def suppressed(self) -> int:
        """How many findings comments silenced."""
        return sum(linted.suppressed for linted in self.linted.values())

    @property
    def fails(self) -> bool:
        """Whether something was found that the settings of its file want a check to fail on."""
        from daft_lint.cli.findings_output import fails

        def of_file(path: str) -> bool:
            linted = self.linted.get(path)
            findings = linted.findings if linted is not None else ()
            level = self.finder.for_path(Path(path)).fail_on
            return fails(level, findings, self.judgements.get(path, ()))

        return any(map(of_file, {*self.linted, *self.judgements}))

    def check(self, paths: Iterable[Path], progress: Progress) -> None:
        """Lint the files below the paths."""
        self.named = tuple(paths)
        files = self._files(self.named)
        if self.informed is not None:
            self.informed(files)
        self.number_of_files = len(files)
        progress.expect(len(files))
        checked: dict[Path, _Checked] = {}
        left: list[_Unchecked] = []
        for file in files:
            progress.show(file)
            result = self._guarded(file, self._glanced_at)
            if isinstance(result, _Unchecked):
                left.append(result)
                checked[file] = _UNRELATED
            else:
                progress.count()
                checked[file] = result
        checked.update(self._linted_among(left, progress))
        for file, done in zip(files, self._with_broken(files, [*checked.values()]), strict=True):
            self._take(file, done)
        for project in self.projects.values():
            say_if_cut(project)
        if self.kept is not None:
            self.kept.save()

    def check_text(self, file: Path, data: bytes) -> None:
        """Lint bytes as if they were what a file holds; there need not be one."""
        self.given[file] = data
        settings = self.finder.for_path(file)
        if not settings.force_exclude or not is_excluded(
            file, exclude=settings.exclude, root=settings.root
        ):
            if self.informed is not None:
                self.informed([file])
            checked = [self._guarded(file, self._read_and_linted)]
            self._take(file, *self._with_broken([file], checked))

    def _files(self, paths: Iterable[Path]) -> list[Path]:
        """The files below the paths, each once, as the settings nearest to each path say."""
        groups: dict[int, tuple[Settings, list[Path]]] = {}
        for path, settings in self.finder.usable_or_raise(paths):
            groups.setdefault(id(settings), (settings, []))[1].append(path)
        found: dict[Path, None] = {}
        for settings, group in groups.values():
            discovery = find_files(
                group,
                include=settings.include,
                exclude=settings.exclude,
                root=settings.root,
                force_exclude=settings.force_exclude,
                nested=self.finder.nested(),
            )
            self.failures += [
                Failure(problem.path, problem.message) for problem in discovery.problems
            ]
            files = within_bounds(discovery.files)
            files = files if self.among is None else self.among(files)
            found.update(dict.fromkeys(files))
        if self.finder.patterns:
            found = dict.fromkeys(file for file, _ in self.finder.usable(found))
        for broken_settings in self.finder.broken.values():
            file = "settings" if broken_settings.file is None else shown_path(broken_settings.file)
            self.failures.append(Failure(file, f"{broken_settings.problem}; {_WITHOUT_SETTINGS}"))
        return list(found) if len(groups) == 1 else sorted(found)

    def _linted_among(
        self, left: Sequence[_Unchecked], progress: Progress
    ) -> Iterator[tuple[Path, _Checked]]:
        """What linting those files gives, large ones first, so that none is left at the end."""
        from daft_lint.cli.speed import rare_collection
        from daft_lint.cli.worker_pool import replies, workers_for

        by_size = sorted(left, key=lambda each: -max(each.size, _LARGE))
        waiting = deque(each.file for each in by_size)
        jobs, began, done = self.jobs, perf_counter(), 0
        with rare_collection():
            while waiting:
                workers = workers_for(jobs, done, len(waiting), perf_counter() - began)
                if workers > 1:
                    answered = set()
                    for file, reply in replies(self.reply_for, tuple(waiting), workers):
                        progress.show(file)
                        yield file, self._guarded(file, partial(self._accept, reply=reply))
                        progress.count()
                        answered.add(file)
                    # Where a worker died, this process does the rest.
                    waiting = deque(file for file in waiting if file not in answered)
                    jobs = 1
                else:
                    file = waiting.popleft()
                    progress.show(file)
                    yield file, self._guarded(file, self._read_and_linted)
                    progress.count()
                    done += 1

    def _with_broken(
        self, files: Sequence[Path], checked: Sequence[_Checked]
    ) -> Iterator[_Checked]:
        """What checks of files gave, with what is broken of programs that have to do with Daft."""
        is_apart = self._is_apart_from_daft(files, checked)
        for file, done in zip(files, checked, strict=True):
            is_sought = not is_apart or self._is_named_notebook(file)
            is_unlinted = done is _UNRELATED and is_sought
            yield self._guarded(file, self._linted_if_broken) if is_unlinted else done

    def _is_named_notebook(self, file: Path) -> bool:
        """Whether a file is named on the command line, and a notebook by its name."""
        if kind_of(str(file)) is not FileKind.NOTEBOOK:
            return False
        real = os.path.realpath(file)
        return file in self.given or any(os.path.realpath(path) == real for path in self.named)

    def _is_apart_from_daft(self, files: Sequence[Path], checked: Sequence[_Checked]) -> bool:
        """Whether all of the projects of some files were looked through, and nothing is of Daft."""
        if self.among is not None or any(done is not _UNRELATED for done in checked):
            return False
        # Many files share few folders, and settings go by folders.
        around = {file.parent for file in files}
        roots = {real_path(self.finder.for_path(folder).root) for folder in around}
        folders = [real_path(path) for path in self.named]
        return all(any(root.is_relative_to(folder) for folder in folders) for root in roots)

    def _glanced_at(self, file: Path) -> _Checked | _Unchecked:
        """What is known of a file without linting it."""
        data = self._bytes(file)
        if not self._concerns(file, data):
            return _UNRELATED
        linted = self._known(file, data)
        if linted is None:
            return _Unchecked(file, len(data))
        return self._judged(file, data, linted)

    def _concerns(self, file: Path, data: bytes) -> bool:
        """Whether a file may hold anything for us, or get frames from one that does."""
        return may_concern(data, lambda: self._may_meet_daft(file))

    def _may_meet_daft(self, file: Path) -> bool:
        return self._project(self.finder.for_path(file)).may_meet_daft(shown_path(file))

    def _read_and_linted(self, file: Path) -> _Checked:
        started = perf_counter()
        data = self._bytes(file)
        if not self._concerns(file, data):
            return _UNRELATED
        document = decode(data, shown_path(file))
        linted = self._fresh(file, data, document)
        self._note(file, perf_counter() - started)
        return _Checked(linted, document)

    def _linted_if_broken(self, file: Path) -> _Checked:
        """What is found in a file that only others tell of Daft, if it can't be read for them.

        To know these others is to read the project: until then, a few files are tried first.
        """
        from daft_lint.syntax.broken import cant_be_read

        is_named = self._is_named_notebook(file)
        is_known = self._left_to_try < 0 or self.folder(self.finder.for_path(file)).is_surveyed
        if is_known and not (is_named or self._may_meet_daft(file)):
            return _UNRELATED
        data, path = self._bytes(file), shown_path(file)
        if is_named:
            # It may name Daft where it isn't even a notebook.
            decode(data, path)
        self._left_to_try -= len(data)
        if not (cant_be_read(data, path) and self._may_meet_daft(file)):
            return _UNRELATED
        linted = self._known(file, data)
        if linted is not None:
            return self._judged(file, data, linted)
        document = decode(data, path)
        return _Checked(self._fresh(file, data, document), document)

    def _known(self, file: Path, data: bytes) -> Linted | None:
        """What an earlier run found in a file with these bytes, if that holds still."""
        if self.kept is None or file in self.given:
            return None
        return self._results(file).holding(file, data)

    def _fresh(self, file: Path, data: bytes, document: Document) -> Linted:
        """What linting a file gives, without what its baseline knows; the cache may keep it."""
        if self.kept is None or file in self.given:
            return self.found_in(file, document)
        from daft_lint.caching.results import Fresh

        settings, linted = self.finder.for_path(file), None
        project = self.folder(settings)
        try:
            linted = self._found(document, settings, project)
        finally:
            self._results(file).keep(file, Fresh.of(data, linted, project))
        return self._without_known(file, document, linted)

    def reply_for(self, file: Path) -> Reply:
        """What a process that takes part in another's run tells it of a file.

        Where anything is out of the ordinary, the other one sees for itself.
        """
        from daft_lint.caching.results import Fresh
        from daft_lint.cli.worker_pool import Reply

        started = perf_counter()
        settings = self.finder.for_path(file)
        data, linted = b"", None
        with suppress(Exception):
            data = self._bytes(file)
            if self._concerns(file, data):
                document = decode(data, shown_path(file))
                linted = self._found(document, settings, self.folder(settings))
        fresh = Fresh.of(data, linted, self.folder(settings))
        return Reply(fresh, perf_counter() - started)

    def _accept(self, file: Path, reply: Reply) -> _Checked:
        """What another process found in a file, if it is still the file that it read."""
        from daft_lint.caching.results import read_result

        if self.kept is not None:
            self._results(file).keep(file, reply.fresh)
        data = self._bytes(file)
        linted = read_result(reply.fresh.result) if reply.fresh.is_of(data) else None
        if linted is None:
            return self._read_and_linted(file)
        self._note(file, reply.seconds)
        return self._judged(file, data, linted)

    def _results(self, file: Path) -> Results:
        """The results that the cache has of the project of a file."""
        assert self.kept is not None
        settings = self.finder.for_path(file)
        return self.kept.of(settings, self.folder(settings))

    def _judged(self, file: Path, data: bytes, linted: Linted) -> _Checked:
        """A result of a file that holds those bytes, without what its baseline knows."""
        if not (linted.findings or linted.suppressed):
            return _Checked(linted)
        document = decode(data, shown_path(file))
        return _Checked(self._without_known(file, document, linted), document)

    def _guarded(self, file: Path, check: Callable[[Path], C]) -> C | _Checked:
        """What a check of a file gives, or how it failed."""
        try:
            return check(file)
        except UnreadableDocumentError as error:
            return _Checked(failure=error.message)
        except OSError as error:
            return _Checked(failure=f"can't be read: {error.strerror}")
        except click.ClickException:
            raise
        except Exception as error:
            return _Checked(failure=self._internal_error(error))

    def _take(self, file: Path, checked: _Checked) -> None:
        """Report what checking a file gave."""
        linted, document = checked.linted, checked.document
        if checked.failure is not None:
            self.failures.append(Failure(shown_path(file), checked.failure))
            return
        self.checked += 1
        if linted is None:
            self.unrelated.append(file)
            return
        path = shown_path(file)
        if linted.bound is not None:
            self.unfinished.append(linted.bound)
        for name in linted.unread:
            message = f"`{name}` could not be read: the pipeline starts there"
            self.failures.append(Failure(path, message))
        for failure in linted.failures:
            self._trace(failure.error)
        if linted.findings or linted.suppressed or linted.failures or linted.known:
            self.files[path] = file
            self.keep(document or read_document(file, path), linted)
        else:
            self._keep_judged(path, linted)
        self.whole[path] = file

    def _note(self, file: Path, seconds: float) -> None:
        """With -v, print how long a file took that wasn't in the cache."""
        if self.verbose:
            print_text(f"{shown_path(file)}: {seconds:.3f} s", err=True)

    def _bytes(self, file: Path) -> bytes:
        given = self.given.get(file)
        if given is not None:
            return given
        return self.folder(self.finder.for_path(file)).read(Path(absolute_path(file)))

    def keep(self, document: Document, linted: Linted) -> None:
        """Report this of a file, whatever was found in it before."""
        self.linted[document.path] = linted
        self.documents[document.path] = document
        self._keep_judged(document.path, linted)

    def _keep_judged(self, path: str, linted: Linted) -> None:
        self.judgements[path] = linted.judgements
        self.hidden[path] = linted.hidden
        self.told.update(linted.told)
        if linted.on_cluster is not None:
            self.on_cluster[path] = linted.on_cluster

    def found_in(
        self, file: Path, document: Document, changed: Mapping[str, Document] | None = None
    ) -> Linted:
        """What linting a text of a file gives, where other files hold the `changed` texts."""
        settings = self.finder.for_path(file)
        if file in self.given:
            changed = {**(changed or {}), document.path: document}
        linted = self._found(document, settings, self._project(settings, changed))
        return self._without_known(file, document, linted)

    def _without_known(self, file: Path, document: Document, linted: Linted) -> Linted:
        """The same, with what the baseline of the file knows set apart if that is asked for."""
        baseline = self.finder.for_path(file).baseline
        if not self.hides_known or baseline is None:
            return linted
        return self.baselines().set_apart(linted, document, baseline)

    def locations_in(self, file: Path) -> Locations:
        """Where the sources of the pipelines of a file are; none where it can't be linted."""
        from daft_lint.linting import locations_in
        from daft_lint.pipelines.source_locations import Locations

        try:
            data = self._bytes(file)
            if not self._concerns(file, data):
                return Locations()
            settings = self.finder.for_path(file)
            document = decode(data, shown_path(file))
            changed = {document.path: document} if file in self.given else None
            return locations_in(document, settings, self._project(settings, changed))
        except click.ClickException:
            raise
        except Exception:
            # Linting it tells what is wrong.
            return Locations()

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

        given, path = self.given.get(file), shown_path(file)
        if given is None:
            document = read_document(file, path)
        else:
            document = self.documents.get(path) or decode(given, path)
        settings = replace(
            self.finder.for_path(file),
            min_confidence=min(Confidence),
            min_severity=min(Severity),
        )
        project = self._project(settings, None if given is None else {path: document})
        return document, self._found(document, settings, project).findings

    def _found(self, document: Document, settings: Settings, project: Project) -> Linted:
        from daft_lint.linting import lint
        from daft_lint.registry import RulesError

        try:
            return lint(document, settings, project, on_cluster=True)
        except RulesError as error:
            raise click.UsageError(str(error)) from None

    def _project(
        self, settings: Settings, changed: Mapping[str, Document] | None = None
    ) -> Project:
        """The files around those that are checked, read only when a rule asks for them."""
        project = self.folder(settings)
        return ProjectWith(project, changed) if changed else project

    def folder(self, settings: Settings) -> ProjectFolder:
        """The files around those that are checked, as they are on disk, each read once."""
        if settings.root not in self.projects:
            self.projects[settings.root] = ProjectFolder(
                settings.root,
                settings.exclude,
                settings.include,
                self._named_in(settings),
                self.finder.nested(lenient=True),
                answers=worked_out if self.kept is None else self.kept.texts.answer,
                is_whole=self.number_of_files > MOST_UNMARKED,
            )
        return self.projects[settings.root]

    def _named_in(self, settings: Settings) -> tuple[Path, ...]:
        """What was asked for of a project that looking through its folder may not find.

        Such a file may use what another one defines as well as any other.
        """
        found: list[Path] = []
        nested = self.finder.nested(lenient=True)
        for path in self.named:
            excluded = is_excluded(
                path, exclude=settings.exclude, root=settings.root, nested=nested
            )
            if real_path(path).is_relative_to(real_path(settings.root)) and (
                not settings.force_exclude if excluded else not is_folder(path)
            ):
                found.append(path)
        return tuple(found)

    def _internal_error(self, error: Exception) -> str:
        self._trace(error)
        return (
            f"internal error: {type(error).__name__}: {error}; "
            "please report it, with the file if you can"
        )

    def _trace(self, error: BaseException) -> None:
        if self.verbose:
            import traceback

            print_text("".join(traceback.format_exception(error)), err=True)

    def report(self) -> Report:
        """The outcome, for a format to render."""
        failed = {path: linted for path, linted in self.linted.items() if linted.failures}
        of_rules = (
            Failure(path, failure.message) for path in failed for failure in failed[path].failures
        )
        return Report(
            findings=self.findings,
            failures=(*self.failures, *of_rules),
            files_checked=self.checked - len(failed),
            suppressed=self.suppressed,
            version=__version__,
            rules=self._rules,
            source_line=self._source_line,
            fixed=self.fixed,
            tried=self.tried,
            known=sum(len(linted.known) for linted in self.linted.values()),
            unfinished=tuple(sorted({*self.unfinished})),
            judgements=tuple(
                judgement for path in sorted(self.judgements) for judgement in self.judgements[path]
            ),
            hidden=sum(self.hidden.values()),
            unrelated=len(self.unrelated),
            on_cluster=self._on_cluster(),
            named=tuple(map(str, self.named)),
        )

    def _on_cluster(self) -> OnCluster | None:
        """What a Ray cluster changes of all files."""
        if not self.on_cluster:
            return None
        from daft_lint.judging.usual_cluster import OnCluster

        return sum(self.on_cluster.values(), OnCluster())

    def _source_line(self, path: str, line: int) -> str | None:
        document = self.documents.get(path) or self._elsewhere(path)
        return document.written_line(line) if document is not None else None

    def _elsewhere(self, path: str) -> Document | None:
        """A file that a finding in another one leads to."""
        if path not in self._shown:
            try:
                self._shown[path] = read_document(Path(path), path)
            except UnreadableDocumentError:
                self._shown[path] = None
        return self._shown[path]

    def _rules(self) -> tuple[RuleInfo, ...]:
        from daft_lint.reporting.phrases import page_of

        return tuple(
            RuleInfo(rule.code, rule.name, rule.summary, page_of(rule.code, rule.name))
            for rule in self.finder.rules()
        )
