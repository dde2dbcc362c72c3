"""The same questions as `reading.roots` answers, for whoever chose to read backwards.

Until that is the only reading, the UDFs that a file defines come from the other one.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from daft_lint.documents.document import imports_daft
from daft_lint.pipelines.program import Program, programs_of
from daft_lint.pipelines.program import programs_around as _around
from daft_lint.reading import roots
from daft_lint.reading.reader import Reading
from daft_lint.syntax.validation import check

if TYPE_CHECKING:
    from daft_lint.documents.document import Document
    from daft_lint.documents.hints import Hint
    from daft_lint.documents.project import Project
    from daft_lint.plan.pipeline import Pipeline
    from daft_lint.plan.wrapper import UdfWrapper

__all__ = ["is_chosen", "programs_around", "read_own", "unseen_around"]

_VARIABLE = "DAFT_LINT_READING"


def is_chosen() -> bool:
    """Whether the environment asks for the reading that goes backwards."""
    return os.environ.get(_VARIABLE) == "backwards"


def read_own(
    document: Document,
    hints: Sequence[Hint],
    project: Project,
    wrappers: tuple[UdfWrapper, ...] = (),
) -> Reading:
    """What a file does as a program of its own.

    Raises:
        SourceSyntaxError: when it is no Python program.
    """
    if not (wrappers or imports_daft(document.text) or project.leads_to_daft(document.path)):
        check(document.text)
        return Reading(())
    programs_of(project, wrappers).infer.modules.of(document).check()
    return Reading(
        (), _defined=lambda: roots.read_own(document, hints, project, wrappers).definitions
    )


def programs_around(
    document: Document,
    own: Reading,
    project: Project,
    wrappers: tuple[UdfWrapper, ...] = (),
) -> tuple[Program, ...]:
    """The program of a file, which was read as `own`, and then those that pass the file too."""
    return _around(document, project, wrappers)


def unseen_around(
    document: Document,
    own: Reading,
    programs: Sequence[Program],
    project: Project,
    wrappers: tuple[UdfWrapper, ...] = (),
) -> tuple[Pipeline, ...]:
    """The steps that unknown frames pass: not reported yet."""
    return ()
