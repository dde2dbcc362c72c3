"""UDF wrappers and sources in settings that no longer exist, as after they were renamed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from daft_lint.cli.lost_work import ABOUT_WORK
from daft_lint.documents.document import Document, shown_path
from daft_lint.documents.file_selection import PROJECT_FILE
from daft_lint.documents.project import absolute_path
from daft_lint.linting import UNREAD

if TYPE_CHECKING:
    from daft_lint.cli.lint_run import LintRun
    from daft_lint.documents.project import Project

# With these a module may have names that aren't in its text.
_UNNAMED = re.compile(
    r"import\s*\(?\s*\*|__getattr__|__dict__|sys\.modules|\b(?:globals|vars|exec|setattr)\b"
)
# Options of a single run.
_LEAVING_OUT = "exclude", "extend_exclude"


def lost_wrappers(run: LintRun) -> Iterator[str]:
    """A line for each of them. What a module lacks is known only if it is in sight."""
    for settings in run.finder.loaded:
        project = run.projects.get(settings.root)
        if project is None or settings.file is None:
            continue
        for wrapper in settings.udf_wrappers:
            module = _module_without(wrapper.name, settings.root, project)
            if module is not None:
                yield (
                    f"{shown_path(settings.file)}: udf-wrappers: `{wrapper.name}` has no effect: "
                    f"{module.path} doesn't define it"
                )


def lost_sources(run: LintRun) -> Iterator[str]:
    """A line for each path that no judged work is known to read, where all files were read.

    What settings extend may be about other projects too.
    """
    folders = [Path(absolute_path(path)) for path in run.named]
    left_out = run.among is not None or any(map(run.finder.overrides.get, _LEAVING_OUT))
    unread = run.failures or run.unfinished or any(each.code in UNREAD for each in run.findings)
    if left_out or unread:
        return
    for settings in run.finder.loaded:
        is_whole = any(map(settings.root.is_relative_to, folders)) and not settings.extended
        if settings.file is None or not is_whole or not settings.selects(*ABOUT_WORK):
            continue
        for fact in settings.sources:
            if fact.match not in run.told:
                yield (
                    f"{shown_path(settings.file)}: sources: `{fact.match}` has no effect: "
                    "no judged work is known to read such a path"
                )


def _module_without(name: str, root: Path, project: Project) -> Document | None:
    """The module that surely has no function of a dotted name; None where it may have one."""
    named, _, function = name.rpartition(".")
    near = str(root / PROJECT_FILE)
    module = project.module(named, near) if named else None
    if module is None or project.module(name, near) or project.is_folder(name, near):
        return None
    said = re.search(rf"\b{re.escape(function)}\b", module.text)
    return None if said or _UNNAMED.search(module.text) else module
