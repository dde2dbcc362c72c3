"""The sources of a program that another one can look at beforehand with the same result."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase
from itertools import chain
from typing import TYPE_CHECKING

from daft_lint.modules.import_graph import leading_to, with_imported
from daft_lint.plan.addresses import is_remote
from daft_lint.plan.pipeline import Location, Pipeline
from daft_lint.records import dataclass

if TYPE_CHECKING:
    from daft_lint.documents.document import Document
    from daft_lint.documents.project import Project
    from daft_lint.pipelines.program import Program

# What makes Daft go to other stores.
_OTHER_STORES = "default_io_config"


@dataclass(frozen=True, slots=True)
class Locations:
    """Where sources are: those that others see as the programs will, and those that they don't."""

    askable: frozenset[Location] = frozenset()
    private: frozenset[Location] = frozenset()

    def __or__(self, other: Locations) -> Locations:
        """Both; what is private to any program isn't askable."""
        private = self.private | other.private
        return Locations((self.askable | other.askable) - private, private)


def locations_of(document: Document, programs: Iterable[Program], project: Project) -> Locations:
    """Where the sources are of the programs that a document is part of.

    Private are those that a program writes to itself, and those that Daft finds in other stores
    because a program tells it to.
    """
    around = chain([document], leading_to(document, project))
    texts = [each_document.text for each_document in with_imported(around, project)]
    other_stores = any(_OTHER_STORES in text for text in texts)
    found = Locations()
    for program in programs:
        sources = (source for pipeline in program.pipelines for source in pipeline.plan.sources)
        every = frozenset(source.location for source in sources if source.location is not None)
        private = written(program.pipelines)
        if other_stores:
            private |= {location for location in every if any(map(is_remote, location.paths))}
        found |= Locations(every - private, private)
    return found


def written(pipelines: Sequence[Pipeline]) -> frozenset[Location]:
    """Where the sources of a program are that it writes to itself, as far as that is in sight."""
    targets = {
        pipeline.action.target
        for pipeline in pipelines
        if pipeline.action and pipeline.action.target
    }
    sources = [source for pipeline in pipelines for source in pipeline.plan.sources]
    return frozenset(
        source.location
        for source in sources
        if source.location is not None and _is_among(source.location.paths, targets)
    )


def _is_among(paths: Iterable[str], targets: Iterable[str]) -> bool:
    return any(_meet(_parts(path), _parts(target)) for path in paths for target in targets)


def _meet(path: Sequence[str], target: Sequence[str]) -> bool:
    """Whether a path or glob can lead to a target, or to anything in it."""
    for mine, other in zip(path, target, strict=False):
        if mine == "**":
            return True
        # A `*` of a target stands for what isn't known.
        if not (fnmatchcase(other, mine) or fnmatchcase(mine, other)):
            return False
    return len(path) >= len(target) or "**" in path


def _parts(path: str) -> list[str]:
    return path.removeprefix("./").rstrip("/").split("/")
