"""Which imports surely succeed: of modules in sight, that import nothing that may be missing."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import libcst as cst

from daft_lint.documents.imports import Import, imports_of, member
from daft_lint.reading.bindings import module_of
from daft_lint.reading.targets import dotted, names_in
from daft_lint.reading.walking import children

if TYPE_CHECKING:
    from daft_lint.documents.document import Document
    from daft_lint.documents.project import Project

_IMPORT_ERRORS = frozenset({"ImportError", "ModuleNotFoundError"})
_CATCHING = _IMPORT_ERRORS | {"Exception", "BaseException"}
# Modules of Python that some version of it or some system hasn't.
_NOT_EVERYWHERE = frozenset(
    {
        "_winapi",
        "asynchat",
        "asyncore",
        "audioop",
        "cgi",
        "compression",
        "crypt",
        "curses",
        "dbm",
        "distutils",
        "ensurepip",
        "fcntl",
        "grp",
        "imp",
        "lib2to3",
        "msvcrt",
        "pwd",
        "readline",
        "resource",
        "smtpd",
        "spwd",
        "sqlite3",
        "telnetlib",
        "termios",
        "tkinter",
        "tomllib",
        "winreg",
        "zoneinfo",
    }
)
# What Python's modules have by whatever version.
_NAMES = {
    "__future__": {"annotations"},
    "abc": {"ABC", "abstractmethod"},
    "collections": {"Counter", "OrderedDict", "defaultdict", "deque", "namedtuple"},
    "collections.abc": {"Callable", "Iterable", "Iterator", "Mapping", "Sequence"},
    "contextlib": {"contextmanager", "suppress"},
    "copy": {"copy", "deepcopy"},
    "daft": {"DataFrame", "DataType", "Expression", "Series", "col", "lit", "udf"},
    "dataclasses": {"asdict", "dataclass", "field", "fields", "replace"},
    "datetime": {"date", "datetime", "timedelta", "timezone"},
    "enum": {"Enum", "Flag", "IntEnum", "auto", "unique"},
    "functools": {"cache", "cached_property", "lru_cache", "partial", "reduce", "wraps"},
    "logging": {"getLogger"},
    "math": {"ceil", "floor", "sqrt"},
    "os": {"environ", "getenv", "path"},
    "pathlib": {"Path", "PurePath"},
    "types": {"SimpleNamespace"},
    "typing": {
        "Any",
        "Callable",
        "ClassVar",
        "Dict",
        "Final",
        "Generic",
        "Iterable",
        "Iterator",
        "List",
        "Literal",
        "Mapping",
        "NamedTuple",
        "Optional",
        "Protocol",
        "Sequence",
        "Set",
        "TYPE_CHECKING",
        "Tuple",
        "Type",
        "TypeVar",
        "TypedDict",
        "Union",
    },
}
# Calls that import nothing, by their last name.
_IMPORT_NOTHING = frozenset(
    {
        "Counter",
        "Field",
        "OrderedDict",
        "Path",
        "PurePath",
        "SimpleNamespace",
        "TypeVar",
        "abstractmethod",
        "abspath",
        "auto",
        "basename",
        "batch",
        "bool",
        "cache",
        "cached_property",
        "classmethod",
        "cls",
        "dataclass",
        "defaultdict",
        "dict",
        "dirname",
        "field",
        "float",
        "frozenset",
        "func",
        "get",
        "getLogger",
        "getenv",
        "int",
        "int32",
        "int64",
        "len",
        "list",
        "lower",
        "lru_cache",
        "max",
        "method",
        "min",
        "namedtuple",
        "partial",
        "property",
        "range",
        "resolve",
        "sorted",
        "split",
        "staticmethod",
        "str",
        "string",
        "sum",
        "tuple",
        "udf",
        "upper",
        "wraps",
    }
)
# By these words a text may import what its import statements don't name.
_IMPORTING = ("import_module", "__import__", "pkgutil", "runpy", "exec(", *_IMPORT_ERRORS)
_FOR_TYPE_CHECKERS = frozenset({"TYPE_CHECKING", "typing.TYPE_CHECKING", "t.TYPE_CHECKING"})


@dataclass(frozen=True, slots=True)
class _Told:
    """What is known of importing a module.

    It `succeeds` for sure. One that is `quiet` imports nothing that may be missing, whatever is
    called of it and of what it imports.
    """

    succeeds: bool
    quiet: bool


_NOTHING_TOLD = _Told(succeeds=False, quiet=False)
_SURE = _Told(succeeds=True, quiet=True)


class Importable:
    """Tells which imports of a program surely find what they name, wherever it is run from.

    `tree` gives a module of the project, None for one that can't be read or is still being read.
    """

    def __init__(self, project: Project, tree: Callable[[Document], cst.Module | None]) -> None:
        self._project = project
        self._tree = tree
        self._told: dict[str, _Told] = {}
        self._begun: set[str] = set()

    def succeeds(self, node: cst.Try | cst.TryStar, path: str, *, as_script: bool) -> bool:
        """Whether a `try` of a file is imports that don't fail, and only waits for that.

        So does one whose handler imports the same from the same file by another name. A file that
        is run `as_script` may have no package for its relative imports.
        """
        imports = list(_imports(node.body))
        if not imports or not all(_catches(one, _IMPORT_ERRORS) for one in node.handlers):
            return False
        if self._has_twins(imports, node.handlers, path):
            return True
        return all(
            not (as_script and isinstance(one, cst.ImportFrom) and one.relative)
            and self._of_statement(one, path).succeeds
            for one in imports
        )

    def _has_twins(
        self,
        imports: list[cst.Import | cst.ImportFrom],
        handlers: Iterable[cst.ExceptHandler | cst.ExceptStarHandler],
        path: str,
    ) -> bool:
        """Whether handlers import what a relative import does, from what can only be its module."""
        first = imports[0]
        if len(imports) > 1 or not isinstance(first, cst.ImportFrom) or not first.relative:
            return False
        module = dotted(first.module) if first.module is not None else ""
        document = self._document(module_of(first), path)
        if not module or document is None:
            return False
        for handler in handlers:
            others = list(_imports(handler.body))
            other = others[0] if len(others) == 1 else None
            if not isinstance(other, cst.ImportFrom) or _aliases(other) != _aliases(first):
                return False
            name = module_of(other)
            found = self._document(name, path)
            same = found is None or found.path == document.path
            if not same or not f".{name}".endswith(f".{module}"):
                return False
        return True

    def _document(self, module: str, path: str) -> Document | None:
        name = self._project.absolute(module, path)
        return None if name is None else self._project.module(name, path)

    def _of_statement(self, node: cst.Import | cst.ImportFrom, path: str) -> _Told:
        if isinstance(node, cst.Import):
            return _all(self._of_module(dotted(one.name), path) for one in node.names)
        names = tuple(name for name, _ in _aliases(node))
        return self._of_names(Import(module_of(node), names), path)

    def _of_names(self, one: Import, path: str) -> _Told:
        """`from module import names`."""
        level = len(one.module) - len(one.module.lstrip("."))
        if level and not self._project.absolute("." * level, path):
            return _NOTHING_TOLD
        module = self._project.absolute(one.module, path)
        if not module:
            return _NOTHING_TOLD
        document = self._project.module(module, path)
        if document is not None and self._has_begun(document):
            # It may have bound nothing yet, but its modules are found all the same.
            modules = [self._of_module(member(module, name), path) for name in one.names or ()]
            return _all(modules) if modules else _NOTHING_TOLD
        told = self._of_module(module, path)
        tree = self._tree(document) if document is not None else None
        bound = _bound(tree) if tree is not None else _NAMES.get(module, set())
        missing = [name for name in one.names or () if name != "*" and name not in bound]
        return _all([told, *(self._of_module(member(module, name), path) for name in missing)])

    def _of_module(self, name: str, path: str) -> _Told:
        """What is known of `import name`, and with it of the packages around the module."""
        top, *_ = parts = name.split(".")
        if top in sys.stdlib_module_names:
            known = top not in _NOT_EVERYWHERE and (len(parts) == 1 or name in _NAMES)
            return _SURE if known else _NOTHING_TOLD
        if name == "daft":
            return _SURE
        if not self._project.is_beside(top, path):
            return _NOTHING_TOLD
        packages = (".".join(parts[: end + 1]) for end in range(len(parts)))
        documents = [self._project.module(one, path) for one in packages]
        if documents[-1] is None:
            return _NOTHING_TOLD
        # A package that imports its own modules is there by then.
        around = [one for one in documents[:-1] if one is not None and not self._has_begun(one)]
        return _all(map(self._of_document, [*around, documents[-1]]))

    def _has_begun(self, document: Document) -> bool:
        """Whether an import of a document led to the one that is looked at."""
        return document.path in self._begun

    def _of_document(self, document: Document) -> _Told:
        path = document.path
        if path not in self._told:
            # One that leads back to itself may not be there yet.
            self._told[path] = _NOTHING_TOLD
            tree = self._tree(document)
            if tree is not None:
                known = set(self._told)
                self._begun.add(path)
                told = self._told[path] = self._of_tree(tree, document)
                self._begun.remove(path)
                if told != _SURE:
                    self._forget_others(known)
        return self._told[path]

    def _forget_others(self, known: set[str]) -> None:
        """Forget what was told for sure of modules that may have counted on one that isn't."""
        self._told = {
            path: told
            for path, told in self._told.items()
            if path in known or told == _NOTHING_TOLD
        }

    def _of_tree(self, tree: cst.Module, document: Document) -> _Told:
        plain, nodes = True, list(_run_on_import(tree))
        imports = [one for one in nodes if isinstance(one, cst.Import | cst.ImportFrom)]
        for node in nodes:
            if isinstance(node, cst.Raise):
                return _NOTHING_TOLD
            called = _called(node)
            plain = plain and (called is None or called in _IMPORT_NOTHING)
        told = _all(self._of_statement(one, document.path) for one in imports)
        quiet = told.quiet and self._is_quiet(document)
        return _Told(succeeds=told.succeeds and (plain or quiet), quiet=quiet)

    def _is_quiet(self, document: Document) -> bool:
        """Whether no function of a module imports what may be missing, nor has Daft do so."""
        text = document.text
        if any(word in text for word in _IMPORTING) or ".read_" in text or ".write_" in text:
            return False
        return all(
            self._of_names(one, document.path).succeeds
            if one.names is not None
            else self._of_module(one.module, document.path).succeeds
            for one in imports_of(text)
        )


def _all(told: Iterable[_Told]) -> _Told:
    every = list(told)
    return _Told(all(one.succeeds for one in every), all(one.quiet for one in every))


def _imports(body: cst.BaseSuite) -> Iterator[cst.Import | cst.ImportFrom]:
    """The imports of a block that is nothing else; none of any other."""
    parts = [
        part
        for line in body.body
        for part in (line.body if isinstance(line, cst.SimpleStatementLine) else [line])
    ]
    if all(isinstance(part, cst.Import | cst.ImportFrom) for part in parts):
        yield from (part for part in parts if isinstance(part, cst.Import | cst.ImportFrom))


def _aliases(node: cst.ImportFrom) -> list[tuple[str, str]]:
    """The names that are imported, each with what it is called from then on."""
    if isinstance(node.names, cst.ImportStar):
        return []
    names = [(dotted(one.name), one.asname) for one in node.names]
    return [
        (name, name if alias is None or not isinstance(alias.name, cst.Name) else alias.name.value)
        for name, alias in names
    ]


def _catches(handler: cst.ExceptHandler | cst.ExceptStarHandler, errors: frozenset[str]) -> bool:
    """Whether all that a handler names are such errors."""
    if handler.type is None:
        return False
    kinds = handler.type.elements if isinstance(handler.type, cst.Tuple) else None
    named = [handler.type] if kinds is None else [one.value for one in kinds]
    return all(dotted(one) in errors for one in named)


def _bound(tree: cst.Module) -> set[str]:
    """The names that a module binds for sure, and doesn't delete."""
    names: set[str] = set()
    for line in tree.body:
        if isinstance(line, cst.FunctionDef | cst.ClassDef):
            names.add(line.name.value)
        for part in line.body if isinstance(line, cst.SimpleStatementLine) else ():
            if isinstance(part, cst.Assign):
                names |= {name for one in part.targets for name in names_in(one.target)}
            elif isinstance(part, cst.AnnAssign) and part.value is not None:
                names |= names_in(part.target)
            elif isinstance(part, cst.ImportFrom):
                names |= {name for _, name in _aliases(part)}
            elif isinstance(part, cst.Del):
                names -= names_in(part.target)
    return names


def _run_on_import(tree: cst.Module) -> Iterator[cst.CSTNode]:
    """The nodes that are run when a module is imported, but for what is tried there."""
    waiting: list[cst.CSTNode] = [*tree.body]
    while waiting:
        node = waiting.pop()
        yield node
        if isinstance(node, cst.Lambda):
            continue
        if isinstance(node, cst.FunctionDef):
            waiting += [*node.decorators, node.params]
        elif isinstance(node, cst.If) and dotted(node.test) in _FOR_TYPE_CHECKERS:
            waiting += [node.orelse] if node.orelse is not None else []
        elif isinstance(node, cst.Try) and any(map(_is_net, node.handlers)):
            waiting += [one for one in children(node) if one is not node.body]
        else:
            waiting += children(node)


def _is_net(handler: cst.ExceptHandler) -> bool:
    """Whether a handler catches that a module is missing."""
    return handler.type is None or _catches(handler, _CATCHING)


def _called(node: cst.CSTNode) -> str | None:
    """The last name of what a node calls, empty where it has none; None if it calls nothing."""
    if isinstance(node, cst.Decorator):
        inner = node.decorator
        return None if isinstance(inner, cst.Call) else dotted(inner).rpartition(".")[2]
    return dotted(node.func).rpartition(".")[2] if isinstance(node, cst.Call) else None
