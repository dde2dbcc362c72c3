"""The uses of a legacy UDF in the file that defines it, and whether other files may use it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePath

import libcst as cst

from daft_lint.documents.project import Project, absolute_path, said_of_module
from daft_lint.migration.legacy import Legacy, ObstacleError
from daft_lint.migration.source import Source
from daft_lint.records import dataclass

_SQL = re.compile(r"\bsql(?:_expr)?\s*\(")


@dataclass(frozen=True, eq=False)
class Use:
    """A place that names the UDF, and what is done with it there.

    `step` is the call of the one method that it may have: `.with_init_args(...)` of a class,
    `.with_concurrency(n)` of a function. `called` is the call with columns. `handed` says where it
    goes when it isn't called. `is_direct` says that the name is its own, not another one for it.
    """

    root: cst.BaseExpression
    step: cst.Call | None = None
    called: cst.Call | None = None
    handed: str | None = None
    is_direct: bool = True


def uses_of(legacy: Legacy) -> tuple[Use, ...]:
    """All uses in the file, by its name and by those that it is given.

    Raises:
        ObstacleError: when some can't be followed.
    """
    source = legacy.source
    _check_read(legacy, legacy.name)
    first = legacy.node.decorators[0]
    if first.decorator is not legacy.decorator:
        text = source.code(first.decorator)
        raise ObstacleError(f"it has another decorator, `@{text}`", source.span(first))
    if isinstance(legacy.around, cst.ClassDef):
        raise ObstacleError("it is defined in a class, so its uses can't be followed")
    names = _references(source, legacy.node.name)
    return tuple(use for name in names for use in _uses(legacy, name))


def other_file(project: Project, path: str, name: str) -> str | None:
    """The path of another file that may import a name from a file, by its text; None without one.

    One that can't be read counts if it may hold the name, one that imports `*` even without it.
    """
    words = said_of_module(path)
    unreadable = (*project.unreadable(name, *words), *project.unreadable("import *", *words))
    stem = PurePath(absolute_path(path)).with_suffix("")
    module = re.escape(stem.parent.name if stem.name == "__init__" else stem.name)
    star = rf"\bfrom\s+[\w.]*\b{module}\s+import\s+\*"
    imports = re.compile(
        rf"\bfrom\s+(?:[\w.]*\b{module}|\.+)\s+import\b"
        rf"|\bimport\b(?:[^\n(]|\\\r?\n)*\b{module}\b"
        rf"|\bimport\s*\([^)]*\b{module}\b"
        rf"|\b{module}\.{name}\b|\bimport_module\b"
    )
    found = [
        document.path
        for document in project.mentioning(name, *words)
        if any(map(imports.search, (document.text, *document.unread_with(name))))
    ]
    found += [
        document.path
        for document in project.mentioning("import *", *words)
        if re.search(star, document.text)
    ]
    own = absolute_path(path)
    return next((each for each in (*unreadable, *found) if absolute_path(each) != own), None)


def may_be_in_sql(legacy: Legacy, project: Project) -> bool:
    """Whether SQL in the project may call it: the legacy decorator makes its name known to SQL."""
    source = legacy.source
    called = re.compile(rf"\b{legacy.name}\s*\(")
    for document in project.mentioning(legacy.name, "sql"):
        asked = _SQL.search(document.text)
        is_other = document.path != source.document.path
        if is_other and asked and called.search(document.text, asked.end()):
            return True
    strings: list[cst.SimpleString | cst.FormattedStringText] = [
        *source.nodes(cst.SimpleString),
        *source.nodes(cst.FormattedStringText),
    ]
    texts = [node.value for node in strings if not isinstance(source.parent(node), cst.Expr)]
    is_own = _SQL.search(source.document.text) is not None and any(map(called.search, texts))
    return is_own or bool(project.unreadable(legacy.name, "sql"))


def _check_read(legacy: Legacy, name: str) -> None:
    """See that nothing which isn't read in a notebook or in Markdown has a name.

    Raises:
        ObstacleError: when something does.
    """
    place = legacy.source.document.unread_place(name)
    if place is not None:
        where = place.line_from(legacy.spans[0])
        raise ObstacleError(f"`{name}` is used on {where}, which can't be edited", place)


def _references(source: Source, name: cst.Name) -> Iterator[cst.Name]:
    """Where a name is read that is bound in one place.

    Raises:
        ObstacleError: when it is bound in others too.
    """
    bound = source.assignments(name)
    others = [each.node for each in bound if each.node not in (name, source.parent(name))]
    if others or len(bound) != 1:
        raise _bound_again(name, source, others)
    (binding,) = bound
    for node in source.references(binding):
        if len(source.assignments(node)) > 1:
            raise _bound_again(node, source, [])
        yield node


def _bound_again(name: cst.Name, source: Source, places: list[cst.CSTNode]) -> ObstacleError:
    spans = [source.span(place) for place in places]
    place = min(spans, key=lambda span: span.start, default=source.span(name))
    return ObstacleError(f"`{name.value}` is bound more than once", place)


def _uses(legacy: Legacy, root: cst.BaseExpression) -> Iterator[Use]:
    """What is done with the UDF in one place, and with the name that it is given there."""
    source = legacy.source
    if legacy.node in source.ancestors(root):
        raise ObstacleError("it uses its own name", source.span(root))
    step = _step(legacy, root)
    whole = root if step is None else step
    parent = source.parent(whole)
    if isinstance(parent, cst.Attribute):
        raise ObstacleError(
            f"`{source.code(parent)}` is used, and the new API has one set of options for all uses",
            source.span(parent),
        )
    called = parent if isinstance(parent, cst.Call) and parent.func is whole else None
    target = _target(parent)
    handed = None if called or target else _where(source, root, parent)
    if handed is not None and legacy.is_class and step is None:
        raise ObstacleError(f"{handed}, so its uses can't be followed", source.span(root))
    yield Use(root, step, called, handed)
    for name in _references(source, target) if target is not None else ():
        parent = source.parent(name)
        if isinstance(parent, cst.Attribute):
            raise ObstacleError(f"`{source.code(parent)}` is used", source.span(parent))
        called = parent if isinstance(parent, cst.Call) and parent.func is name else None
        handed = None if called else _where(source, name, parent)
        yield Use(name, None, called, handed, is_direct=False)
    if target is not None:
        _check_read(legacy, target.value)


def _step(legacy: Legacy, root: cst.BaseExpression) -> cst.Call | None:
    """The call of a method of the UDF that can be migrated."""
    attribute = legacy.source.parent(root)
    call = legacy.source.parent(attribute) if attribute is not None else None
    if not isinstance(attribute, cst.Attribute) or not isinstance(call, cst.Call):
        return None
    if legacy.is_class:
        return call if attribute.attr.value == "with_init_args" else None
    is_plain = all(argument.keyword is None for argument in call.args)
    return call if attribute.attr.value == "with_concurrency" and is_plain else None


def _target(statement: cst.CSTNode | None) -> cst.Name | None:
    """The only name that a statement assigns to."""
    target: cst.BaseExpression | None = None
    if isinstance(statement, cst.Assign) and len(statement.targets) == 1:
        target = statement.targets[0].target
    elif isinstance(statement, cst.AnnAssign):
        target = statement.target
    return target if isinstance(target, cst.Name) else None


def _where(source: Source, root: cst.BaseExpression, parent: cst.CSTNode | None) -> str:
    """What is done with the UDF where it isn't called."""
    text = source.code(root)
    if isinstance(parent, cst.Return):
        return f"`{text}` is returned"
    if isinstance(parent, cst.Arg):
        call = source.parent(parent)
        to = f" to `{source.code(call.func)}`" if isinstance(call, cst.Call) else ""
        return f"`{text}` is passed{to}"
    return f"`{text}` is stored"
