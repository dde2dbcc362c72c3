"""What code may do to Daft and to other modules, by the names that it mentions.

A function may do what it says itself, and whatever anything does that it mentions. The answer may
be yes too often, never no: what it doesn't mention comes by an argument, of which its caller knows.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Flag, auto
from pathlib import PurePath
from typing import TYPE_CHECKING

from daft_lint.documents.imports import member
from daft_lint.index.walking import (
    FUNCTIONS,
    MUTATORS,
    around,
    bound_in,
    children,
    imported_name,
    place_of,
    root_of,
)
from daft_lint.reading.syntax import SourceSyntaxError, parsed

if TYPE_CHECKING:
    from daft_lint.documents.document import Document
    from daft_lint.documents.project import Project

_RUNNING = frozenset(
    {"collect", "count_rows", "iter_partitions", "iter_rows", "show", "to_arrow", "to_arrow_iter"}
    | {"to_dask_dataframe", "to_pandas", "to_pydict", "to_pylist", "to_ray_dataset"}
    | {"to_torch_dataloader", "to_torch_iter_dataset", "to_torch_map_dataset"}
)
_CHOOSING = frozenset({"set_runner_native", "set_runner_py", "set_runner_ray"})
# What is asked of frames, and hardly of anything else without a frame nearby.
_OF_FRAMES = _RUNNING | frozenset(
    {"drop_duplicates", "drop_nan", "drop_null", "exclude", "explode", "filter", "groupby"}
    | {"into_batches", "into_partitions", "limit", "pivot", "repartition", "sample", "select"}
    | {"transform", "union_all", "unpivot", "where", "with_column", "with_column_renamed"}
    | {"with_columns", "with_columns_renamed"}
)
_DISCOVERING = frozenset(
    {"__import__", "import_module", "load_module", "module_from_spec", "run_module", "run_path"}
)
# What may bind names that no statement shows, or looks at all that are bound by then.
_HIDING = frozenset({"__dict__", "exec", "globals", "locals", "modules", "setattr", "vars"})
# Methods of paths and files.
_OF_FILES = frozenset({"write_bytes", "write_text", "write_through"})
_RUNNER_VARIABLE = "DAFT_RUNNER"
_OWN = frozenset({"cls", "self"})
_FUNCTIONS = (*FUNCTIONS, ast.Lambda)
_Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
_CHANGING = frozenset({ast.Attribute, ast.Subscript, ast.Call})
_NOTING = "__init_subclass__"


class Doing(Flag):
    """What code does.

    It has to do with Daft, runs an action, chooses a runner, imports modules by names that it works
    out, changes something that is there before and after it, or changes what it is given.
    """

    NOTHING = 0
    DAFT = auto()
    RUN = auto()
    CHOOSE = auto()
    DISCOVER = auto()
    CHANGE = auto()
    CHANGE_GIVEN = auto()


_ACTING = Doing.RUN | Doing.CHOOSE | Doing.DISCOVER | Doing.CHANGE
_ANYTHING = Doing.DAFT | Doing.CHANGE_GIVEN | _ACTING


@dataclass(frozen=True, slots=True)
class Code:
    """Some code: what it does itself, the names that it mentions and the attributes it asks for."""

    does: Doing
    names: frozenset[str]
    attributes: frozenset[str]


_NOTHING = Code(Doing.NOTHING, frozenset(), frozenset())


@dataclass(frozen=True, slots=True)
class Call:
    """A call that a module makes when it is imported.

    `code` is what is called, `given` are the names in its arguments, and `owner` is that which a
    method is of, empty where there is none. So is a change in place, of which nothing is called.
    """

    code: Code
    given: frozenset[str]
    owner: str


@dataclass(frozen=True, slots=True)
class Outline:
    """A module: what its functions, classes and variables are made of, and what it does itself.

    `outside` is all that it mentions outside of functions, `bases` are those of its classes.
    `imports` lead from the names that it binds to the modules and names in them that they may stand
    for, the name None for a module itself; of these, some are `of_daft`. It takes all names of
    those that are `starred`. `surely` are the modules and names that every run imports, `perhaps`
    those in blocks. It `is_open` where it may bind names that no statement shows. One that
    `is_unread` may do anything: the running Python doesn't know its syntax.
    """

    made_of: Mapping[str, Code]
    variables: frozenset[str]
    does: Doing
    calls: tuple[Call, ...]
    outside: Code
    bases: frozenset[str]
    imports: Mapping[str, tuple[tuple[str, str | None], ...]]
    starred: tuple[str, ...]
    of_daft: frozenset[str]
    surely: tuple[tuple[str, str | None], ...]
    perhaps: tuple[tuple[str, str | None], ...]
    is_open: bool = False
    is_unread: bool = False


Meant = tuple["Document", str | None]
"""A name in a module of the project, or None for the module itself."""

_UNREAD = Outline(
    {}, frozenset(), _ANYTHING, (), _NOTHING, frozenset(), {}, (), frozenset(), (), (), True, True
)


def words_of(document: Document, project: Project) -> frozenset[str]:
    """The names and attributes that the code of a file mentions."""
    outline = _outline(document, project)
    codes = (*outline.made_of.values(), outline.outside)
    return frozenset[str]().union(*(one.names | one.attributes for one in codes))


def may_hold_steps(document: Document, project: Project) -> bool:
    """Whether part of a pipeline may stand in a file that doesn't import Daft."""
    if not any(f".{name}" in document.text for name in (*_OF_FRAMES, "write_")):
        return False
    outline = _outline(document, project)
    codes = outline.made_of.values()
    return outline.is_unread or any(
        not one.attributes.isdisjoint(_OF_FRAMES)
        or any(name.startswith("write_") and name not in _OF_FILES for name in one.attributes)
        for one in (*codes, outline.outside)
    )


def may_lead_to(root: Document, document: Document, project: Project) -> bool:
    """Whether code of a file may run that of another one, or decides on which runner it runs.

    It may say yes too often.
    """
    does, paths = project.once((_reached, root), lambda asked: _reached(root, asked))
    return document.path in paths or bool(does & (Doing.CHOOSE | Doing.DISCOVER))


def _reached(root: Document, project: Project) -> tuple[Doing, frozenset[str]]:
    """What all code of a file does, and the files of which it may run some."""
    outline = _outline(root, project)
    names = frozenset((*outline.made_of, *outline.outside.names, *outline.bases))
    attributes = outline.outside.attributes.union(
        *(one.attributes for one in outline.made_of.values())
    )
    does, paths = outline.does | outline.outside.does, set()
    for one, path in _mentioned_by(Code(does, names, attributes), root, project):
        does |= one
        paths.add(path)
    return does, frozenset(paths)


def is_open(document: Document, project: Project) -> bool:
    """Whether a module may bind names that no statement of it shows."""
    return _outline(document, project).is_open


def touches_daft(document: Document, name: str, project: Project) -> bool:
    """Whether a function, class or variable of a module may have to do with Daft by itself."""
    key = touches_daft, document, name
    return project.once(key, lambda asked: _touches(document, name, asked))


def _touches(document: Document, name: str, project: Project) -> bool:
    code = Code(Doing.NOTHING, frozenset({name}), frozenset())
    found = _mentioned_by(code, document, project, project.leads_to_daft)
    return any(Doing.DAFT in does for does, _ in found)


def acts(document: Document, project: Project) -> bool:
    """Whether importing a module may choose the runner, run a frame or change another module."""
    return project.once((acts, document), lambda asked: _acts(document, asked))


def _acts(document: Document, project: Project) -> bool:
    seen = {document.path}
    waiting = [document]
    while waiting:
        one = waiting.pop()
        if _acts_alone(one, project):
            return True
        outline = _outline(one, project)
        for other in _documents((*outline.surely, *outline.perhaps), one, project):
            if other.path not in seen:
                seen.add(other.path)
                waiting.append(other)
    return False


def acts_itself(document: Document, project: Project) -> bool:
    """Whether a module does so, whatever the modules do that it surely imports."""
    if _acts_alone(document, project):
        return True
    modules = _documents(_outline(document, project).perhaps, document, project)
    return any(acts(one, project) for one in modules)


def _acts_alone(document: Document, project: Project) -> bool:
    key = _acts_alone, document
    return project.once(key, lambda asked: _acts_itself(document, asked))


def _acts_itself(document: Document, project: Project) -> bool:
    outline = _outline(document, project)
    if outline.does & _ACTING:
        return True
    for call in outline.calls:
        does = _closure(call.code, document, project)
        if does & _ACTING or _is_of_variable(call, document, project):
            return True
        if Doing.CHANGE_GIVEN in does and any(
            _is_variable(name, document, project) for name in call.given
        ):
            return True
    return any(_notes_subclasses(base, document, project) for base in outline.bases)


def _is_of_variable(call: Call, document: Document, project: Project) -> bool:
    """Whether a call is one of a method of what is a variable of another module."""
    if not call.owner:
        return False
    if _is_variable(call.owner, document, project):
        return True
    modules = (one for one, own in _meant(call.owner, document, project) if own is None)
    return any(_outline(one, project).variables & call.code.attributes for one in modules)


def _notes_subclasses(base: str, document: Document, project: Project) -> bool:
    """Whether a class does something when another one is made of it."""
    for other, own in ((document, base), *_meant(base, document, project)):
        code = _outline(other, project).made_of.get(f"{own}.{_NOTING}")
        if code is not None and _closure(code, other, project) & (_ACTING | Doing.CHANGE_GIVEN):
            return True
    return False


def surely_imported(document: Document, project: Project) -> tuple[Document, ...]:
    """The modules of the project that a module imports when it is imported, in their order."""
    key = surely_imported, document
    return project.once(
        key, lambda asked: tuple(_documents(_outline(document, asked).surely, document, asked))
    )


def _documents(
    imports: Iterable[tuple[str, str | None]], document: Document, project: Project
) -> Iterator[Document]:
    """The modules of the project behind some imports of a file, and the packages around them."""
    named: dict[str, list[str]] = {}
    for module, name in imports:
        named.setdefault(module, []).extend([] if name is None else [name])
    for module, own in named.items():
        whole = project.absolute(module, document.path)
        if whole is None:
            continue
        parts = whole.split(".")
        names = [".".join(parts[:end]) for end in range(1, len(parts) + 1)]
        found = [project.module(each, document.path) for each in names if each]
        # Only a package, or a folder without a module of its own, has modules in it.
        if found and (found[-1] is None or _is_package(found[-1])):
            found += [project.module(member(whole, name), document.path) for name in own]
        yield from (one for one in found if one is not None)


def _is_package(document: Document) -> bool:
    return PurePath(document.path).stem == "__init__"


def _is_variable(name: str, document: Document, project: Project) -> bool:
    """Whether an imported name may stand for a variable of another module of the project."""
    for other, own in _meant(name, document, project):
        outline = _outline(other, project)
        if own is None:
            continue
        if own in outline.variables:
            return True
        if own not in outline.made_of and _is_variable(own, other, project):
            return True
    return False


class _Imported:
    """What the imported names of a file may stand for, each looked up once."""

    def __init__(self, document: Document, project: Project) -> None:
        self._known: dict[str, tuple[Meant, ...]] = {}
        outline = _outline(document, project)
        for name, sources in outline.imports.items():
            self._known[name] = tuple(_meant_by(sources, document, project))
        self._starred = [
            found
            for module in outline.starred
            for found, _ in _meant_by([(module, None)], document, project)
        ]

    def __call__(self, name: str, *, starred: bool) -> Iterable[Meant]:
        """What a name may stand for: a name of a module of the project, or a module itself."""
        known = self._known.get(name, ())
        if not (self._starred and starred):
            return known
        return (*known, *((module, name) for module in self._starred))


def _imported_by(document: Document, project: Project) -> _Imported:
    return project.once((_Imported, document), lambda asked: _Imported(document, asked))


def _meant(name: str, document: Document, project: Project) -> Iterable[Meant]:
    return _imported_by(document, project)(name, starred=True)


def _meant_by(
    sources: Iterable[tuple[str, str | None]], document: Document, project: Project
) -> Iterator[Meant]:
    for module, own in sources:
        whole = project.absolute(module, document.path)
        if whole is None:
            continue
        found = project.module(whole, document.path) if whole else None
        if found is not None and found != document:
            yield found, own
        if own is not None and (found is None or _is_package(found)):
            inner = project.module(member(whole, own), document.path)
            if inner is not None:
                yield inner, None


def _closure(code: Code, document: Document, project: Project) -> Doing:
    """What some code of a module does, and all that it mentions, in whatever module."""
    does = Doing.NOTHING
    for one, _ in _mentioned_by(code, document, project):
        does |= one
        if does == _ANYTHING:
            break
    return does


def _mentioned_by(
    code: Code,
    document: Document,
    project: Project,
    counts: Callable[[str], bool] = lambda _: True,
) -> Iterator[tuple[Doing, str]]:
    """What code mentions, and what that does, and so on: what each does, and the path of its file.

    Only files whose paths count are looked at.
    """
    seen: set[tuple[str, str]] = set()
    waiting = [(document, code)]
    while waiting:
        place, one = waiting.pop()
        yield one.does, place.path
        outline = _outline(place, project)
        if outline.is_unread:
            yield _ANYTHING, place.path
        behind = _imported_by(place, project)
        for name in one.names:
            if (place.path, name) in seen:
                continue
            seen.add((place.path, name))
            inner = outline.made_of.get(name)
            if inner is not None:
                waiting.append((place, inner))
            if name in outline.of_daft:
                yield Doing.DAFT, place.path
            for other, own in behind(name, starred=inner is None):
                if counts(other.path):
                    # Of a module, any of its names may be meant that the code asks for.
                    asked = one.attributes & _names_of(other, project)
                    names = asked if own is None else frozenset({own})
                    waiting.append((other, Code(Doing.NOTHING, names, one.attributes)))


def _names_of(document: Document, project: Project) -> frozenset[str]:
    """The names that a module binds, but for those that it takes with all of another one."""
    outline = _outline(document, project)
    return frozenset((*outline.made_of, *outline.imports))


def _outline(document: Document, project: Project) -> Outline:
    return project.once((_outline, document), lambda _: outlined(document.text))


def outlined(text: str) -> Outline:
    """The outline of a module by its text."""
    tree = parsed(text)
    return _UNREAD if isinstance(tree, SourceSyntaxError) else _Outlining().module(tree)


class _Outlining:
    """Notes what the statements of a module are made of."""

    def __init__(self) -> None:
        self.made_of: dict[str, Code] = {}
        self.variables: set[str] = set()
        self.does = Doing.NOTHING
        self.calls: list[Call] = []
        # What it does where it is no module that others import.
        self.run_alone = Doing.NOTHING
        self.names: set[str] = set()
        self.attributes: set[str] = set()
        self.bases: set[str] = set()
        self.imports: dict[str, tuple[tuple[str, str | None], ...]] = {}
        self.starred: list[str] = []
        self.is_open = False
        self.surely: list[tuple[str, str | None]] = []
        self.perhaps: list[tuple[str, str | None]] = []

    def module(self, tree: ast.Module) -> Outline:
        for statement in tree.body:
            self._statement(statement)
        return Outline(
            self.made_of,
            frozenset(self.variables),
            self.does,
            tuple(self.calls),
            Code(self.run_alone, frozenset(self.names), frozenset(self.attributes)),
            frozenset(self.bases),
            self.imports,
            tuple(self.starred),
            frozenset(name for name, sources in self.imports.items() if _are_of_daft(sources)),
            tuple(self.surely),
            tuple(self.perhaps),
            self.is_open,
        )

    def _bind(self, node: ast.Import | ast.ImportFrom) -> None:
        for alias, (module, name) in zip(node.names, _imported(node), strict=True):
            if name == "*":
                self.starred.append(module)
                continue
            bound = imported_name(alias)
            self.imports[bound] = (*self.imports.get(bound, ()), (module, name))

    def _statement(self, statement: ast.stmt) -> None:
        match statement:
            case ast.Import() | ast.ImportFrom():
                self._bind(statement)
                self.surely += _imported(statement)
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                self._note(statement.name, self._code(statement))
                if isinstance(statement, ast.ClassDef):
                    self._note_class(statement)
                self._at_import(statement)
            case ast.If(test=test) if _is_main(test) or _is_for_type_checkers(test):
                code = self._code(statement)
                if _is_main(test):
                    self.run_alone |= code.does
                    self.names |= code.names
                    self.attributes |= code.attributes
                for one in statement.orelse:
                    self._statement(one)
            case _:
                # What it changes is noted by the names that it changes.
                code = self._code(statement)
                code = replace(code, does=code.does & ~(Doing.CHANGE | Doing.CHANGE_GIVEN))
                for name in bound_in([statement]):
                    self._note(name, code)
                    self.variables.add(name)
                self._at_import(statement)

    def _note_class(self, node: ast.ClassDef) -> None:
        self.bases |= _names(node.bases)
        for one in node.body:
            if isinstance(one, ast.FunctionDef) and one.name == _NOTING:
                self._note(f"{node.name}.{_NOTING}", self._code(one))

    def _code(self, statement: ast.stmt) -> Code:
        reader = _CodeReader()
        code = reader.read(statement)
        for one in reader.imports:
            self._bind(one)
        return code

    def _note(self, name: str, code: Code) -> None:
        known = self.made_of.get(name)
        if known is not None:
            code = Code(
                known.does | code.does,
                known.names | code.names,
                known.attributes | code.attributes,
            )
        self.made_of[name] = code

    def _at_import(self, statement: ast.stmt) -> None:
        """Note what a statement does when the module is imported."""
        for node in _run_at_import(statement):
            match node:
                case ast.Import() | ast.ImportFrom():
                    self.perhaps += _imported(node)
                case ast.Call(func=function):
                    self.does |= _does_by_call(node)
                    arguments = [*node.args, *(one.value for one in node.keywords)]
                    # A function that is handed to somebody may be called there and then.
                    handed = [one for one in arguments if isinstance(one, ast.Name | ast.Attribute)]
                    called = _mentioned([function, *handed])
                    self.calls.append(Call(called, _names(arguments), _owner(function)))
                case ast.Name(id=name):
                    self.names.add(name)
                    self.is_open |= name in _HIDING
                case ast.Attribute(attr=name):
                    self.attributes.add(name)
                    self.is_open |= name in _HIDING
                case ast.Constant(value=value) if value == _RUNNER_VARIABLE:
                    self.does |= Doing.CHOOSE
                case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                    for one in node.decorator_list:
                        if not isinstance(one, ast.Call):
                            self.calls.append(Call(_mentioned([one]), frozenset(), _owner(one)))
                case ast.AugAssign(target=ast.Name(id=name)):
                    self.calls.append(Call(_mentioned([]), frozenset(), name))
            root = _changed_root(node)
            if root is not None:
                self.calls.append(Call(_mentioned([]), frozenset(), root))


def _run_at_import(statement: ast.stmt) -> Iterator[ast.AST]:
    """The nodes of a statement that run when its module is imported."""
    waiting: list[ast.AST] = [statement]
    while waiting:
        node = waiting.pop()
        yield node
        if isinstance(node, (*FUNCTIONS, ast.Lambda)):
            waiting += around(node)
        else:
            waiting += children(node)


class _CodeReader:
    """Notes what some code is made of, and does itself wherever it is called."""

    def __init__(self) -> None:
        self.does = Doing.NOTHING
        self.names: set[str] = set()
        self.attributes: set[str] = set()
        self.imports: list[ast.Import | ast.ImportFrom] = []
        # What is changed in functions, each with the functions around it.
        self._changed: list[tuple[str, tuple[_Function, ...]]] = []

    def read(self, statement: ast.stmt) -> Code:
        waiting: list[tuple[ast.AST, tuple[_Function, ...]]] = [(statement, ())]
        while waiting:
            node, functions = waiting.pop()
            if isinstance(node, _FUNCTIONS):
                waiting += [(one, functions) for one in around(node)]
                body = node.body if isinstance(node.body, list) else [node.body]
                inside = (*functions, node)
                waiting += [(one, inside) for one in body]
                continue
            self._note(node, functions)
            waiting += [(one, functions) for one in children(node)]
        for root, functions in self._changed:
            self.does |= _change(root, functions)
        return Code(self.does, frozenset(self.names), frozenset(self.attributes))

    def _note(self, node: ast.AST, functions: tuple[_Function, ...]) -> None:
        kind = type(node)
        if kind is ast.Name:
            assert isinstance(node, ast.Name)
            self.names.add(node.id)
        elif kind is ast.Attribute:
            assert isinstance(node, ast.Attribute)
            self.attributes.add(node.attr)
        elif kind is ast.Call:
            assert isinstance(node, ast.Call)
            self.does |= _does_by_call(node)
        elif kind is ast.Constant:
            if getattr(node, "value", None) == _RUNNER_VARIABLE:
                self.does |= Doing.CHOOSE
        elif kind is ast.Global:
            self.does |= Doing.CHANGE
        elif isinstance(node, ast.Import | ast.ImportFrom):
            self.imports.append(node)
            if _are_of_daft(_imported(node)):
                self.does |= Doing.DAFT
        if kind in _CHANGING and (root := _changed_root(node)) is not None:
            self._changed.append((root, functions))


def _change(root: str, functions: Sequence[_Function]) -> Doing:
    """What it means that code of functions in one another changes something by a name."""
    for function in reversed(functions):
        if root in _parameters(function):
            return Doing.NOTHING if root in _OWN else Doing.CHANGE_GIVEN
        body = function.body if isinstance(function.body, list) else [function.body]
        if root in set(bound_in(body)):
            return Doing.NOTHING
    return Doing.CHANGE


def _parameters(function: _Function) -> frozenset[str]:
    return frozenset(one.arg for one in ast.walk(function.args) if isinstance(one, ast.arg))


def _changed_root(node: ast.AST) -> str | None:
    """The name that something is set or changed in, by a node itself."""
    match node:
        case ast.Attribute(ctx=ast.Store() | ast.Del()):
            owner: ast.expr = node.value
        case ast.Subscript(ctx=ast.Store() | ast.Del()):
            owner = node.value
        case ast.Call(func=ast.Attribute(value=owned, attr=name)) if name in MUTATORS:
            owner = owned
        case ast.Call(func=ast.Name(id="setattr" | "delattr"), args=[owned, *_]):
            owner = owned
        case _:
            return None
    place = place_of(owner)
    return None if place is None else root_of(place)


def _does_by_call(node: ast.Call) -> Doing:
    """What a call does by the name of what it calls."""
    match node.func:
        case ast.Attribute(value=ast.Name(id="ray"), attr="init"):
            return Doing.CHOOSE
        case ast.Attribute(attr=name) | ast.Name(id=name):
            if name in _CHOOSING:
                return Doing.CHOOSE
            if name in _RUNNING or (name.startswith("write_") and name not in _OF_FILES):
                return Doing.RUN
            if name in _DISCOVERING and not _is_text(node.args[:1]):
                return Doing.DISCOVER
    return Doing.NOTHING


def _is_text(arguments: Sequence[ast.expr]) -> bool:
    return any(isinstance(one, ast.Constant) for one in arguments)


def _imported(node: ast.Import | ast.ImportFrom) -> list[tuple[str, str | None]]:
    """The modules that are imported, each with the name in it that is, or None."""
    if isinstance(node, ast.Import):
        return [(alias.name, None) for alias in node.names]
    module = "." * node.level + (node.module or "")
    return [(module, alias.name) for alias in node.names]


def _are_of_daft(sources: Iterable[tuple[str, str | None]]) -> bool:
    return any(module.partition(".")[0] == "daft" for module, _ in sources)


def _mentioned(expressions: Sequence[ast.expr]) -> Code:
    nodes = (node for one in expressions for node in ast.walk(one))
    attributes = frozenset(one.attr for one in nodes if isinstance(one, ast.Attribute))
    return Code(Doing.NOTHING, _names(expressions), attributes)


def _names(expressions: Iterable[ast.expr]) -> frozenset[str]:
    nodes = (node for one in expressions for node in ast.walk(one))
    return frozenset(node.id for node in nodes if isinstance(node, ast.Name))


def _owner(function: ast.expr) -> str:
    """The name that a method is of, by way of attributes or not."""
    while isinstance(function, ast.Attribute):
        function = function.value
        if isinstance(function, ast.Name):
            return function.id
    return ""


def _is_main(test: ast.expr) -> bool:
    """Whether it is `__name__ == "__main__"`."""
    return any(isinstance(one, ast.Name) and one.id == "__name__" for one in ast.walk(test))


def _is_for_type_checkers(test: ast.expr) -> bool:
    match test:
        case ast.Name(id="TYPE_CHECKING") | ast.Attribute(attr="TYPE_CHECKING"):
            return True
    return False
