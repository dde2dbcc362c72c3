"""How heavy the body of a UDF is: a few operations a row, a loop in Python, or unknown.

It is asked of a whole plan: to look up what a body calls while the UDF itself is still being made
would make both unknown.
"""

from __future__ import annotations

import ast
import builtins
import datetime
import pathlib
import re
from enum import Enum
from typing import TYPE_CHECKING

from daft_lint.index.code import name_of
from daft_lint.index.traversal import dotted, imported_name, walk
from daft_lint.infer import daft
from daft_lint.infer.context import Context, context_of, module_of
from daft_lint.infer.names import looked_up
from daft_lint.plan.pipeline import Operator, Udf, UdfKind, Weight
from daft_lint.records import replace
from daft_lint.udf_code.known_calls import takes_its_time
from daft_lint.values.values import (
    Class,
    Flag,
    Function,
    Imported,
    Items,
    Mapping,
    Nothing,
    Number,
    Text,
    Value,
)

if TYPE_CHECKING:
    from daft_lint.index.code import Scope
    from daft_lint.infer.inference import Infer
    from daft_lint.modules.module_map import Module


class _Does(Enum):
    """What a call does: a little, more under Python's lock (GIL), arithmetic outside of it.

    A little is 0.1 to 6 microseconds for a text of a hundred characters (measured on CPython 3.11).
    """

    LITTLE = "little"
    LIBRARY = "as much as a value is long"
    LOOP = "loop over one value"
    PYTHON = "Python"
    ARITHMETIC = "arithmetic"
    UNREAD = "what can't be read"
    UNKNOWN = "unknown, and known to take its time"


_FUNCTIONS = frozenset(dir(builtins)) - {"eval", "exec", "input", "open", "__import__"}
_METHODS = frozenset(
    name
    for kind in (str, bytes, list, dict, set, tuple, re.Pattern, re.Match, pathlib.PurePath)
    for name in (*dir(kind), *dir(datetime.datetime))
    if name[0] != "_"
) | {"digest", "hexdigest", "to_arrow", "to_pylist"}
_OF_PATTERNS = frozenset(dir(re.Pattern)) - {*dir(str), *dir(object)}
_ARRAY_METHODS = frozenset({"astype", "max", "mean", "min", "std", "sum", "to_numpy", "tolist"})
# Functions of these modules, and no others below them: `numpy.linalg` may take its time.
_MODULES = {
    **dict.fromkeys(("daft.Series", "datetime", "datetime.date"), _Does.LITTLE),
    **dict.fromkeys(("datetime.datetime", "decimal", "math", "random", "uuid"), _Does.LITTLE),
    **dict.fromkeys(("base64", "collections", "hashlib", "html", "json", "re"), _Does.LIBRARY),
    **dict.fromkeys(("string", "struct", "unicodedata", "urllib.parse"), _Does.LIBRARY),
    **dict.fromkeys(("numpy", "numpy.random", "pyarrow", "pyarrow.compute"), _Does.ARITHMETIC),
    **dict.fromkeys(("csv", "difflib", "itertools", "statistics", "textwrap"), _Does.PYTHON),
}
_SINGLE = {
    **dict.fromkeys(
        (f"os.path.{name}" for name in ("basename", "dirname", "join", "normpath", "split")),
        _Does.LITTLE,
    ),
    **dict.fromkeys(("os.path.splitext", "pathlib.Path", "pathlib.PurePath"), _Does.LITTLE),
    **dict.fromkeys(("pathlib.PurePosixPath", "pathlib.PureWindowsPath"), _Does.LITTLE),
    # These read files, or take long on purpose.
    **dict.fromkeys(("hashlib.file_digest", "json.dump", "json.load"), _Does.UNKNOWN),
    **dict.fromkeys(("hashlib.pbkdf2_hmac", "hashlib.scrypt"), _Does.UNKNOWN),
}
_READS_FILES = ("from", "gen", "load", "mem", "save")
_LOOPS = (ast.For, ast.AsyncFor, ast.While, ast.comprehension)
_CONSTANTS = (Flag, Items, Mapping, Nothing, Number, Text)
_OF_A_LOOP = frozenset({_Does.LITTLE, _Does.LIBRARY, _Does.LOOP})
_PLAIN = frozenset({"bool", "float", "int", "str"})
_MAKES_LITTLE = frozenset({_Does.LITTLE, _Does.LIBRARY, _Does.ARITHMETIC})
_OF_WEIGHT = {
    Weight.LIGHT: _Does.LITTLE,
    Weight.LIBRARY: _Does.LIBRARY,
    Weight.LOOP: _Does.LOOP,
    Weight.PYTHON: _Does.PYTHON,
    Weight.UNREAD: _Does.UNREAD,
    Weight.UNKNOWN: _Does.UNKNOWN,
}
_MAKERS = frozenset({"__init__", "__new__", "__post_init__"})


class Weights:
    """The weights of the UDFs of a project, each found once."""

    def __init__(self, infer: Infer) -> None:
        self._infer = infer

    def step(self, step: Operator) -> Operator:
        """A step with the weights of its UDFs."""
        if not step.calls and not step.key_calls:
            return step
        calls, in_keys = (
            tuple(replace(call, udf=self._weighed(call.udf)) for call in each)
            for each in (step.calls, step.key_calls)
        )
        return replace(step, calls=calls, key_calls=in_keys)

    def _weighed(self, udf: Udf) -> Udf:
        if udf.builtin or udf.definition is None:
            return udf
        key = Weights, udf.span, udf.kind
        return replace(udf, weight=self._infer.once(key, lambda: self._weight(udf)))

    def _weight(self, udf: Udf) -> Weight:
        module = self._infer.modules.at(udf.span.path)
        found = None if module is None else _defined_at(module, udf)
        if module is None or found is None:
            return Weight.UNKNOWN
        function = Function(found, self._infer.free(module, found.parent))
        return _Body(self._infer, function).weight(udf.kind)


def _defined_at(module: Module, udf: Udf) -> Scope | None:
    """The function whose name stands where the UDF is; of a class its `__call__`."""
    name = udf.name.rpartition(".")[2]
    for scope in module.index.scopes:
        if scope.kind == "lambda" and module.span(scope.place) == udf.span:
            return scope
        if scope.name != name or scope.kind not in {"function", "class"}:
            continue
        function = scope if scope.kind == "function" else _called(module, scope)
        at = {daft.places(module, each)[0] for each in (scope, function) if each is not None}
        if udf.span in at:
            return function
    return None


def _called(module: Module, scope: Scope) -> Scope | None:
    """The `__call__` of a class."""
    number = scope.final.get("__call__")
    definition = module.index.definitions[number] if number is not None else ("opaque",)
    return module.index.scopes[definition[1]] if definition[0] == "function" else None


class _Body:
    """The code of a function; `around` are the functions that call it.

    The functions, dataclasses and constants that it names are looked up where it is defined. A
    body without code (`...`) is a sketch, and its weight unknown.
    """

    def __init__(self, infer: Infer, function: Function, around: tuple[Scope, ...] = ()) -> None:
        module, scope = module_of(function), function.scope
        self._infer = infer
        self._around = (*around, scope)
        self._context = Context(module, scope, context_of(function))
        self._code = [
            part
            for statement in _statements(module, scope)
            if not (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant))
            for part in walk(statement)
        ]
        self._imports = {
            imported_name(alias): _name_of(part, alias)
            for part in self._code
            if isinstance(part, ast.Import | ast.ImportFrom)
            for alias in part.names
        }
        given = [each.name for each in scope.parameters if each.kind in {"", "/", "k"}]
        is_method = context_of(function).scope.kind == "class" and not any(
            name_of(each) == "staticmethod" for each in scope.decorators
        )
        # Names of columns' values, and of what the body makes of these.
        self._plain = set(given[is_method:])
        for part in self._code:
            self._bind(part)
        self._unread = Weight.UNREAD
        if is_method and not self._uses_little(given[0], context_of(function)):
            self._unread = Weight.UNKNOWN

    def weight(self, kind: UdfKind) -> Weight:
        """What it does for a row; a light one may loop over a batch once."""
        if not self._code or isinstance(self._code[0], ast.Pass | ast.Raise):
            return Weight.UNKNOWN
        does = [self._does(part) for part in self._code if isinstance(part, ast.Call)]
        own = [part for part in self._code if isinstance(part, _LOOPS)]
        loops, over_batch = len(own) + does.count(_Does.LOOP), kind is UdfKind.BATCH
        if _Does.UNKNOWN in does:
            return Weight.UNKNOWN
        if _Does.UNREAD in does:
            return self._unread
        if loops <= over_batch and _Does.PYTHON not in does:
            return Weight.LIBRARY if _Does.LIBRARY in does else Weight.LIGHT
        if loops <= over_batch + 1 and {*does} <= _OF_A_LOOP and all(map(self._is_over, own)):
            return Weight.LOOP
        return Weight.PYTHON if loops and _Does.ARITHMETIC not in does else self._unread

    def _uses_little(self, own: str, of: Context) -> bool:
        """Whether a method uses nothing of its object but numbers, texts, arrays and random ones.

        Any other object of a class is there to hold what takes its time.
        """
        uses = [part for part in self._code if isinstance(part, ast.Name) and part.id == own]
        used = [
            part.attr
            for part in self._code
            if isinstance(part, ast.Attribute) and any(part.value is use for use in uses)
        ]
        return len(used) == len(uses) and all(self._is_little(name, of) for name in {*used})

    def _is_little(self, attribute: str, of: Context) -> bool:
        """Whether all that the methods of a class set an attribute to is little."""
        written = of.scope.writes.get(attribute, ())
        return bool(written) and all(self._makes_little(of, *each) for each in written)

    def _makes_little(self, of: Context, method: int, number: int) -> bool:
        definition = of.index.definitions[number]
        if definition[0] != "value":
            return False
        context, made = self._infer.free(of.module, method), definition[2]
        if made[0] == "call":
            called = self._infer.value(of.index.calls[made[1]].function, context)
            return isinstance(called, Imported) and _of_library(called.name) in _MAKES_LITTLE
        if made[0] == "name" and of.index.definitions[made[2]][0] == "parameter":
            given = {each.name: each.annotation for each in context.scope.parameters}
            annotation = given.get(made[1])
            if annotation is not None and name_of(annotation) in _PLAIN:
                return True
        return isinstance(self._infer.value(made, context), _CONSTANTS)

    def _bind(self, part: ast.AST) -> None:
        """Note the names that are bound to a plain value."""
        if isinstance(part, ast.Assign):
            targets, value = part.targets, part.value
        elif isinstance(part, ast.For | ast.comprehension):
            targets, value = [part.target], part.iter
        elif isinstance(part, ast.AnnAssign | ast.NamedExpr) and part.value is not None:
            targets, value = [part.target], part.value
        else:
            return
        if self._is_plain(value):
            names = (name for target in targets for name in walk(target))
            self._plain |= {name.id for name in names if isinstance(name, ast.Name)}

    def _is_over(self, loop: ast.AST) -> bool:
        """Whether a loop goes over what a row or a batch holds, rather than so many numbers."""
        if not isinstance(loop, ast.For | ast.comprehension):
            return False
        names = {name.id for name in walk(loop.iter) if isinstance(name, ast.Name)}
        return bool(names & self._plain) and "range" not in names

    def _is_plain(self, value: ast.expr) -> bool:
        """Whether a value is one of a column or a constant, or made of these by calls."""
        while isinstance(value, ast.Attribute | ast.Subscript):
            value = value.value
        if not isinstance(value, ast.Name) or value.id in self._plain:
            return True
        return self._is_pattern(value.id) or isinstance(self._looked_up(value.id), _CONSTANTS)

    def _is_pattern(self, name: str) -> bool:
        """Whether a module binds a name once, to a compiled regular expression."""
        index = self._context.index
        bound = index.module.bound.get(name, ())
        if len(bound) != 1 or name in index.rebound or name in self._context.scope.bound:
            return False
        definition = index.definitions[bound[0]]
        return (
            definition[0] == "value"
            and definition[2][0] == "call"
            and name_of(index.calls[definition[2][1]].function) == "re.compile"
        )

    def _does(self, call: ast.Call) -> _Does:
        called = call.func
        value = self._value(called)
        if isinstance(value, Imported):
            return _of_library(value.name)
        if isinstance(value, Class):
            return _Does.LITTLE if _is_record(value) else _Does.UNREAD
        if isinstance(value, Function):
            given = (*call.args, *(keyword.value for keyword in call.keywords))
            return self._of_function(value) if all(map(self._is_plain, given)) else _Does.UNREAD
        if not isinstance(called, ast.Attribute) or not self._is_plain(called.value):
            return _Does.UNREAD
        if called.attr in _OF_PATTERNS:
            return _Does.LIBRARY
        if called.attr in _METHODS:
            return _Does.LITTLE
        return _Does.ARITHMETIC if called.attr in _ARRAY_METHODS else _Does.UNREAD

    def _of_function(self, function: Function) -> _Does:
        is_followed = function.scope.kind == "function" and not function.rests_on
        if not is_followed or function.scope in self._around:
            return _Does.UNREAD
        return _OF_WEIGHT[_Body(self._infer, function, self._around).weight(UdfKind.ROW)]

    def _value(self, called: ast.expr) -> Value | None:
        """What is called, if a name of a module or of the code around says so."""
        first, _, rest = dotted(called).partition(".")
        if not first or first in self._plain:
            return None
        local = self._imports.get(first)
        value = self._looked_up(first) if local is None else Imported(local)
        if not rest:
            return value
        return Imported(f"{value.name}.{rest}") if isinstance(value, Imported) else None

    def _looked_up(self, name: str) -> Value:
        return looked_up(self._infer, name, self._context)


def _statements(module: Module, scope: Scope) -> list[ast.stmt] | list[ast.expr]:
    """The code of a function; of a lambda it is one expression."""
    if scope.kind == "lambda":
        node = module.nodes[ast.Lambda, scope.place]
        assert isinstance(node, ast.Lambda)
        return [node.body]
    return daft.places(module, scope)[2].body


def _of_library(called: str) -> _Does:
    """What a function that isn't of the project does, by its dotted name."""
    module, _, name = called.rpartition(".")
    if takes_its_time(called):
        return _Does.UNKNOWN
    if module == "builtins":
        return _Does.LITTLE if name in _FUNCTIONS else _Does.UNKNOWN
    does = _SINGLE.get(called) or _MODULES.get(module, _Does.UNREAD)
    reads = does is _Does.ARITHMETIC and name.startswith(_READS_FILES)
    return _Does.UNREAD if reads else does


def _is_record(made_of: Class) -> bool:
    """Whether a class only holds the fields that it is given."""
    scope = made_of.scope
    return bool(scope.fields) and not scope.bases and not _MAKERS & scope.final.keys()


def _name_of(statement: ast.Import | ast.ImportFrom, alias: ast.alias) -> str:
    if isinstance(statement, ast.ImportFrom):
        return f"{statement.module}.{alias.name}"
    return alias.name if alias.asname else imported_name(alias)
