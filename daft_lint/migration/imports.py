"""The names of the new decorators in a file, and what its imports must say for them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import libcst as cst
from libcst.metadata import Assignment, ImportAssignment

from daft_lint.documents.project import Project
from daft_lint.findings import Edit
from daft_lint.migration.legacy import Legacy, ObstacleError
from daft_lint.migration.source import Source
from daft_lint.migration.uses import other_file
from daft_lint.records import dataclass


@dataclass(frozen=True)
class Naming:
    """How a definition names the new decorators: behind `prefix`.

    `binding` is the import of `udf` itself, if that is how the file came by it. `imports_daft` says
    that `import daft` has to be added.
    """

    prefix: str
    binding: Assignment | None = None
    imports_daft: bool = False


def naming_of(legacy: Legacy) -> Naming:
    """How a definition should name what it needs of `func`, `cls` and `method`.

    Raises:
        ObstacleError: when the names mean something else there.
    """
    source, made_by = legacy.source, legacy.made_by
    if isinstance(made_by, cst.Attribute):
        root = made_by.value
        if source.qualified(root) == "daft":
            return Naming(f"{source.code(root)}.")
        if isinstance(root, cst.Attribute) and source.qualified(root) == "daft.udf":
            return Naming(f"{source.code(root.value)}.")
        raise ObstacleError(f"`{source.code(made_by)}` isn't a plain import of Daft")
    assert isinstance(made_by, cst.Name)
    bound = source.assignments(made_by)
    if len(bound) != 1:
        raise ObstacleError(f"`{made_by.value}` is imported more than once", source.span(made_by))
    (binding,) = bound
    assert isinstance(binding, ImportAssignment)
    known = next(_daft_at(legacy), None)
    if known is not None:
        return Naming(f"{known}.", binding)
    if not all(_is_daft(other, "daft") for other in source.bound_at(legacy.node, "daft")):
        raise ObstacleError("`daft` means something else in the file")
    return Naming("daft.", binding, imports_daft=True)


def _daft_at(legacy: Legacy) -> Iterator[str]:
    """The names that stand for the module `daft` where a definition is, from the file's top."""
    source = legacy.source
    for line in source.module.body:
        for statement in line.body if isinstance(line, cst.SimpleStatementLine) else ():
            if not isinstance(statement, cst.Import):
                continue
            for alias in statement.names:
                name = _bound_by(alias)
                bound = source.bound_at(legacy.node, name)
                if (
                    alias.evaluated_name == "daft"
                    and {binding.node for binding in bound} == {statement}
                    and bound == source.bound_at(legacy.function, name)
                    and source.span(statement).line < source.span(legacy.decorator).line
                ):
                    yield name


def _is_daft(binding: Assignment, name: str) -> bool:
    """Whether what binds a name is an import of the module `daft`."""
    statement = binding.node
    aliases = statement.names if isinstance(statement, cst.Import) else ()
    named = [alias.evaluated_name for alias in aliases if _bound_by(alias) == name]
    return bool(named) and all(each.partition(".")[0] == "daft" for each in named)


def _bound_by(alias: cst.ImportAlias) -> str:
    """The name that a part of an import binds."""
    return alias.evaluated_alias or alias.evaluated_name.partition(".")[0]


def import_edits(
    source: Source, group: Sequence[tuple[Legacy, Naming]], project: Project
) -> Iterator[Edit]:
    """What an import of `udf` needs when the definitions that use it are rewritten.

    It stays if `__all__` or another file of the project needs it.

    Raises:
        ObstacleError: when it can't be edited alone.
    """
    binding = group[0][1].binding
    if binding is None:
        return
    statement = binding.node
    line = source.parent(statement)
    if (
        not isinstance(statement, cst.ImportFrom)
        or isinstance(statement.names, cst.ImportStar)
        or not isinstance(line, cst.SimpleStatementLine)
        or source.parent(line) is not source.module
    ):
        raise ObstacleError("`udf` comes from an import that can't be edited")
    span = source.span(statement)
    if any(naming.imports_daft for _, naming in group):
        yield source.inserted(span.start, f"import daft{source.newline}")
    gone = {legacy.made_by for legacy, _ in group}
    if set(source.references(binding)) - gone or _is_exported(source, binding.name, project):
        return
    alias = next(name for name in statement.names if _bound_by(name) == binding.name)
    if len(statement.names) > 1:
        yield _without(source, statement.names, alias)
        return
    if len(line.body) > 1:
        raise ObstacleError("its import is on a line with something else", span)
    behind = source.line(span.end_line)[span.end_column - 1 :]
    end = span.end_line, span.end_column + len(behind) - len(behind.lstrip())
    if not behind.strip() and span.end_line < len(source.document.lines):
        end = span.end_line + 1, 1
    yield source.between(span.start, end, "")


def _is_exported(source: Source, name: str, project: Project) -> bool:
    """Whether other files may get an imported name from this one."""
    strings = source.nodes(cst.SimpleString)
    listed = any(
        node.evaluated_value == name and isinstance(source.parent(node), cst.BaseElement)
        for node in strings
    )
    path = source.document.path
    unread = source.document.unread_place(name) is not None
    return listed or unread or other_file(project, path, name) is not None


def _without(source: Source, names: Sequence[cst.ImportAlias], alias: cst.ImportAlias) -> Edit:
    """An import without one of its names."""
    place = names.index(alias)
    span = source.span(alias)
    if place + 1 < len(names):
        start, end = span.start, source.span(names[place + 1]).start
    else:
        start, end = source.span(names[place - 1]).end, span.end
    if "#" in source.text(start, end):
        raise ObstacleError("there is a comment in its import", span)
    return source.between(start, end, "")
