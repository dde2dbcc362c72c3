"""The uses of a UDF in its file and in the project."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

import libcst as cst
from libcst.metadata import Assignment

from daft_lint.documents.document import Document
from daft_lint.documents.lexing import Token, TokenKind, lexed
from daft_lint.documents.project import Project, said_of_module
from daft_lint.migration.legacy import Legacy
from daft_lint.migration.modules import (
    check_known,
    check_readable,
    check_stars,
    check_unique,
    importers,
    means,
)
from daft_lint.migration.obstacle import ObstacleError
from daft_lint.migration.source import Source, bound_by, module_of, source_of
from daft_lint.plan.span import Span
from daft_lint.syntax.source import SourceSyntaxError

_STEPS = frozenset({"with_init_args", "with_concurrency", "override_options", "run_on_process"})
_LONGEST_CHASE = 400
_SQL = re.compile(r"\bsql(?:_expr)?\s*\(")
# The code in a formatted text: what it calls, SQL does not.
_FIELD = re.compile(r"\{[^{}]*\}")
_UNSAID = frozenset({TokenKind.COMMENT, TokenKind.BREAK})


@dataclass(frozen=True, eq=False)
class Step:
    """One `.method(...)` on the UDF. `receiver` is what it is called on."""

    method: str
    receiver: cst.BaseExpression
    call: cst.Call


@dataclass(eq=False)
class Use:
    """A place that names the UDF, and what is done with it there.

    It is called with columns (`called`), or bound to another name (`bound`), or finished and handed
    on (neither).
    """

    source: Source
    root: cst.BaseExpression
    steps: tuple[Step, ...]
    called: cst.Call | None = None
    bound: Handle | None = None

    @property
    def last(self) -> cst.BaseExpression:
        """The expression with all steps."""
        return self.steps[-1].call if self.steps else self.root

    @property
    def gives_init_args(self) -> bool:
        """Whether `.with_init_args(...)` is among the steps."""
        return any(step.method == "with_init_args" for step in self.steps)


@dataclass(eq=False)
class Handle:
    """A name that stands for the UDF, in the file that binds it and those that import it."""

    name: str
    uses: list[Use] = field(default_factory=list)

    @property
    def is_finished_later(self) -> bool:
        """Whether some use still gives it its init args."""
        return any(
            use.gives_init_args or (use.bound is not None and use.bound.is_finished_later)
            for use in self.uses
        )

    def all_uses(self) -> Iterator[Use]:
        """The uses of the name, and of the names that it is bound to."""
        for use in self.uses:
            yield use
            if use.bound is not None:
                yield from use.bound.all_uses()


class Follower:
    """Follows one definition."""

    def __init__(self, legacy: Legacy, project: Project) -> None:
        """Follow it through the files of a project."""
        self._legacy = legacy
        self._project = project
        self._seen: set[tuple[str, str]] = set()
        self._left = _LONGEST_CHASE

    def follow(self) -> Handle:
        """All uses.

        Raises:
            ObstacleError: when some can't be followed.
        """
        legacy = self._legacy
        self._check_unread(legacy.source.document, legacy.name)
        self._check_text(legacy.source, legacy.source.document.path, legacy.name)
        if legacy.outer is None:
            self._check_alone()
            handle = Handle(legacy.name)
            self._own(handle, legacy.source, self._binding(legacy.node.name, legacy.source))
            self._exported(handle, legacy.source, legacy.node)
            self._check_sql(handle.name)
            return handle
        # The place where `udf(...)(f)` stands is used as the UDF is.
        handle = Handle(legacy.name)
        use = self._use(legacy.source, legacy.outer)
        handle.uses.append(use)
        return handle

    def _check_alone(self) -> None:
        """No decorator above makes something else of the UDF.

        Raises:
            ObstacleError: when one does.
        """
        legacy, decorators = self._legacy, self._legacy.node.decorators
        first = decorators[0]
        if legacy.is_static and "concurrency" not in legacy.options():
            first = decorators[1]
        if first.decorator is not legacy.decorator:
            text = legacy.source.code(first.decorator)
            raise ObstacleError(f"it has another decorator, `@{text}`", legacy.source.span(first))

    def _binding(self, name: cst.Name, source: Source) -> Assignment:
        """The one binding of a name.

        Raises:
            ObstacleError: when the name is bound elsewhere too.
        """
        bound = source.bound_at(name, name.value)
        own = [binding for binding in bound if binding.node in (name, source.parent(name))]
        if len(bound) != 1 or len(own) != 1:
            others = [source.span(binding.node) for binding in bound if binding not in own]
            place = min(others, key=lambda other: other.start, default=source.span(name))
            raise ObstacleError(f"`{name.value}` is bound more than once", place)
        return own[0]

    def _own(self, handle: Handle, source: Source, binding: Assignment) -> None:
        """The uses in the file that binds the name."""
        self._check_unread(source.document, handle.name)
        for node in source.read(handle.name):
            bound = source.assignments(node)
            if binding not in bound:
                continue
            if len(bound) > 1:
                raise ObstacleError(f"`{handle.name}` is bound more than once", source.span(node))
            if not self._is_inside(source, node):
                handle.uses.append(self._use(source, node))

    def _is_inside(self, source: Source, node: cst.Name) -> bool:
        """Whether a name stands in the definition itself, where it can't be followed.

        Raises:
            ObstacleError: when it does.
        """
        if any(ancestor is self._legacy.node for ancestor in source.ancestors(node)):
            raise ObstacleError("it uses its own name", source.span(node))
        return False

    def _exported(self, handle: Handle, source: Source, node: cst.CSTNode) -> None:
        """The uses in files that import the name, when it is one of a module's."""
        if any(
            isinstance(ancestor, cst.FunctionDef | cst.Lambda)
            for ancestor in source.ancestors(node)
        ):
            return
        if any(isinstance(ancestor, cst.ClassDef) for ancestor in source.ancestors(node)):
            raise ObstacleError("it is defined in a class, so its uses can't be followed")
        self._imports(handle, source.document.path, handle.name)

    def _imports(self, handle: Handle, path: str, name: str) -> None:
        if (path, name) in self._seen:
            return
        self._seen.add((path, name))
        check_stars(self._project, path)
        check_readable(self._project, name, *said_of_module(path))
        documents = importers(self._project, path, name)
        mentioning = self._project.mentioning(name) if documents else ()
        for document in documents:
            self._check_unread(document, name)
            try:
                other = source_of(document)
            except SourceSyntaxError:
                raise ObstacleError(f"{document.path} can't be read") from None
            modules = self._in_other(handle, other, path, name, mentioning)
            for module in modules:
                check_unique(module, path, mentioning)
            if modules and not other.is_faithful:
                raise ObstacleError(f"{document.path} can't be edited")

    def _in_other(
        self,
        handle: Handle,
        other: Source,
        path: str,
        name: str,
        mentioning: tuple[Document, ...],
    ) -> list[str]:
        """The uses in another file, and the names that it imports the module by."""
        modules = []
        for statement in other.nodes(cst.ImportFrom):
            module = module_of(statement)
            if isinstance(statement.names, cst.ImportStar):
                continue
            for alias in statement.names:
                if not isinstance(alias.name, cst.Name) or alias.name.value != name:
                    continue
                if not means(module, other.document.path, path):
                    check_known(module, name, path, mentioning)
                else:
                    modules.append(module)
                    self._imported(handle, other, statement, bound_by(alias))
        for node in other.nodes(cst.Attribute):
            qualified = other.qualified(node) if node.attr.value == name else None
            module = qualified.rpartition(".")[0] if qualified else ""
            if qualified and qualified.startswith(".") and not module.strip("."):
                module = module or "."
            if module and means(module, other.document.path, path):
                modules.append(module)
                handle.uses.append(self._use(other, node))
            elif module:
                check_known(module, name, path, mentioning)
        self._check_text(other, path, name)
        return modules

    def _imported(
        self, handle: Handle, other: Source, statement: cst.ImportFrom, name: str
    ) -> None:
        """The uses of an imported name, in that file and in those that import it from there."""
        self._check_unread(other.document, name)
        bindings = {
            assignment
            for node in other.read(name)
            for assignment in other.assignments(node)
            if assignment.node is statement
        }
        for node in other.read(name):
            bound = other.assignments(node)
            if bound & bindings:
                if len(bound) > 1:
                    raise ObstacleError(f"`{name}` is bound more than once", other.span(node))
                handle.uses.append(self._use(other, node))
        around = list(other.ancestors(statement))
        if not any(isinstance(node, cst.FunctionDef | cst.ClassDef) for node in around):
            self._imports(handle, other.document.path, name)

    def _check_unread(self, document: Document, name: str) -> None:
        """Nothing that isn't read in a notebook or in Markdown names the UDF.

        Raises:
            ObstacleError: when something does.
        """
        place = document.unread_place(name)
        if place is not None:
            where = place.line_from(self._legacy.source.span(self._legacy.node))
            raise ObstacleError(f"`{name}` is used on {where}, which can't be edited", place)

    def _check_text(self, source: Source, path: str, name: str) -> None:
        """No text names the UDF for a look-up at run time.

        Raises:
            ObstacleError: when one does.
        """
        for node in source.nodes(cst.SimpleString):
            # To work out what a text says takes longer than to see that it can't say the name.
            may_say_it = name in node.value or "\\" in node.value
            text = node.evaluated_value if may_say_it else None
            if not isinstance(text, str):
                continue
            module, dot, last = text.rpartition(".")
            patched = dot and last == name and means(module, source.document.path, path)
            argument = source.parent(node)
            call = source.parent(argument)
            looked_up = (
                text == name
                and isinstance(call, cst.Call)
                and source.code(call.func) in {"getattr", "setattr", "hasattr"}
            )
            if patched or looked_up:
                raise ObstacleError(f"a string names it: `{text}`", source.span(node))

    def _check_sql(self, name: str) -> None:
        """No SQL calls it: the legacy decorator tells its name to SQL, the new ones don't.

        Raises:
            ObstacleError: when some does, or may.
        """
        check_readable(self._project, name, "sql")
        own = self._legacy.source.document
        called = re.compile(rf"\b{name}\s*\(")
        for document in (own, *self._project.mentioning(name, "sql")):
            if not _SQL.search(document.text) or not called.search(document.text):
                continue
            for text, place in _texts(document):
                if called.search(text):
                    reason = f"SQL calls it: `daft.attach_function({name})` is needed then"
                    raise ObstacleError(reason, place)

    def _use(self, source: Source, root: cst.BaseExpression) -> Use:
        """What is done with the UDF in one place.

        Raises:
            ObstacleError: when it can't be followed any further.
        """
        self._left -= 1
        if self._left < 0:
            raise ObstacleError("it is used in too many places")
        steps: list[Step] = []
        node = root
        while True:
            parent = source.parent(node)
            if isinstance(parent, cst.Attribute) and parent.value is node:
                call = source.parent(parent)
                method = parent.attr.value
                if (
                    method not in _STEPS
                    or not isinstance(call, cst.Call)
                    or call.func is not parent
                ):
                    raise ObstacleError(f"`{source.code(parent)}` is used", source.span(parent))
                steps.append(Step(method, node, call))
                node = call
                continue
            if isinstance(parent, cst.Call) and parent.func is node:
                return Use(source, root, tuple(steps), called=parent)
            return self._handed_on(Use(source, root, tuple(steps)), parent)

    def _handed_on(self, use: Use, parent: cst.CSTNode | None) -> Use:
        source = use.source
        if isinstance(parent, cst.Assign) and len(parent.targets) == 1:
            target = parent.targets[0].target
        elif isinstance(parent, cst.AnnAssign):
            target = parent.target
        else:
            raise ObstacleError(_where(use, parent), source.span(use.last))
        if not isinstance(target, cst.Name):
            raise ObstacleError(_where(use, parent), source.span(use.last))
        bound = source.bound_at(target, target.value)
        if len(bound) != 1:
            raise ObstacleError(f"`{target.value}` is bound more than once", source.span(target))
        (binding,) = bound
        use.bound = Handle(target.value)
        self._own(use.bound, source, binding)
        self._exported(use.bound, source, target)
        self._check_sql(target.value)
        return use


@lru_cache(maxsize=64)
def _texts(document: Document) -> tuple[tuple[str, Span], ...]:
    """What stands in quotes in a file without the code in it, and where.

    Unused texts, such as docstrings, are left out.
    """
    found: list[tuple[str, Span]] = []
    line: list[Token] = []
    for token in lexed(document.text):
        if token.kind is TokenKind.LINE_END:
            if any(entry.kind is not TokenKind.STRING for entry in line):
                found += (
                    _said(entry, document) for entry in line if entry.kind is TokenKind.STRING
                )
            line = []
        elif token.kind not in _UNSAID:
            line.append(token)
    # Where a file stops being Python, what its last line does with a text stays open.
    found += (_said(token, document) for token in line if token.kind is TokenKind.STRING)
    return tuple(found)


def _said(string: Token, document: Document) -> tuple[str, Span]:
    text = _FIELD.sub("", string.text) if string.is_formatted else string.text
    return text, string.span(document.path)


def _where(use: Use, parent: cst.CSTNode | None) -> str:
    """What is done with the UDF where it can't be followed."""
    text = use.source.code(use.root)
    if isinstance(parent, cst.Return):
        return f"`{text}` is returned, so its uses can't be followed"
    if isinstance(parent, cst.Arg):
        call = use.source.parent(parent)
        to = f" to `{use.source.code(call.func)}`" if isinstance(call, cst.Call) else ""
        return f"`{text}` is passed{to}, so its uses can't be followed"
    if isinstance(parent, cst.BaseElement | cst.DictElement):
        return f"`{text}` is stored, so its uses can't be followed"
    return f"the uses of `{text}` can't be followed"
