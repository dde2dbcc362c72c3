"""Fallbacks for a Daft that lacks the new API: a file with one has been migrated already."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

import libcst as cst
from libcst.metadata import Assignment

from daft_lint.documents.document import Document
from daft_lint.migration.source import Source, source_of
from daft_lint.plan.span import Span
from daft_lint.syntax.deep_stack import with_deep_stack
from daft_lint.syntax.traversal import walk, walk_for
from daft_lint.udf_code.targets import dotted

_NEW = frozenset({"cls", "func", "method"})
_MAKERS = _NEW | {"udf"}
_PACKAGES = frozenset({"daft", "getdaft"})
_VERSION = "daft.__version__"
# What gives the version of an installed package, or what tells of it.
_GIVES_VERSION = frozenset({"distribution", "get_distribution", "version"})
# What a missing name raises, in whatever words it is caught.
_CAUGHT = frozenset({"AttributeError", "BaseException", "Exception", "ImportError"})
_DEEPEST = 4
# A file without any of these has nothing to fall back from.
_WORD = re.compile(rf"\b(?:{'|'.join(sorted(_NEW))})\b")


def is_fallback(document: Document, place: Span) -> bool:
    """Whether the code at a place is one way of several, by whether Daft has its new API.

    A test asks Daft for `func`, `cls` or `udf`, or for its version, or an exception says that they
    can't be imported. All ways of such a test count, in a file that uses the new API somewhere.

    Raises:
        SourceSyntaxError: when the file nests too deeply.
    """
    return any(choice.holds(place) for choice in _choices(document))


# The definitions of a file are asked for one after another.
@lru_cache(maxsize=1)
def _choices(document: Document) -> tuple[Span, ...]:
    """The places of code whose run depends on what the installed Daft has."""
    if _WORD.search(document.text) is None:
        return ()
    return with_deep_stack(lambda: tuple(_Choices(source_of(document)).found()))


class _Choices:
    """Looks through one file for tests of what Daft has."""

    def __init__(self, source: Source) -> None:
        self._source = source
        # Names that are bound anew from each other lead to the same bindings on very many ways.
        self._answered: dict[tuple[Assignment, int], bool] = {}

    def found(self) -> Iterator[Span]:
        source = self._source
        if not self._uses_new():
            return
        for branch in source.nodes(cst.If):
            if self._asks(branch.test):
                yield source.span(branch)
                yield from self._behind(branch)
        for attempt in source.nodes(cst.Try):
            if self._tries(attempt):
                yield from (source.span(handler) for handler in attempt.handlers)

    def _uses_new(self) -> bool:
        """Whether something of the new API is named, be it in a text for `getattr`."""
        named = {f"daft.{new_name}" for new_name in _NEW}
        everything = self._source.all
        return any(
            self._named(node) in named or self._is_text_for(node, _NEW) for node in everything
        )

    def _behind(self, branch: cst.If) -> Iterator[Span]:
        """What is run only where a branch wasn't taken, since it ends in a return."""
        block = self._source.parent(branch)
        if isinstance(block, cst.IndentedBlock | cst.Module) and _leaves(branch.body):
            first, last = self._source.span(branch), self._source.span(block.body[-1])
            yield Span(first.path, first.end_line, first.end_column, last.end_line, last.end_column)

    def _tries(self, attempt: cst.Try) -> bool:
        """Whether something of Daft is tried that an older or newer one may lack."""
        caught = {
            dotted(type_) or "Exception"
            for handler in attempt.handlers
            for type_ in _types_of(handler)
        }
        if caught.isdisjoint(_CAUGHT | {"ModuleNotFoundError"}):
            return False
        body = attempt.body
        return any(self._is_maker(node) for node in walk(body)) or any(
            _imports_maker(node) for node in walk_for(cst.ImportFrom, body)
        )

    def _asks(self, expression: cst.CSTNode, depth: int = 0) -> bool:
        """Whether an expression depends on what Daft has, or on which one it is."""
        for node in walk(expression):
            if _asks_version(node) or self._is_text_for(node, _MAKERS):
                return True
            if self._named(node) == _VERSION:
                return True
            # What a UDF or a frame is made by isn't asked for.
            is_called = self._is_called(node)
            if self._is_maker(node) and not is_called:
                return True
            if isinstance(node, cst.Name) and self._stands_for_one(
                node, depth, is_called=is_called
            ):
                return True
        return False

    def _is_called(self, node: cst.CSTNode) -> bool:
        call = self._source.parent(node)
        while isinstance(call, cst.Attribute):
            node, call = call, self._source.parent(call)
        return isinstance(call, cst.Call) and call.func is node

    def _is_maker(self, node: cst.CSTNode) -> bool:
        return self._named(node) in {f"daft.{maker}" for maker in _MAKERS}

    def _named(self, node: cst.CSTNode) -> str | None:
        """The dotted name of something of Daft, whatever else the name may be bound to."""
        if not isinstance(node, cst.Name | cst.Attribute):
            return None
        first, _, rest = dotted(node).partition(".")
        if not first:
            return None
        bound = self._source.bound_at(node, first)
        names = (self._source.imported(binding, first) for binding in bound)
        found = next((name for name in names if name is not None and _is_of_daft(name)), None)
        return f"{found}.{rest}" if found is not None and rest else found

    def _is_text_for(self, node: cst.CSTNode, names: frozenset[str]) -> bool:
        """Whether it is a name as text: `getattr(daft, "func", None)`, `"func" in dir(daft)`."""
        if not isinstance(node, cst.SimpleString) or str(node.evaluated_value) not in names:
            return False
        around = self._source.ancestors(node)
        whole = next((part for part in around if isinstance(part, cst.Call | cst.Comparison)), None)
        return whole is not None and any(self._named(part) == "daft" for part in walk(whole))

    def _stands_for_one(self, name: cst.Name, depth: int, *, is_called: bool) -> bool:
        """Whether a name was bound to an answer to such a question, or as one of two answers."""
        bound = self._source.assignments(name) if depth < _DEEPEST else ()
        return any(
            self._answers(binding, depth + 1)
            for binding in bound
            if isinstance(binding.node, cst.FunctionDef) == is_called
        )

    def _answers(self, binding: Assignment, depth: int) -> bool:
        known = self._answered.get((binding, depth))
        if known is None:
            known = self._answered[binding, depth] = self._binds_answer(binding, depth)
        return known

    def _binds_answer(self, binding: Assignment, depth: int) -> bool:
        node = binding.node
        if isinstance(node, cst.FunctionDef):
            returns = list(walk_for(cst.Return, node.body))
            return any(self._is_answer(return_, return_.value, depth) for return_ in returns)
        if not isinstance(node, cst.Name):
            return False
        around = self._source.statement(node)
        assigned = next(
            (
                ancestor.value
                for ancestor in self._source.ancestors(node)
                if isinstance(ancestor, cst.Assign | cst.AnnAssign)
            ),
            None,
        )
        return around is not None and self._is_answer(around, assigned, depth)

    def _is_answer(
        self, statement: cst.CSTNode, value: cst.BaseExpression | None, depth: int
    ) -> bool:
        """Whether a value depends on Daft, or it does whether the statement is run that has it."""
        if value is not None and self._asks(value, depth):
            return True
        for node in self._source.ancestors(statement):
            if isinstance(node, cst.FunctionDef | cst.ClassDef):
                return False
            if isinstance(node, cst.If) and self._asks(node.test, depth):
                return True
            if isinstance(node, cst.Try) and self._tries(node):
                return True
        return False


def _is_of_daft(name: str) -> bool:
    return name == "daft" or name.startswith("daft.")


def _imports_maker(node: cst.ImportFrom) -> bool:
    if isinstance(node.names, cst.ImportStar) or node.module is None or node.relative:
        return False
    from_daft = _is_of_daft(dotted(node.module))
    return from_daft and any(dotted(name.name) in _MAKERS for name in node.names)


def _asks_version(node: cst.CSTNode) -> bool:
    """Whether it is `version("daft")`, of whatever module."""
    if not isinstance(node, cst.Call) or not node.args:
        return False
    name = node.func.attr if isinstance(node.func, cst.Attribute) else node.func
    package = node.args[0].value
    return (
        isinstance(name, cst.Name)
        and name.value in _GIVES_VERSION
        and isinstance(package, cst.SimpleString)
        and package.evaluated_value in _PACKAGES
    )


def _types_of(handler: cst.ExceptHandler) -> list[cst.BaseExpression]:
    """The exceptions that a handler names; a bare one catches all."""
    if handler.type is None:
        return [cst.Name("BaseException")]
    if isinstance(handler.type, cst.Tuple):
        return [element.value for element in handler.type.elements]
    return [handler.type]


def _leaves(block: cst.BaseSuite) -> bool:
    """Whether code ends in leaving the function or the module."""
    last = block.body[-1] if block.body else None
    while isinstance(last, cst.SimpleStatementLine):
        last = last.body[-1]
    return isinstance(last, cst.Return | cst.Raise)
