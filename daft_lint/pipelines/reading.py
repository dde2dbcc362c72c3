"""What a file is part of: its own program, the programs of others that pass it, its UDFs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING

from daft_lint.documents.document import Document
from daft_lint.documents.project import NO_PROJECT, KnownFiles
from daft_lint.modules.prefilter import Sought
from daft_lint.pipelines.definitions import MOST_DEFINED, Made, definitions_in, made_in
from daft_lint.pipelines.program import programs_of
from daft_lint.pipelines.unseen import unread_sources, unseen_in
from daft_lint.plan.bound import Bound
from daft_lint.records import dataclass, field
from daft_lint.syntax.deep_stack import with_deep_stack
from daft_lint.syntax.validation import check

if TYPE_CHECKING:
    from daft_lint.documents.layout import Layout
    from daft_lint.documents.project import Project
    from daft_lint.pipelines.program import Program
    from daft_lint.plan.pipeline import Pipeline
    from daft_lint.plan.wrapper import UdfWrapper
    from daft_lint.udf_code.definitions import UdfDefinition


@dataclass(frozen=True, slots=True)
class Reading:
    """What a file is part of.

    `programs` are its own one, and then those of others that pass it. `unread` are the modules that
    its frames come from and that can't be read. `definitions` are the UDFs that the file defines,
    `unseen` the steps in it that unknown frames pass; both are found once, on demand.
    """

    programs: tuple[Program, ...] = ()
    unread: tuple[str, ...] = ()
    _made: Callable[[], Sequence[Made]] = field(default=tuple, repr=False)
    _defined: Callable[[], tuple[UdfDefinition, ...]] = field(default=tuple, repr=False)
    _unseen: Callable[[], tuple[Pipeline, ...]] = field(default=tuple, repr=False)

    @property
    def bound(self) -> Bound | None:
        """Where there is more than is followed, None where all of it was."""
        if reached := [program.bound for program in self.programs if program.bound is not None]:
            return reached[0]
        more = self._made()[MOST_DEFINED:]
        return Bound(more[0].span, f"{MOST_DEFINED} UDFs") if more else None

    @property
    def pipelines(self) -> tuple[Pipeline, ...]:
        """Those of its own program."""
        return self.programs[0].pipelines if self.programs else ()

    @property
    def definitions(self) -> tuple[UdfDefinition, ...]:
        """The UDFs that it defines, for rules about their code."""
        return self._defined()

    @property
    def unseen(self) -> tuple[Pipeline, ...]:
        """The steps in it that unknown frames pass."""
        return self._unseen()


def read(
    text: str,
    path: str,
    project: Project = NO_PROJECT,
    wrappers: tuple[UdfWrapper, ...] = (),
    layout: Layout | None = None,
) -> Reading:
    """Read a text as `read_around` reads a file. `layout` tells of the pieces that it is made of.

    Raises:
        SourceSyntaxError: when it is no Python program.
    """
    return read_around(Document(path, text, layout), project, wrappers)


def read_around(
    document: Document,
    project: Project,
    wrappers: tuple[UdfWrapper, ...] = (),
    sought: Sought = Sought.ANYTHING,
) -> Reading:
    """Read the programs that a file is part of, without running any of them.

    Modules of the project are followed as they are imported. `wrappers` make UDFs. Programs that
    hold nothing of what is `sought` are left out.

    Raises:
        SourceSyntaxError: when the file is no Python program.
    """
    if project is NO_PROJECT:
        project = KnownFiles()
    leads = document.imports_daft or project.leads_to_daft(document.path)
    if not (wrappers or leads or project.may_meet_daft(document.path)):
        check(document.text)
        return Reading()
    programs = programs_of(project, wrappers)
    infer = programs.infer
    module = infer.modules.of(document)
    module.is_linted = document.imports_daft

    def read_it() -> tuple[Program, ...]:
        around = programs.around(document, sought)
        module.check()
        return around

    around = with_deep_stack(read_it)
    pipelines = [
        program.pipelines[place]
        for program in around
        for place in program.passed.get(module.path, ())
    ]
    has_udfs = bool(wrappers) or Sought.UDFS.is_held_by(document, project)
    made = cache(partial(with_deep_stack, partial(made_in, infer, module))) if has_udfs else tuple
    return Reading(
        around,
        tuple(unread_sources(infer, module)),
        _made=made,
        _defined=cache(partial(with_deep_stack, lambda: definitions_in(infer, module, made())))
        if has_udfs
        else tuple,
        _unseen=cache(partial(with_deep_stack, lambda: tuple(unseen_in(infer, module, pipelines)))),
    )
