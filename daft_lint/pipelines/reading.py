"""What a file is part of: its own program, the programs of others that pass it, its UDFs."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from daft_lint.documents.document import Document, imports_daft
from daft_lint.documents.project import NO_PROJECT, FileAlone
from daft_lint.pipelines.definitions import definitions_in
from daft_lint.pipelines.program import Program, programs_of
from daft_lint.pipelines.program import programs_around as _around
from daft_lint.pipelines.unseen import unseen_in
from daft_lint.syntax.deep_stack import with_deep_stack
from daft_lint.syntax.validation import check

if TYPE_CHECKING:
    from daft_lint.documents.hints import Hint
    from daft_lint.documents.layout import Layout
    from daft_lint.documents.project import Project
    from daft_lint.plan.pipeline import Pipeline
    from daft_lint.plan.wrapper import UdfWrapper
    from daft_lint.udf_code.definitions import UdfDefinition

__all__ = ["Reading", "is_chosen", "programs_around", "read", "read_own", "unseen_around"]

_VARIABLE = "DAFT_LINT_READING"


def is_chosen() -> bool:
    """Whether the environment asks for the reading that goes backwards."""
    return os.environ.get(_VARIABLE) == "backwards"


@dataclass(frozen=True, slots=True)
class Reading:
    """What a file does as a program of its own.

    `definitions` are the UDFs that it defines; their code is looked at when that is asked for.
    """

    pipelines: tuple[Pipeline, ...] = ()
    complete: bool = True
    _defined: Callable[[], tuple[UdfDefinition, ...]] = field(default=tuple, repr=False)

    @property
    def definitions(self) -> tuple[UdfDefinition, ...]:
        """The UDFs that it defines, for whoever looks at their code."""
        return self._defined()

    def without_definitions(self) -> Reading:
        """The same without what holds on to trees."""
        return Reading(self.pipelines, self.complete)


def read(
    text: str,
    path: str,
    project: Project = NO_PROJECT,
    wrappers: tuple[UdfWrapper, ...] = (),
    layout: Layout | None = None,
) -> Reading:
    """Read the pipelines that a program builds, without running any of it.

    Modules of the project are followed as they are imported. `wrappers` make UDFs. `layout` tells
    of the pieces that the text is made of.

    Raises:
        SourceSyntaxError: when the text is no Python program.
    """
    document = Document(path, text, layout)
    asked = FileAlone() if project is NO_PROJECT else project
    reading = read_own(document, (), asked, wrappers)
    own = with_deep_stack(lambda: programs_of(asked, wrappers).of(document))
    return Reading(own.pipelines, reading.complete, reading._defined)


def read_own(
    document: Document,
    hints: Sequence[Hint],
    project: Project,
    wrappers: tuple[UdfWrapper, ...] = (),
) -> Reading:
    """What a file defines, and whether it can be read.

    Raises:
        SourceSyntaxError: when it is no Python program.
    """
    if not (wrappers or imports_daft(document.text) or project.leads_to_daft(document.path)):
        check(document.text)
        return Reading()
    infer = programs_of(project, wrappers).infer
    module = infer.modules.of(document)
    module.check()
    return Reading(_defined=partial(definitions_in, infer, module))


def programs_around(
    document: Document,
    own: Reading,
    project: Project,
    wrappers: tuple[UdfWrapper, ...] = (),
) -> tuple[Program, ...]:
    """The program of a file, and then those that pass the file too."""
    return _around(document, project, wrappers)


def unseen_around(
    document: Document,
    own: Reading,
    programs: Sequence[Program],
    project: Project,
    wrappers: tuple[UdfWrapper, ...] = (),
) -> tuple[Pipeline, ...]:
    """The steps in a file that frames pass of which nothing is known."""
    infer = programs_of(project, wrappers).infer
    pipelines = [pipeline for program in programs for pipeline in program.pipelines]
    module = infer.modules.of(document)
    return with_deep_stack(lambda: tuple(unseen_in(infer, module, pipelines)))
