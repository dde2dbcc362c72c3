"""What a rule about files judges: a file that imports Daft."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from daft_lint.documents.project import NO_PROJECT
from daft_lint.records import dataclass

if TYPE_CHECKING:
    from daft_lint.documents.document import Document
    from daft_lint.documents.project import Project
    from daft_lint.infer.tree_values import TreeValues
    from daft_lint.plan.span import Span
    from daft_lint.plan.wrapper import UdfWrapper


@dataclass(frozen=True)
class Module:
    """A file that imports Daft, to judge its code whatever pipelines it builds.

    `values` tell what its expressions stand for. `daft_version` and `wrappers` of UDFs are those
    that the settings name; without `knows_daft`, neither they nor the project say which Daft runs.
    """

    document: Document
    project: Project = NO_PROJECT
    daft_version: tuple[int, ...] = (0, 7)
    knows_daft: bool = True
    wrappers: tuple[UdfWrapper, ...] = ()

    @cached_property
    def values(self) -> TreeValues:
        """What its expressions stand for, found out when it is asked.

        Raises:
            SourceSyntaxError: when it is no program. A rule that lets it pass finds nothing.
        """
        from daft_lint.infer.tree_values import TreeValues
        from daft_lint.pipelines.program import programs_of

        infer = programs_of(self.project, self.wrappers).infer
        return TreeValues(infer, infer.modules.of(self.document))

    @cached_property
    def udf_calls(self) -> frozenset[Span]:
        """Where pipelines call UDFs in it; empty for what is no program."""
        from daft_lint.modules.prefilter import Sought, judged_in
        from daft_lint.pipelines.reading import read_around
        from daft_lint.syntax.source import SourceSyntaxError

        # Functions that settings name are called anything.
        sought = Sought.ANYTHING if self.wrappers else judged_in(self.document, self.project)
        if not sought.may_be_in(self.document, self.project):
            return frozenset()
        try:
            reading = read_around(self.document, self.project, self.wrappers, sought)
        except SourceSyntaxError:
            return frozenset()
        pipelines = (each for program in reading.programs for each in program.pipelines)
        steps = (step for each in (*pipelines, *reading.unseen) for step in each.plan.steps)
        calls = (call.span for step in steps for call in (*step.calls, *step.shuffle_calls))
        return frozenset(span for span in calls if span.path == self.document.path)
