"""The migration of legacy UDFs: the edits of each, and how far to trust them, or why not."""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache

from daft_lint.documents.document import Document
from daft_lint.documents.project import Project
from daft_lint.findings import Edit, Safety
from daft_lint.migration.imports import Naming, import_edits, naming_of
from daft_lint.migration.legacy import Legacy, ObstacleError, legacies
from daft_lint.migration.options import options_of
from daft_lint.migration.safety import doubts
from daft_lint.migration.source import Source
from daft_lint.migration.udf_edits import Rewriting, joined
from daft_lint.migration.uses import Use, uses_of
from daft_lint.plan.span import Span
from daft_lint.records import dataclass, replace
from daft_lint.syntax.deep_stack import with_deep_stack


@dataclass(frozen=True)
class Migration:
    """What becomes of one legacy UDF.

    `edits` rewrite it and all its uses; they are none when `obstacle` says why. `doubts` say why
    they aren't safe. `uses` are the places that use it.
    """

    edits: tuple[Edit, ...] = ()
    obstacle: str | None = None
    place: Span | None = None
    doubts: tuple[str, ...] = ()
    uses: tuple[Span, ...] = ()
    is_class: bool = False
    together: int = 1

    @property
    def safety(self) -> Safety:
        """How far to trust the edits."""
        if self.obstacle is not None:
            return Safety.DISPLAY_ONLY
        return Safety.UNSAFE if self.doubts else Safety.SAFE


_Planned = tuple[Legacy, Migration, Naming | None]


def migration_of(
    document: Document, project: Project, name: Span, decorator: Span
) -> Migration | None:
    """The migration of the legacy UDF with this name and decorator; None if there is none.

    Raises:
        SourceSyntaxError: when the file nests too deeply.
    """
    found = _in_turn(document, project)
    exact = found.get((name, decorator))
    if exact is not None:
        return exact
    # Under another decorator, the function that Daft calls isn't the one that has the name.
    at = [migration for (_, place), migration in found.items() if place == decorator]
    return at[0] if len(at) == 1 else None


# A file's definitions are asked for one after another.
@lru_cache(maxsize=1)
def _in_turn(document: Document, project: Project) -> dict[tuple[Span, Span], Migration]:
    return with_deep_stack(lambda: migrations(document, project))


def migrations(document: Document, project: Project) -> dict[tuple[Span, Span], Migration]:
    """The migrations of all legacy UDFs of a file, by the spans of their names and decorators.

    Definitions that share an import of `udf` change it together, so that it goes with the last one.

    Raises:
        SourceSyntaxError: when the file is no Python program.
    """
    source = Source(document)
    groups: dict[object, list[_Planned]] = defaultdict(list)
    found = list(legacies(source))
    for legacy in found:
        is_twice = sum(other.node is legacy.node for other in found) > 1
        planned = _planned(legacy, project, is_twice=is_twice)
        naming = planned[2]
        groups[legacy if naming is None else naming.binding or legacy].append(planned)
    return {
        legacy.spans: migration
        for group in groups.values()
        for legacy, migration, _ in _finished(source, group, project)
    }


def _planned(legacy: Legacy, project: Project, *, is_twice: bool) -> _Planned:
    """One definition's own edits, those of imports left out."""
    uses: tuple[Use, ...] = ()
    made = Migration(is_class=legacy.is_class)
    try:
        if not legacy.source.is_faithful:
            raise ObstacleError("the file contains form feeds")
        if is_twice:
            raise ObstacleError(f"`{legacy.name}` is made a UDF more than once")
        options = options_of(legacy)
        uses = uses_of(legacy)
        made = replace(made, uses=tuple(legacy.source.span(use.root) for use in uses))
        why = tuple(dict.fromkeys(doubts(legacy, uses, options, project)))
        naming = naming_of(legacy)
        edits = joined(Rewriting(legacy, uses, options, naming.prefix).edits())
    except ObstacleError as obstacle:
        return legacy, replace(made, obstacle=obstacle.reason, place=obstacle.span), None
    return legacy, replace(made, edits=edits, doubts=why), naming


def _finished(source: Source, group: list[_Planned], project: Project) -> list[_Planned]:
    """A group with the edits of all that are rewritten together, and those of their import."""
    pairs = [(legacy, naming) for legacy, _, naming in group if naming is not None]
    if not pairs:
        return group
    own = [edit for _, migration, _ in group for edit in migration.edits]
    why = dict.fromkeys(doubt for _, migration, _ in group for doubt in migration.doubts)
    try:
        edits = joined([*own, *import_edits(source, pairs, project)])
    except ObstacleError as obstacle:
        reason, place = obstacle.reason, obstacle.span
        return [
            (legacy, replace(made, edits=(), obstacle=reason, place=place), naming)
            for legacy, made, naming in group
        ]
    return [
        (legacy, replace(made, edits=edits, doubts=tuple(why), together=len(group)), naming)
        for legacy, made, naming in group
    ]
