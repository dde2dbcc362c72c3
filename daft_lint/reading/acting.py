"""Whether importing a module does something that Daft notices, by the text of what it imports."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from daft_lint.reading.leading import with_imported

if TYPE_CHECKING:
    from daft_lint.documents.document import Document
    from daft_lint.documents.project import Project

# How far it is looked for a module that acts, through what a module imports.
_FARTHEST_IMPORT = 6
# What chooses a runner, or runs a frame in a line of its own of a module.
_ACTS = re.compile(
    r"set_runner|DAFT_RUNNER|\bray\.init"
    r"|^[\w)\]}][^\n]*\.(?:collect|count_rows|show|iter_\w+|to_\w+|write_\w+)\(",
    re.MULTILINE,
)


def acts(document: Document, project: Project) -> bool:
    """Whether importing a module may choose the runner or run a frame. It may say yes too often.

    What it defines is of no matter: that is looked up when it is used.
    """
    return project.once((acts, document), lambda asked: _may_act(document, asked))


def _may_act(document: Document, project: Project) -> bool:
    near = with_imported([document], project, _FARTHEST_IMPORT)
    return any(_acts_itself(one, project) for one in near)


def _acts_itself(document: Document, project: Project) -> bool:
    """Whether a module does, whatever it imports: many others ask the same of it."""
    key = _acts_itself, document
    return project.once(key, lambda _: _ACTS.search(document.text) is not None)
