"""The modules of a project as reading sees them: each with its index, found by its name."""

from __future__ import annotations

import ast
import re
from functools import cached_property, lru_cache, partial
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from daft_lint.documents.pragmas import read_pragmas
from daft_lint.documents.project import is_test_file
from daft_lint.index.code import Import, Index, Place
from daft_lint.index.expressions import place_of
from daft_lint.index.statements import Noted, index_of, noted_index_of
from daft_lint.index.traversal import walk
from daft_lint.modules.candidates import sets_by_text, words_in, written_in
from daft_lint.modules.hint_facts import Hints
from daft_lint.modules.import_graph import imported_by, leading_to
from daft_lint.plan.span import Span
from daft_lint.records import dataclass, replace
from daft_lint.syntax.deep_stack import with_deep_stack
from daft_lint.syntax.source import SourceSyntaxError, check_length, checked, parsed
from daft_lint.syntax.validation import explained

if TYPE_CHECKING:
    from collections.abc import Iterator, Set

    from daft_lint.documents.document import Document
    from daft_lint.documents.project import Answers, Project

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
Placed = ast.expr | ast.stmt | ast.arg | ast.keyword | ast.ExceptHandler
"""What has a place in its file."""
_PACKAGE = "__init__"
_NOTED = (ast.Call, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
# What holds statements, or what holds these.
_BLOCKS = ("body", "cases", "finalbody", "handlers", "orelse")
_NAMED = re.compile(r"(?:async[\s\\]+)?(?:def|class)[\s\\]+(\w)")
# Methods that hardly anything but frames has.
_ASKED = (
    ".collect(",
    ".count_rows(",
    ".explode(",
    ".into_batches(",
    ".into_partitions(",
    ".iter_partitions(",
    ".iter_rows(",
    ".repartition(",
    ".show(",
    ".to_arrow",
    ".to_pandas(",
    ".to_pydict(",
    ".to_pylist(",
    ".where(",
    ".with_column",
    ".write_",
)


class Module:
    """A file of a project, indexed when that is first asked for.

    A file that isn't a Python program has an empty index. One that `is_linted` is asked for the
    expressions of its tree too.
    """

    def __init__(self, document: Document, answers: Answers, *, may_make_frames: bool) -> None:
        self.document = document
        self._answers = answers
        self.path = document.path
        self.may_make_frames = may_make_frames
        self.is_test = is_test_file(document.path)
        self.imports_daft = document.imports_daft
        self.is_linted = False
        self._error: SourceSyntaxError | None = None

    @cached_property
    def index(self) -> Index:
        """What one pass over it found; nothing where Python refuses it."""
        try:
            found: Index = self._answers(self.document.text, self._indexed)
        except SourceSyntaxError as error:
            self._error = error
            return index_of(ast.Module([], []))
        return found

    @property
    def is_read(self) -> bool:
        """Whether it is a Python program."""
        return bool(self.index.scopes) and self._error is None

    def _indexed(self, text: str) -> Index:
        check_length(text)
        # Rules ask for the expressions of what they lint: one pass gives both.
        return checked(_noted(text).index if self.is_linted else _index_of(_tree_of(text)))

    @property
    def written(self) -> tuple[ast.Module, Noted]:
        """The tree of its text, and the expressions of that as its index has them.

        Raises:
            SourceSyntaxError: when it is no Python program.
        """
        self.is_linted = True
        self.check()
        noted = _noted(self.document.text)
        return noted.tree, noted.expressions

    def check(self) -> None:
        """Check that it is a Python program.

        Raises:
            SourceSyntaxError: when it is none.
        """
        if self.index is not None and self._error is not None:
            raise self._error

    @cached_property
    def may_have_frames(self) -> bool:
        """Whether it imports Daft, or has the name of a method of frames."""
        return self.imports_daft or any(word in self.document.text for word in _ASKED)

    def says(self, names: Set[str]) -> bool:
        """Whether its text has one of some words. Otherwise none of these is in its index."""
        # A search for a few names takes a thirtieth of the time to split a text (deltacat's files).
        text = self.document.text
        return any(name in text for name in names) and not names.isdisjoint(self._words)

    @cached_property
    def _words(self) -> frozenset[str]:
        return words_in(self.document.text)

    def may_set(self, name: str) -> bool:
        """Whether it may set a name of another module, or of an object, or change what it holds."""
        if name not in self.document.text:
            return self.document.once(sets_by_text)
        return self._written is None or name in self._written

    @cached_property
    def _written(self) -> frozenset[str] | None:
        found: frozenset[str] | None = self._answers(self.document.text, written_in)
        return found

    @cached_property
    def tree(self) -> ast.Module:
        """The tree of its text, for questions about how it is written.

        Raises:
            SourceSyntaxError: when it is no Python program.
        """
        self.check()
        return self.written[0] if self.is_linted else _tree_of(self.document.text)

    @cached_property
    def hints(self) -> Hints:
        """What its hint comments say, by place.

        Raises:
            SourceSyntaxError: when it is no Python program.
        """
        self.check()
        found = read_pragmas(self.document.text, self.path, ()).hints
        if not found:
            return Hints((), ())
        located = [replace(hint, span=self.document.located(hint.span)) for hint in found]
        definitions = (node for node in walk(self.tree) if isinstance(node, Definition))
        blocks = [(_first_line(node), node.end_lineno or 0) for node in definitions]
        return Hints(located, blocks)

    @property
    def is_package(self) -> bool:
        """Whether it is the `__init__.py` of a package."""
        return self.path.rpartition("/")[2].partition(".")[0] == _PACKAGE

    def span(self, place: Place) -> Span:
        """The span of an entry of the index."""
        line, column, end_line, end_column = place
        return self.between(self._point(line, column), self._point(end_line, end_column))

    def between(self, start: tuple[int, int], end: tuple[int, int]) -> Span:
        """A stretch of the file, by lines and columns of characters."""
        return self.document.located(Span(self.path, *start, *end))

    def method_span(self, start: tuple[int, int], place: Place) -> Span:
        """From the name of a method to the end of its call."""
        return self.between(self._point(*start), self._point(*place[2:]))

    def _point(self, line: int, offset: int) -> tuple[int, int]:
        text = self.document.lines[line - 1] if offset else ""
        if text.isascii():
            return line, offset + 1
        return line, len(text.encode()[:offset].decode(errors="replace")) + 1

    def start_of(self, node: Placed) -> tuple[int, int]:
        """Where a node of its tree begins."""
        return self._point(node.lineno, node.col_offset)

    def end_of(self, node: Placed) -> tuple[int, int]:
        """Where a node of its tree ends."""
        return self._point(node.end_lineno or node.lineno, node.end_col_offset or 0)

    def span_of(self, node: Placed) -> Span:
        """Where a node of its tree stands."""
        return self.between(self.start_of(node), self.end_of(node))

    def name_span(self, node: Definition) -> Span:
        """Where the name of a function or class stands in its definition."""
        found = _NAMED.match(self.document.text, self.document.offset(*self.start_of(node)))
        assert found is not None
        line, column = self.document.place_at(found.start(1))
        return self.between((line, column), (line, column + len(node.name)))

    def whole_span(self, node: Definition) -> Span:
        """All of a function or class, from its first decorator on."""
        if not node.decorator_list:
            return self.span_of(node)
        first = self.document.offset(*self.start_of(node.decorator_list[0]))
        at = self.document.text.rfind("@", 0, first)
        return self.between(self.document.place_at(at), self.end_of(node))

    @cached_property
    def statements(self) -> dict[ast.expr, tuple[ast.stmt, list[ast.stmt]]]:
        """The statements that only assign what a call gives, by the call, with their blocks."""
        found: dict[ast.expr, tuple[ast.stmt, list[ast.stmt]]] = {}
        waiting: list[ast.AST] = [self.tree]
        while waiting:
            node = waiting.pop()
            for name in _BLOCKS:
                value = getattr(node, name, None)
                block: list[ast.stmt] = value if isinstance(value, list) else []
                waiting += block
                for statement in block:
                    if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Call):
                        found[statement.value] = statement, block
        return found

    def text(self, start: tuple[int, int], end: tuple[int, int]) -> str:
        """The text between two places."""
        return self.document.text[self.document.offset(*start) : self.document.offset(*end)]

    @cached_property
    def nodes(self) -> dict[tuple[type, Place], ast.AST]:
        """The calls, functions, lambdas and classes of its tree, by where they stand."""
        return {
            (type(node), place_of(node)): node
            for node in walk(self.tree)
            if isinstance(node, _NOTED)
        }

    def call_at(self, place: Place) -> ast.Call:
        """The call at a place."""
        node = self.nodes[ast.Call, place]
        assert isinstance(node, ast.Call)
        return node


@dataclass(frozen=True, slots=True)
class _Noted:
    """A tree, its index, and its expressions as that has them."""

    tree: ast.Module
    index: Index
    expressions: Noted


# Many modules may be parsed between two questions of rules about the file that is linted.
@lru_cache(maxsize=1)
def _noted(text: str) -> _Noted:
    tree = _tree_of(text)
    return _Noted(tree, *with_deep_stack(partial(noted_index_of, tree)))


def _tree_of(text: str) -> ast.Module:
    """The tree of a text.

    Raises:
        SourceSyntaxError: when it is no Python program.
    """
    tree = parsed(text)
    if isinstance(tree, SourceSyntaxError):
        raise explained(text, tree)
    return tree


def _index_of(tree: ast.Module) -> Index:
    try:
        return index_of(tree)
    except RecursionError:
        return with_deep_stack(lambda: index_of(tree))


def _first_line(node: Definition) -> int:
    """The line of the first decorator of a function or class, else its own."""
    return node.decorator_list[0].lineno if node.decorator_list else node.lineno


# With each keystroke in an editor, a new project begins, with all other files unchanged.
_KNOWN: WeakValueDictionary[tuple[Document, bool], Module] = WeakValueDictionary()


class ModuleMap:
    """The modules of a project, each made once."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self._modules: dict[str, Module] = {}
        self._named: dict[tuple[str, str], Module | None] = {}
        self._importers: dict[str, tuple[Module, ...]] = {}
        self._alike: dict[tuple[Module, ...], tuple[Module, ...]] = {}
        self._leading: dict[str, tuple[Module, ...]] = {}
        self._imported: dict[str, tuple[Module, ...]] = {}

    def of(self, document: Document) -> Module:
        """The module that a file is."""
        module = self._modules.get(document.path)
        if module is None:
            leads = document.imports_daft or self.project.leads_to_daft(document.path)
            module = _KNOWN.get((document, leads)) or Module(
                document, self.project.answers, may_make_frames=leads
            )
            _KNOWN[document, leads] = self._modules[document.path] = module
        return module

    def at(self, path: str) -> Module | None:
        """The module at a path, if it was asked for before."""
        return self._modules.get(path)

    def named(self, name: str, level: int, near: Module) -> Module | None:
        """The module that another one imports by a name, with so many dots before it."""
        key = f"{'.' * level}{name}", near.path
        if key not in self._named:
            self._named[key] = self._found(*key)
        return self._named[key]

    def unread(self, name: str, level: int, near: Module) -> str | None:
        """The dotted name of a module that another one imports, if that can't be read."""
        written, module = f"{'.' * level}{name}", self.named(name, level, near)
        if module is not None and not module.is_read:
            path: str | None = module.path
        else:
            path = self.project.unread(written, near.path)
        return None if path is None else self.project.module_of(path) or written

    def _found(self, name: str, near: str) -> Module | None:
        document = self.project.module(name, near)
        return None if document is None else self.of(document)

    def run_by(self, import_: Import, near: Module) -> Iterator[Module]:
        """The modules that an import runs: packages first, and what it takes of one last."""
        parts = import_.module.split(".") if import_.module else []
        names = [".".join(parts[: count + 1]) for count in range(len(parts))]
        for name in (*names, ".".join([*parts, import_.name or ""])):
            found = self.named(name, import_.level, near)
            if found is not None:
                yield found

    def importers(self, module: Module) -> tuple[Module, ...]:
        """The modules that import a module, by path."""
        if module.path not in self._importers:
            found = tuple(map(self.of, self.project.importers(module.path)))
            # Many modules share importers.
            self._importers[module.path] = self._alike.setdefault(found, found)
        return self._importers[module.path]

    def leading_to(self, module: Module) -> tuple[Module, ...]:
        """The modules that import a module or one of these, but for tests."""
        if module.path not in self._leading:
            found = leading_to(module.document, self.project)
            self._leading[module.path] = tuple(map(self.of, found))
        return self._leading[module.path]

    def imported_by(self, module: Module) -> tuple[Module, ...]:
        """The modules that a module imports, directly."""
        if module.path not in self._imported:
            found = imported_by(module.document, self.project)
            self._imported[module.path] = tuple(map(self.of, found))
        return self._imported[module.path]
