"""Reading the pipelines below paths, as several commands do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum, auto
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from daft_lint.cli.options import SettingsFinder, within_bounds
from daft_lint.cli.terminal import print_text
from daft_lint.documents.discovery import find_files
from daft_lint.documents.document import (
    Document,
    UnreadableDocumentError,
    decode,
    may_concern,
    shown_path,
)
from daft_lint.documents.file_selection import PROJECT_FILE, REPOSITORY
from daft_lint.documents.file_status import read_whole
from daft_lint.documents.overlay import ProjectWith
from daft_lint.documents.project import MOST_UNMARKED, Project, ProjectFolder

if TYPE_CHECKING:
    from daft_lint.linting import Read
    from daft_lint.plan.bound import Bound
    from daft_lint.plan.pipeline import Pipeline
    from daft_lint.rule import Case
    from daft_lint.settings import Settings


class Purpose(Enum):
    """The purpose of reading pipelines: any, or their work."""

    ALL = auto()
    WORK = auto()


def read_cases(
    paths: Iterable[Path],
    finder: SettingsFinder,
    problems: list[str],
    unfinished: list[Bound],
    *,
    purpose: Purpose = Purpose.ALL,
    changed: Mapping[str, Document] | None = None,
) -> Iterator[tuple[Case, Settings]]:
    """The pipelines below the paths with their settings.

    What can't be read goes to `problems`, and where files take too much work to be followed
    on to `unfinished`. The texts of `changed`, by path, count for what files hold.
    """
    projects: dict[Path, Project] = {}
    folders: list[ProjectFolder] = []
    seen: set[Pipeline] = set()
    for path, settings in finder.usable_or_raise(paths):
        found = find_files(
            [path],
            include=settings.include,
            exclude=settings.exclude,
            root=settings.root,
            nested=finder.nested(),
        )
        problems += [f"{problem.path}: {problem.message}" for problem in found.problems]
        for file, nearest in finder.usable(within_bounds(found.files)):
            if nearest.root not in projects:
                folder = ProjectFolder(
                    nearest.root,
                    nearest.exclude,
                    nearest.include,
                    nested=finder.nested(lenient=True),
                    is_whole=len(found.files) > MOST_UNMARKED,
                )
                folders.append(folder)
                # It keeps results about the project for all of its files.
                projects[nearest.root] = ProjectWith(folder, changed) if changed else folder
            project = projects[nearest.root]
            given = changed.get(shown_path(file)) if changed else None
            read = _read(file, given, nearest, project, problems, purpose)
            if read.bound is not None:
                unfinished.append(read.bound)
            for case in read.cases:
                # A pipeline that passes several files counts once.
                if case.pipeline not in seen:
                    seen.add(case.pipeline)
                    yield case, nearest
    for folder in folders:
        say_if_cut(folder)
    problems += finder.broken


def say_if_cut(project: ProjectFolder) -> None:
    """Say so where not all files of a folder were looked at."""
    if project.is_cut:
        print_text(
            f"daft-lint: {project.root} has no {PROJECT_FILE} or {REPOSITORY}: only "
            f"{MOST_UNMARKED:,} of its Python files were searched for code that uses these files",
            err=True,
        )


def _read(
    file: Path,
    given: Document | None,
    settings: Settings,
    project: Project,
    problems: list[str],
    purpose: Purpose,
) -> Read:
    """What one file holds; why it can't be read goes to `problems`."""
    from daft_lint.linting import Read, read_for_rules, read_for_work
    from daft_lint.syntax.broken import cant_be_read
    from daft_lint.syntax.source import SourceSyntaxError

    path = shown_path(file)
    try:
        data = read_whole(file) if given is None else given.text.encode("utf-8", "replace")
        meets = partial(project.may_meet_daft, path)
        if not (may_concern(data, meets) or (meets() and cant_be_read(data, path))):
            return Read()
        document = given or decode(data, path)
        if document.layout is not None:
            broken = document.layout.broken(document.path)
            problems += [f"{span.exact_place}: {message}" for message, span in broken]
        if purpose is Purpose.WORK:
            return read_for_work(document, settings, project)
        return read_for_rules(document, settings, project)
    except OSError as error:
        problems.append(f"{path}: can't be read: {error.strerror}")
    except UnreadableDocumentError as error:
        problems.append(str(error))
    except SourceSyntaxError as error:
        problems.append(f"{document.path}:{error.line}:{error.column}: {error.message}")
    return Read()
