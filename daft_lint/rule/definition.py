"""What a rule about definitions judges: a UDF, with the places that use it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daft_lint.documents.project import NO_PROJECT, is_test_file
from daft_lint.records import dataclass

if TYPE_CHECKING:
    from daft_lint.documents.project import Project
    from daft_lint.plan.pipeline import UdfCall
    from daft_lint.rule.case import Case
    from daft_lint.udf_code.definitions import UdfDefinition


@dataclass(frozen=True, slots=True)
class Use:
    """A place where a pipeline uses a UDF."""

    case: Case
    call: UdfCall


@dataclass(frozen=True, slots=True)
class Definition:
    """A UDF as a file defines it, to judge whatever pipelines it serves.

    `uses` are those in sight, `project` gives the other files of the project. `daft_version` is the
    one that the settings name: `(0, 7)`.
    """

    udf: UdfDefinition
    uses: tuple[Use, ...] = ()
    project: Project = NO_PROJECT
    daft_version: tuple[int, ...] = (0, 7)

    @property
    def is_test(self) -> bool:
        """Whether it stands in a test: what it does is right or wrong, not fast or slow."""
        return is_test_file(self.udf.span.path)
