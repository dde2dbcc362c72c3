"""The outline of a module: what its functions are made of, and what it does when it is imported."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Flag, auto

from daft_lint.index.traversal import (
    FUNCTIONS,
    MUTATORS,
    Function,
    around,
    bound_in,
    children,
    imported_name,
    is_for_type_checkers,
    place_of,
    root_of,
)
from daft_lint.plan.actions import kind_of

_CHOOSING = frozenset({"set_runner_native", "set_runner_py", "set_runner_ray"})
# What may bind names that no statement shows, or looks at all that are bound by then.
_HIDING = frozenset({"__dict__", "exec", "globals", "locals", "modules", "setattr", "vars"})
# What begins with `write_` and is no method of frames.
_OF_FILES = frozenset({"write_bytes", "write_text", "write_through"})
_RUNNER_VARIABLE = "DAFT_RUNNER"
_OWN = frozenset({"cls", "self"})
_FUNCTIONS = frozenset({*FUNCTIONS, ast.Lambda})
_NOTED = frozenset(
    {ast.Name, ast.Attribute, ast.Call, ast.Constant, ast.Global, ast.Import, ast.ImportFrom}
)
_CHANGING = frozenset({ast.Attribute, ast.Subscript, ast.Call})
SUBCLASS_HOOK = "__init_subclass__"
"""The method of a class that runs when another one is made of it."""


class Doing(Flag):
    """What code does.

    It has to do with Daft, runs an action, chooses a runner, changes something that is there before
    and after it, or changes what it is given.
    """

    NOTHING = 0
    DAFT = auto()
    RUN = auto()
    CHOOSE = auto()
    CHANGE = auto()
    CHANGE_GIVEN = auto()


NOTICED = Doing.CHOOSE | Doing.CHANGE
"""What can be noticed elsewhere in a program, whatever it is done to."""
ANYTHING = Doing.DAFT | Doing.RUN | Doing.CHANGE_GIVEN | NOTICED
"""All that code may do."""


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


UNREAD = Outline(
    {}, frozenset(), ANYTHING, (), _NOTHING, frozenset(), {}, (), frozenset(), (), (), True, True
)
"""The outline of a module that may do anything."""


def runs_a_frame(method: str) -> bool:
    """Whether a method of whatever may run a frame, by its name."""
    return kind_of(method) is not None and method not in _OF_FILES


def outlined(tree: ast.Module) -> Outline:
    """The outline of a module by its tree."""
    return _OutlineBuilder().module(tree)


class _OutlineBuilder:
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
            case ast.If(test=test) if _is_main(test) or is_for_type_checkers(test):
                code = self._code(statement)
                if _is_main(test):
                    self.run_alone |= code.does
                    self.names |= code.names
                    self.attributes |= code.attributes
                for each_statement in statement.orelse:
                    self._statement(each_statement)
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
        for statement in node.body:
            if isinstance(statement, ast.FunctionDef) and statement.name == SUBCLASS_HOOK:
                self._note(f"{node.name}.{SUBCLASS_HOOK}", self._code(statement))

    def _code(self, statement: ast.stmt) -> Code:
        reader = _CodeReader()
        code = reader.read(statement)
        for import_ in reader.imports:
            self._bind(import_)
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
                    arguments = [*node.args, *(keyword.value for keyword in node.keywords)]
                    # A function that is handed to somebody may be called there and then.
                    handed = [
                        argument
                        for argument in arguments
                        if isinstance(argument, ast.Name | ast.Attribute)
                    ]
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
                    for decorator in node.decorator_list:
                        if not isinstance(decorator, ast.Call):
                            self.calls.append(
                                Call(_mentioned([decorator]), frozenset(), _owner(decorator))
                            )
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
        self._changed: list[tuple[str, tuple[Function, ...]]] = []
        self._names_bound: dict[Function, frozenset[str]] = {}

    def read(self, statement: ast.stmt) -> Code:
        waiting: list[tuple[ast.AST, tuple[Function, ...]]] = [(statement, ())]
        while waiting:
            node, functions = waiting.pop()
            kind = type(node)
            if kind in _FUNCTIONS:
                assert isinstance(node, Function)
                waiting += [(expression, functions) for expression in around(node)]
                body = node.body if isinstance(node.body, list) else [node.body]
                inside = (*functions, node)
                waiting += [(each_statement, inside) for each_statement in body]
                continue
            if kind in _NOTED:
                self._note(node)
            if kind in _CHANGING and (root := _changed_root(node)) is not None:
                self._changed.append((root, functions))
            waiting += [(child, functions) for child in children(node)]
        for root, functions in self._changed:
            self.does |= self._change(root, functions)
        return Code(self.does, frozenset(self.names), frozenset(self.attributes))

    def _note(self, node: ast.AST) -> None:
        if isinstance(node, ast.Name):
            self.names.add(node.id)
        elif isinstance(node, ast.Attribute):
            self.attributes.add(node.attr)
        elif isinstance(node, ast.Call):
            self.does |= _does_by_call(node)
        elif isinstance(node, ast.Constant):
            if node.value == _RUNNER_VARIABLE:
                self.does |= Doing.CHOOSE
        elif isinstance(node, ast.Global):
            self.does |= Doing.CHANGE
        elif isinstance(node, ast.Import | ast.ImportFrom):
            self.imports.append(node)
            if _are_of_daft(_imported(node)):
                self.does |= Doing.DAFT

    def _change(self, root: str, functions: Sequence[Function]) -> Doing:
        """What it means that code of functions in one another changes something by a name."""
        for function in reversed(functions):
            if root in _parameters(function):
                return Doing.NOTHING if root in _OWN else Doing.CHANGE_GIVEN
            if root in self._bound_in(function):
                return Doing.NOTHING
        return Doing.CHANGE

    def _bound_in(self, function: Function) -> frozenset[str]:
        if function not in self._names_bound:
            body = function.body if isinstance(function.body, list) else [function.body]
            self._names_bound[function] = frozenset(bound_in(body))
        return self._names_bound[function]


def _parameters(function: Function) -> frozenset[str]:
    return frozenset(node.arg for node in ast.walk(function.args) if isinstance(node, ast.arg))


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
            if runs_a_frame(name):
                return Doing.RUN
    return Doing.NOTHING


def _imported(node: ast.Import | ast.ImportFrom) -> list[tuple[str, str | None]]:
    """The modules that are imported, each with the name in it that is, or None."""
    if isinstance(node, ast.Import):
        return [(alias.name, None) for alias in node.names]
    module = "." * node.level + (node.module or "")
    return [(module, alias.name) for alias in node.names]


def _are_of_daft(sources: Iterable[tuple[str, str | None]]) -> bool:
    return any(module.partition(".")[0] == "daft" for module, _ in sources)


def _mentioned(expressions: Sequence[ast.expr]) -> Code:
    nodes = (node for expression in expressions for node in ast.walk(expression))
    attributes = frozenset(node.attr for node in nodes if isinstance(node, ast.Attribute))
    return Code(Doing.NOTHING, _names(expressions), attributes)


def _names(expressions: Iterable[ast.expr]) -> frozenset[str]:
    nodes = (node for expression in expressions for node in ast.walk(expression))
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
    match test:
        case ast.Compare(left=ast.Name(id="__name__"), ops=[ast.Eq()]):
            return True
    return False
