"""The names of the new decorators in a file, and what its imports must say for them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import libcst as cst
from libcst.metadata import Assignment, ImportAssignment

from daft_lint.documents.project import Project, said_of_module
from daft_lint.findings import Edit
from daft_lint.migration.legacy import UDF, Legacy
from daft_lint.migration.modules import importers, means
from daft_lint.migration.obstacle import ObstacleError
from daft_lint.migration.source import Source, bound_by, module_of, source_of
from daft_lint.syntax.source import SourceSyntaxError
from daft_lint.udf_code.targets import dotted

# Comments that are about the import itself.
_PRAGMA = re.compile(r"#\s*(?:noqa|type:|pylint:|isort:|ruff:|pyright:|mypy:)")


@dataclass(frozen=True)
class Naming:
    """How a definition names the decorators: behind `prefix`.

    `binding` is the import of `udf` itself, if that is how the file came by it. `imports_daft` says
    that `import daft` has to be added.
    """

    prefix: str
    binding: Assignment | None = None
    imports_daft: bool = False

    def __getitem__(self, name: str) -> str:
        """`func.batch` as the file has to say it."""
        return f"{self.prefix}{name}"


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
    prefix = _daft_at(legacy)
    if prefix is not None:
        return Naming(f"{prefix}.", binding)
    others = source.bound_at(legacy.node, "daft")
    known = all(source.imported(other, "daft") == "daft" for other in others)
    if not known or (source.read("daft") and not others):
        raise ObstacleError("`daft` means something else in the file")
    return Naming("daft.", binding, imports_daft=True)


def _daft_at(legacy: Legacy) -> str | None:
    """The name that stands for the module `daft` where a definition is."""
    source = legacy.source
    for statement in source.nodes(cst.Import):
        for alias in statement.names:
            name = bound_by(alias).partition(".")[0]
            means_daft = _first(alias) == "daft" and not (
                alias.asname is not None and isinstance(alias.name, cst.Attribute)
            )
            bound = source.bound_at(legacy.node, name)
            inner = source.bound_at(legacy.function, name)
            if (
                means_daft
                and source.is_certain(statement, legacy.node)
                and bound == inner
                and bound
                and all(binding.node is statement for binding in bound)
            ):
                line, own = source.span(statement).line, source.span(legacy.decorator).line
                return name if line < own else None
    return None


def _first(alias: cst.ImportAlias) -> str:
    node: cst.BaseExpression = alias.name
    while isinstance(node, cst.Attribute):
        node = node.value
    return node.value if isinstance(node, cst.Name) else ""


def import_edits(legacies: Iterable[tuple[Legacy, Naming]], project: Project) -> Iterator[Edit]:
    """What the imports of a file need when all of these definitions are rewritten.

    An import of `udf` that `__all__` or another file of the project needs stays.

    Raises:
        ObstacleError: when an import can't be edited alone.
    """
    together: dict[int, list[tuple[Legacy, Naming]]] = {}
    for legacy, naming in legacies:
        if naming.binding is not None:
            together.setdefault(id(naming.binding.node), []).append((legacy, naming))
    for group in together.values():
        yield from _import_edits(group, project)


def _import_edits(group: list[tuple[Legacy, Naming]], project: Project) -> Iterator[Edit]:
    source = group[0][0].source
    binding = group[0][1].binding
    assert binding is not None
    statement = binding.node
    if not isinstance(statement, cst.ImportFrom) or isinstance(statement.names, cst.ImportStar):
        raise ObstacleError("`udf` comes from an import that can't be edited")
    gone = {id(legacy.made_by) for legacy, _ in group}
    names = {legacy.made_by.value for legacy, _ in group if isinstance(legacy.made_by, cst.Name)}
    left = [
        node
        for name in names
        for node in source.read(name)
        if binding in source.assignments(node) and id(node) not in gone
    ]
    line = source.parent(statement)
    assert isinstance(line, cst.SimpleStatementLine)
    keep = bool(left) or _is_exported(source, binding.name, project)
    if any(naming.imports_daft for _, naming in group):
        yield from _with_daft(source, statement, line, prune=not keep)
    elif not keep and len(statement.names) > 1:
        alias = next(name for name in statement.names if bound_by(name) == binding.name)
        yield _without(source, statement, alias)
    elif not keep:
        yield _without_line(source, line)


def _is_exported(source: Source, name: str, project: Project) -> bool:
    """Whether other files may get an imported name from this one."""
    for node in source.nodes(cst.SimpleString):
        if node.evaluated_value == name and isinstance(source.parent(node), cst.BaseElement):
            return True
    if source.document.unread_place(name) is not None:
        return True
    path = source.document.path
    if project.unreadable(name, *said_of_module(path)):
        return True
    for document in importers(project, path, name):
        if document.unread_place(name) is not None:
            return True
        if not re.search(rf"\b{name}\b", document.text):
            continue
        try:
            other = source_of(document)
        except SourceSyntaxError:
            return True
        for statement in other.nodes(cst.ImportFrom):
            names = () if isinstance(statement.names, cst.ImportStar) else statement.names
            imported = any(dotted(alias.name) == name for alias in names)
            if imported and means(module_of(statement), document.path, path):
                return True
    return False


def _with_daft(
    source: Source, statement: cst.ImportFrom, line: cst.SimpleStatementLine, *, prune: bool
) -> Iterator[Edit]:
    """`import daft`, in the place of `from daft import udf` or above it."""
    assert not isinstance(statement.names, cst.ImportStar)
    whole = source.span(statement)
    if prune and len(statement.names) == 1:
        yield source.between(whole.start, whole.end, "import daft")
        return
    yield _line_above(source, line, "import daft")
    if prune:
        alias = next(name for name in statement.names if f"daft.{_first(name)}" in UDF)
        yield _without(source, statement, alias)


def _line_above(source: Source, line: cst.SimpleStatementLine, text: str) -> Edit:
    span = source.span(line)
    indent = (source.document.line(span.line) or "")[: span.column - 1]
    if indent.strip():
        raise ObstacleError("its import is on a line with other code", span)
    return source.inserted((span.line, 1), f"{indent}{text}{source.newline}")


def _without(source: Source, statement: cst.ImportFrom, alias: cst.ImportAlias) -> Edit:
    """An import without one of its names."""
    assert not isinstance(statement.names, cst.ImportStar)
    names = list(statement.names)
    place = names.index(alias)
    span = source.span(alias)
    if place + 1 < len(names):
        start, end = span.start, source.span(names[place + 1]).start
    else:
        start, end = source.span(names[place - 1]).end, span.end
    if "#" in source.text(start, end):
        raise ObstacleError("there is a comment in its import", span)
    return source.between(start, end, "")


def _without_line(source: Source, line: cst.SimpleStatementLine) -> Edit:
    """A statement's line gone."""
    span = source.span(line)
    around = source.parent(line)
    text = source.document.line(span.line) or ""
    alone = span.line == span.end_line or not text[: span.column - 1].strip()
    behind = (source.document.line(span.end_line) or "")[span.end_column - 1 :]
    comment = behind.strip()
    other = comment and not comment.startswith("#")
    if len(line.body) > 1 or not alone or other or text[: span.column - 1].strip():
        raise ObstacleError("its import is on a line with something else", span)
    if isinstance(around, cst.IndentedBlock) and len(around.body) == 1:
        raise ObstacleError("its import is the only statement of a block", span)
    if comment and not _PRAGMA.match(comment):
        start = span.end_column + len(behind) - len(behind.lstrip())
        return source.between(span.start, (span.end_line, start), "")
    if span.end_line < len(source.document.lines):
        return source.between((span.line, 1), (span.end_line + 1, 1), "")
    return source.between((span.line, 1), span.end, "")
