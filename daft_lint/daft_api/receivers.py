"""Expressions that surely are of Daft, whatever else is in the program."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum

from daft_lint.daft_api.table import Member, api
from daft_lint.index.bindings import Binding, BindingKind, LoopCarried, Reaching
from daft_lint.index.module import ModuleIndex
from daft_lint.index.traversal import NESTED

_FRAME, _EXPRESSION = "DataFrame", "Expression"
_UDFS = frozenset({"batch", "func", "udf"})
_OWN = frozenset({"cls", "self"})
_DEEPEST = 60


class Kind(Enum):
    """Whether something is a module, a class, an object of one, or what gives one when called.

    A `CIRCLE` is what depends on itself, as in the rounds of a loop: it is what the rest of it is.
    """

    CIRCLE = "circle"
    MODULE = "module"
    CLASS = "class"
    OBJECT = "object"
    FUNCTION = "function"


@dataclass(frozen=True, slots=True)
class Known:
    """Something of Daft's: `owner` is the module or class, `member` what it was reached by."""

    kind: Kind
    owner: str
    member: Member | None = None


_CIRCLE = Known(Kind.CIRCLE, "")


@dataclass(slots=True)
class Receivers:
    """Infers what expressions of a module are; a name that may be something else is unknown."""

    index: ModuleIndex
    _known: dict[ast.AST, Known | None] = field(default_factory=dict)
    _modules: dict[ast.alias, str] = field(default_factory=dict)
    _arguments: dict[ast.arg, list[ast.expr]] | None = None
    _circles: list[ast.AST] = field(default_factory=list)
    _depth: int = 0

    def __post_init__(self) -> None:
        for statement in self.index.imports:
            if isinstance(statement, ast.ImportFrom) and not statement.level:
                self._modules |= dict.fromkeys(statement.names, statement.module or "")

    def of(self, node: ast.expr) -> Known | None:
        """What an expression is, if it is surely of Daft's."""
        if node not in self._known:
            if self._depth >= _DEEPEST:
                return None
            self._known[node] = _CIRCLE
            self._depth += 1
            found = self._known[node] = self._inferred(node)
            self._depth -= 1
            if found is _CIRCLE:
                self._circles.append(node)
            if not self._depth:
                self._forget_circles()
            return found
        return self._known[node]

    def _forget_circles(self) -> None:
        """What led around a circle while something else was asked is more when asked itself."""
        for node in self._circles:
            del self._known[node]
        self._circles.clear()

    def _inferred(self, node: ast.expr) -> Known | None:
        match node:
            case ast.Name():
                return self._bound(self._reaching(node))
            case ast.Attribute(value=owner, attr=name):
                if node in self.index.uses:
                    return self._bound(self.index.uses[node])
                return attribute(self.of(owner), name) or self._method(owner, name)
            case ast.Call(func=function):
                return self._called(self.of(function))
            case ast.Subscript(value=owner, slice=key):
                return self._item(self.of(owner), key)
            case ast.NamedExpr(value=value):
                return self.of(value)
            case ast.IfExp(body=expression, orelse=other):
                return self._alike((self.of(expression), self.of(other)))
            case ast.BinOp() | ast.UnaryOp() | ast.Compare():
                parts = (
                    child for child in ast.iter_child_nodes(node) if isinstance(child, ast.expr)
                )
                found = Known(Kind.OBJECT, _EXPRESSION)
                return found if any(self.of(part) == found for part in parts) else None
        return None

    def _method(self, owner: ast.expr, name: str) -> Known | None:
        """A method that a method asks of its own object, by the annotation of what it gives."""
        if not isinstance(owner, ast.Name) or owner not in self.index.scope_of:
            return None
        scope = self.index.scope_of[owner].owner(owner.id)
        around = scope.parent if scope is not None else None
        if scope is None or around is None or not around.is_class or owner.id not in _OWN:
            return None
        bound = around.final.get(name, ())
        node = getattr(bound[0].binding, "node", None) if len(bound) == 1 else None
        kinds = [binding.kind for binding in scope.bindings.get(owner.id, ())]
        match node:
            case ast.FunctionDef(decorator_list=[], returns=ast.expr()):
                return self._defined(node) if kinds == [BindingKind.PARAMETER] else None
        return None

    def _called(self, function: Known | None) -> Known | None:
        if function is None or function is _CIRCLE:
            return function
        if function.kind is Kind.CLASS:
            return Known(Kind.OBJECT, function.owner)
        if function.kind is Kind.FUNCTION and function.owner:
            return Known(Kind.OBJECT, function.owner)
        return None

    def _item(self, owner: Known | None, key: ast.expr) -> Known | None:
        """`df["x"]` is an expression, and so is an item of one; `df[["x", "y"]]` is a frame."""
        if owner is _CIRCLE:
            return owner
        if owner is None or owner.kind is not Kind.OBJECT:
            return None
        if owner.owner == _FRAME and isinstance(key, ast.List | ast.Slice | ast.Tuple):
            return owner
        return Known(Kind.OBJECT, _EXPRESSION) if owner.owner in (_FRAME, _EXPRESSION) else None

    def _bound(self, reaching: Iterable[Reaching]) -> Known | None:
        return self._alike([self._by_binding(binding) for binding in self._bindings(reaching)])

    def _bindings(self, reaching: Iterable[Reaching]) -> Iterator[Binding]:
        """What reaches a use, through the rounds of loops; with an unbound name nothing runs.

        A method that changes lists, such as `.sort()`, leaves a name what it is.
        """
        seen: set[object] = set()
        waiting = list(reaching)
        while waiting:
            binding = waiting.pop().binding
            if binding in seen:
                continue
            seen.add(binding)
            if isinstance(binding, LoopCarried):
                for scope in self.index.scopes.values():
                    waiting += scope.carried.get((binding.loop, binding.name), ())
            elif binding is not None and _is_called(binding):
                waiting += binding.before
            elif binding is not None:
                yield binding

    def _alike(self, found: Iterable[Known | None]) -> Known | None:
        """What all ways agree on, but for those that only lead around a circle."""
        each = set(found)
        agreed = each - {_CIRCLE} or each
        return agreed.pop() if len(agreed) == 1 else None

    def _by_binding(self, binding: Binding) -> Known | None:
        node = binding.node
        match binding.kind:
            case BindingKind.IMPORT if isinstance(node, ast.alias):
                return self._imported(node)
            case BindingKind.ASSIGNMENT if binding.value is not None and not binding.path:
                return self.of(binding.value)
            case BindingKind.PARAMETER if isinstance(node, ast.arg):
                return self._parameter(node)
            case BindingKind.FUNCTION if isinstance(node, ast.FunctionDef):
                return self._defined(node)
        return None

    def _imported(self, alias: ast.alias) -> Known | None:
        if alias in self._modules:
            module = self._modules[alias]
            return attribute(_module(module), alias.name)
        return _module(alias.name if alias.asname else alias.name.partition(".")[0])

    def _reaching(self, node: ast.Name) -> tuple[Reaching, ...]:
        """The bindings of a name; one in an annotation, which isn't indexed, is the module's."""
        if node in self.index.scope_of:
            return self.index.reaching(node)
        return self.index.scope.final.get(node.id, ())

    def _annotated(self, annotation: ast.expr) -> Known | None:
        """An object of the class that an annotation names."""
        if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
            try:
                annotation = ast.parse(annotation.value, mode="eval").body
            except SyntaxError:
                return None
        found = self.of(annotation)
        if found is not None and found.kind is Kind.CLASS:
            return Known(Kind.OBJECT, found.owner)
        return None

    def _parameter(self, parameter: ast.arg) -> Known | None:
        """What a parameter is by its annotation, or else what all calls in the module give it."""
        if parameter.annotation is not None:
            return self._annotated(parameter.annotation)
        given = self._given().get(parameter, ())
        return self._alike(map(self.of, given))

    def _given(self) -> dict[ast.arg, list[ast.expr]]:
        """What the calls of the module's functions give to each parameter."""
        if self._arguments is None:
            self._arguments = {}
            for site in self.index.calls:
                function = site.node.func
                bound = self._reaching(function) if isinstance(function, ast.Name) else ()
                node = getattr(bound[0].binding, "node", None) if len(bound) == 1 else None
                if isinstance(node, ast.FunctionDef):
                    for parameter, value in _pairs(node, site.node):
                        self._arguments.setdefault(parameter, []).append(value)
        return self._arguments

    def _defined(self, node: ast.FunctionDef) -> Known | None:
        """What a function of the module gives; a decorator may change it, unless it is Daft's."""
        if node.decorator_list:
            decorator = node.decorator_list[0]
            made_by = self.of(decorator.func if isinstance(decorator, ast.Call) else decorator)
            member = made_by.member if made_by is not None else None
            is_udf = len(node.decorator_list) == 1 and member is not None and member.name in _UDFS
            return Known(Kind.FUNCTION, _EXPRESSION) if is_udf else None
        if node.returns is not None:
            given = self._annotated(node.returns)
        else:
            given = self._alike(map(self.of, _returned(node)))
        if given is None or given.kind is not Kind.OBJECT:
            return None
        return Known(Kind.FUNCTION, given.owner)


def _is_called(binding: Binding) -> bool:
    """Whether a method is called that may change in place what a name stands for."""
    return binding.kind is BindingKind.CHANGE and isinstance(binding.node, ast.Call)


def _pairs(function: ast.FunctionDef, call: ast.Call) -> Iterator[tuple[ast.arg, ast.expr]]:
    """The parameters of a function, each with what a call gives it."""
    parameters = [*function.args.posonlyargs, *function.args.args]
    for parameter, value in zip(parameters, call.args, strict=False):
        if isinstance(value, ast.Starred):
            return
        yield parameter, value
    named = {parameter.arg: parameter for parameter in (*parameters, *function.args.kwonlyargs)}
    for keyword in call.keywords:
        if keyword.arg in named:
            yield named[keyword.arg], keyword.value


def _returned(function: ast.FunctionDef) -> Iterator[ast.expr]:
    """What the `return` statements of a function give."""
    waiting: list[ast.AST] = list(function.body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Return):
            yield node.value if node.value is not None else ast.Constant(None)
        elif type(node) not in NESTED:
            waiting += ast.iter_child_nodes(node)


def attribute(owner: Known | None, name: str) -> Known | None:
    """An attribute of something, in whatever version of Daft has it."""
    if owner is _CIRCLE:
        return owner
    if owner is None or owner.kind is Kind.FUNCTION:
        return None
    member = api().member(owner.owner, name)
    if member is None:
        # `daft.udf` is the function, though there is a module of that name.
        return _module(f"{owner.owner}.{name}") if owner.kind is Kind.MODULE else None
    if member.is_value:
        return Known(Kind.OBJECT, member.gives) if member.gives else None
    is_class = owner.kind is Kind.MODULE and member.gives == name
    return Known(Kind.CLASS if is_class else Kind.FUNCTION, member.gives or "", member)


def _module(name: str) -> Known | None:
    is_daft = name == "daft" or name.startswith("daft.")
    return Known(Kind.MODULE, name) if is_daft and api().knows(name) else None
