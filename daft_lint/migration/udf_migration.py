"""The migration of one legacy UDF: edits for all files, and how far to trust them, or why not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache

from daft_lint.documents.document import Document
from daft_lint.documents.project import Project
from daft_lint.findings import Edit, Safety
from daft_lint.migration.decorator_names import Naming, import_edits, naming_of
from daft_lint.migration.legacy import Legacy, legacies
from daft_lint.migration.obstacle import ObstacleError
from daft_lint.migration.options import Options, options_of
from daft_lint.migration.safety import doubts
from daft_lint.migration.source import source_of
from daft_lint.migration.udf_edits import Rewriting, joined
from daft_lint.migration.udf_uses import Follower, Handle
from daft_lint.plan.span import Span
from daft_lint.syntax.deep_stack import with_deep_stack


@dataclass(frozen=True)
class Migration:
    """What becomes of one legacy UDF.

    `edits` rewrite it and all its uses; they are none when `obstacle` says why. `doubts` say why
    they aren't safe. `uses` are the places that use it.
    """

    edits: tuple[Edit, ...] = ()
    safety: Safety = Safety.DISPLAY_ONLY
    obstacle: str | None = None
    place: Span | None = None
    doubts: tuple[str, ...] = ()
    uses: tuple[Span, ...] = ()
    is_class: bool = False
    together: int = 1


@dataclass
class _Planned:
    """One definition of a file on its way to a migration."""

    legacy: Legacy
    migration: Migration = field(default_factory=Migration)
    own: tuple[Edit, ...] = ()
    naming: Naming | None = None


def migration_of(
    document: Document, project: Project, name: Span, decorator: Span
) -> Migration | None:
    """The migration of the legacy UDF whose name and decorator stand there; None without one.

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

    Raises:
        SourceSyntaxError: when the file is no Python program.
    """
    source = source_of(document)
    found = list(legacies(source))
    planned = [_plan(legacy, project) for legacy in found]
    _check_once(planned)
    _finish(
        [
            planned_migration
            for planned_migration in planned
            if planned_migration.migration.safety is not Safety.DISPLAY_ONLY
        ],
        project,
    )
    return {
        planned_migration.legacy.spans: planned_migration.migration for planned_migration in planned
    }


def _plan(legacy: Legacy, project: Project) -> _Planned:
    """One definition's own edits, those of imports left out."""
    handle = Handle(legacy.name)
    try:
        if not legacy.source.is_faithful:
            raise ObstacleError("the file contains form feeds")
        legacy.options()
        handle = Follower(legacy, project).follow()
        options: Options = options_of(legacy, handle)
        why = tuple(dict.fromkeys(doubts(legacy, handle, options)))
        naming = naming_of(legacy)
        own = tuple(Rewriting(legacy, handle, options, naming).edits())
        joined(own)
    except ObstacleError as obstacle:
        refused = Migration(
            obstacle=obstacle.reason,
            place=obstacle.span,
            uses=tuple(_places(handle)),
            is_class=legacy.is_class,
        )
        return _Planned(legacy, refused)
    safety = Safety.UNSAFE if why else Safety.SAFE
    uses = tuple(_places(handle))
    made = Migration((), safety, doubts=why, uses=uses, is_class=legacy.is_class)
    return _Planned(legacy, made, own, naming)


def _places(handle: Handle) -> Iterator[Span]:
    for use in handle.all_uses():
        yield use.source.span(use.root)


def _check_once(planned: list[_Planned]) -> None:
    """A class or decorator that two definitions share can't be rewritten for one of them."""
    for planned_migration in planned:
        for other in planned:
            if planned_migration is not other and (
                planned_migration.legacy.node is other.legacy.node
            ):
                planned_migration.migration = Migration(
                    obstacle=f"`{planned_migration.legacy.name}` is made a UDF more than once",
                    uses=planned_migration.migration.uses,
                    is_class=planned_migration.legacy.is_class,
                )


def _finish(planned: list[_Planned], project: Project) -> None:
    """Put the edits together with those of the imports.

    Definitions that share an import of `udf` change it together, so that it goes when the last of
    them goes. The safe ones don't wait for the others, which rewrite all.
    """
    groups: dict[int, list[_Planned]] = {}
    for planned_migration in planned:
        assert planned_migration.naming is not None
        binding = planned_migration.naming.binding
        groups.setdefault(id(binding.node) if binding else id(planned_migration), []).append(
            planned_migration
        )
    for group in groups.values():
        safe = [
            planned_migration
            for planned_migration in group
            if planned_migration.migration.safety is Safety.SAFE
        ]
        _finish_group(safe, safe, project)
        rest = [
            planned_migration
            for planned_migration in group
            if planned_migration.migration.safety is Safety.UNSAFE
        ]
        _finish_group(
            rest,
            [
                *(
                    planned_migration
                    for planned_migration in safe
                    if planned_migration.migration.edits
                ),
                *rest,
            ],
            project,
        )


def _finish_group(group: list[_Planned], together: list[_Planned], project: Project) -> None:
    """Give each of a group the edits of all that are rewritten together."""
    try:
        pairs = [
            (planned.legacy, planned.naming) for planned in together if planned.naming is not None
        ]
        imports = tuple(import_edits(pairs, project))
        edits = joined([*(edit for planned in together for edit in planned.own), *imports])
    except ObstacleError as obstacle:
        for planned in group:
            planned.migration = replace(
                planned.migration,
                safety=Safety.DISPLAY_ONLY,
                obstacle=obstacle.reason,
                place=obstacle.span,
            )
        return
    for planned in group:
        planned.migration = replace(planned.migration, edits=edits, together=len(together))
