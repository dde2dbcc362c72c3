"""The builder of a module's index, in one pass over its tree."""

from __future__ import annotations

import ast
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from daft_lint.index.bindings import (
    UNBOUND,
    Binding,
    BindingKind,
    Condition,
    ConditionKind,
    LoopCarried,
    Reaching,
)
from daft_lint.index.flow import State
from daft_lint.index.module import AttributeWrite, CallSite, ModuleIndex
from daft_lint.index.scopes import Scope, ScopeNode
from daft_lint.index.traversal import (
    COMPREHENSIONS,
    FUNCTIONS,
    MUTATORS,
    around,
    bound_in,
    changed_in,
    children,
    given_away,
    imported_name,
    place_of,
    root_of,
)


def index_of_text(text: str) -> ModuleIndex | None:
    """The index of a module by its text; None where that is no program to this Python."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return index_of(ast.parse(text))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def index_of(tree: ast.Module) -> ModuleIndex:
    """The index of a module by its tree."""
    scope = _scope(tree, None, tree.body)
    index = ModuleIndex(tree, scope)
    waiting: deque[tuple[ScopeNode, Scope]] = deque()
    _Builder(index, scope, waiting).module()
    while waiting:
        node, inner = waiting.popleft()
        _Builder(index, inner, waiting).function(node)
    return index


def _scope(node: ScopeNode, parent: Scope | None, body: Sequence[ast.AST]) -> Scope:
    scope = Scope(node, parent)
    bound = set(bound_in(body))
    if isinstance(node, (*FUNCTIONS, ast.Lambda)):
        bound.update(parameter.arg for parameter in _parameters(node.args))
    outermost = scope
    while outermost.parent is not None:
        outermost = outermost.parent
    for statement in given_away(body):
        for name in statement.names:
            whole = outermost if isinstance(statement, ast.Global) else None
            scope.outer[name] = whole if whole is not None else _enclosing(name, parent)
    scope.locals = frozenset(bound - scope.outer.keys())
    return scope


def _enclosing(name: str, scope: Scope | None) -> Scope | None:
    return None if scope is None else scope.owner(name)


def _parameters(arguments: ast.arguments) -> Iterator[ast.arg]:
    yield from (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)
    yield from (
        parameter for parameter in (arguments.vararg, arguments.kwarg) if parameter is not None
    )


@dataclass(slots=True)
class _Loop:
    """A loop around the code that is looked at: the ways that leave it, or go to its next round."""

    base: State
    left: list[State] = field(default_factory=list)
    again: list[State] = field(default_factory=list)


class _Builder:
    """Follows the code of one scope from its begin to its end."""

    def __init__(
        self,
        index: ModuleIndex,
        scope: Scope,
        waiting: deque[tuple[ScopeNode, Scope]],
        around: _Builder | None = None,
    ) -> None:
        self.index = index
        self.scope = scope
        self.waiting = waiting
        # Of a comprehension or class, which runs where it stands.
        self.around = around
        self.state = State()
        self.loops: list[_Loop] = []
        self.places: dict[str, set[str]] = {}
        self.bound: list[tuple[str, Reaching]] | None = None
        index.scopes[scope.node] = scope

    def module(self) -> None:
        """Follow the module itself."""
        self.block(self.index.tree.body)
        self.finish()

    def function(self, node: ScopeNode) -> None:
        """Follow the body of a function or lambda, once all around it is known."""
        assert isinstance(node, (*FUNCTIONS, ast.Lambda))
        for parameter in _parameters(node.args):
            self.bind(parameter.arg, BindingKind.PARAMETER, parameter)
        if isinstance(node, ast.Lambda):
            self.expression(node.body)
        else:
            self.block(node.body)
        self.finish()

    def finish(self) -> None:
        """Keep what reaches the end of the scope."""
        self.scope.final = self.state.names

    # Names

    def bind(
        self,
        name: str,
        kind: BindingKind,
        node: ast.AST,
        value: ast.expr | None = None,
        path: tuple[int | None, ...] = (),
    ) -> None:
        """Bind a name, or a place such as `self.size`."""
        before = self.state.known(name) if kind is BindingKind.AUGMENTED else ()
        self.hold(name, Binding(name, kind, node, value, path, before))

    def hold(self, place: str, binding: Binding) -> None:
        """From here on, a place stands for what a binding gives it."""
        reaching = Reaching(binding)
        self.scope.bindings.setdefault(place, []).append(binding)
        for other in self.places.pop(place, ()):
            self.state.names[other] = UNBOUND
        root = root_of(place)
        if root != place:
            self.places.setdefault(root, set()).add(place)
        self.state.names[place] = (reaching,)
        if self.bound is not None:
            self.bound.append((place, reaching))

    def change(self, owner: ast.expr, node: ast.AST, value: ast.expr | None = None) -> None:
        """Something changes what an expression stands for, in place."""
        place = place_of(owner)
        if place is None:
            return
        before = self.state.reaching(place)
        binding = Binding(place, BindingKind.CHANGE, node, value, before=before or ())
        if before is None:
            self.index.changes.append((binding, self.scope))
        else:
            self.hold(place, binding)

    def written(self, name: str, owner: ast.expr) -> None:
        """An attribute of something is set."""
        self.index.writes.append(AttributeWrite(name, owner, self.scope))

    def target(
        self,
        target: ast.expr,
        kind: BindingKind,
        node: ast.AST,
        value: ast.expr | None,
        path: tuple[int | None, ...] = (),
    ) -> None:
        """Bind what stands at the left of an assignment or its like."""
        waiting: list[tuple[ast.expr, tuple[int | None, ...]]] = [(target, path)]
        while waiting:
            expression, at = waiting.pop()
            match expression:
                case ast.Name(id=name):
                    self.bind(name, kind, node, value, at)
                case ast.Tuple(elts=parts) | ast.List(elts=parts):
                    inner = [(part, (*at, number)) for number, part in _numbered(parts)]
                    waiting += reversed(inner)
                case ast.Starred(value=all_others):
                    waiting.append((all_others, (*at[:-1], None)))
                case ast.Attribute(value=owner, attr=attribute):
                    self.expression(owner)
                    self.written(attribute, owner)
                    if (place := place_of(expression)) is not None:
                        self.bind(place, kind, node, value, at)
                case ast.Subscript(value=owner, slice=key):
                    self.expression(owner)
                    self.expression(key)
                    match owner, key:
                        case ast.Attribute(value=whole, attr="__dict__"), ast.Constant(str(name)):
                            self.written(name, whole)
                        case ast.Call(func=ast.Name("vars"), args=[whole]), ast.Constant(str(name)):
                            self.written(name, whole)
                    self.change(owner, node, value)
                    if (place := place_of(expression)) is not None:
                        self.bind(place, kind, node, value, at)

    # Expressions

    def expression(self, node: ast.expr | None) -> None:
        """Note what an expression uses, calls and binds, in the order of its evaluation."""
        waiting: list[ast.AST | Callable[[], None]] = [] if node is None else [node]
        while waiting:
            part = waiting.pop()
            if not isinstance(part, ast.AST):
                part()
                continue
            if isinstance(part, ast.Lambda):
                self.defer(part, [part.body])
                waiting += around(part)
                continue
            if isinstance(part, COMPREHENSIONS):
                self.comprehension(part)
                continue
            if isinstance(part, ast.expr):
                self.note(part)
            if isinstance(part, ast.NamedExpr):
                waiting += (self._walrus(part), part.value)
                continue
            if isinstance(part, ast.Call):
                waiting.append(self._called(part))
            waiting += reversed(children(part))

    def _walrus(self, node: ast.NamedExpr) -> Callable[[], None]:
        return lambda: self.target(node.target, BindingKind.ASSIGNMENT, node, node.value)

    def _called(self, node: ast.Call) -> Callable[[], None]:
        return lambda: self.called(node)

    def note(self, node: ast.expr) -> None:
        """Keep what reaches a use."""
        match node:
            case ast.Name(id=name, ctx=ast.Load()):
                self.index.scope_of[node] = self.scope
                if (holder := self.holder(name)) is not None:
                    self.index.uses[node] = holder.state.known(name)
            case ast.Attribute(ctx=ast.Load()) | ast.Subscript(ctx=ast.Load()):
                if self.places and (place := place_of(node)) is not None:
                    reaching = self.state.reaching(place)
                    if reaching is not None and reaching != UNBOUND:
                        self.index.uses[node] = reaching

    def holder(self, name: str) -> _Builder | None:
        """Who follows the scope that a name belongs to, as long as that runs right now."""
        builder: _Builder | None = self
        while builder is not None:
            is_seen = builder is self or not builder.scope.is_class
            if is_seen and name in builder.scope.locals:
                return builder
            builder = builder.around
        return None

    def called(self, node: ast.Call) -> None:
        """Note a call, and what it sets or changes."""
        self.index.calls.append(CallSite(node, self.scope))
        if isinstance(node.func, ast.Attribute) and node.func.attr in MUTATORS:
            self.change(node.func.value, node)

    def comprehension(
        self, node: ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
    ) -> None:
        """Follow a comprehension, which runs where it stands in a scope of its own."""
        self.expression(node.generators[0].iter)
        targets = [generator.target for generator in node.generators]
        scope = Scope(node, self.scope, frozenset(bound_in(targets)))
        inner = _Builder(self.index, scope, self.waiting, self)
        for number, each in enumerate(node.generators):
            if number:
                inner.expression(each.iter)
            inner.target(each.target, BindingKind.LOOP_TARGET, each, each.iter)
            for test in each.ifs:
                inner.expression(test)
        parts = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
        for part in parts:
            inner.expression(part)
        inner.finish()

    def defer(self, node: ScopeNode, body: Sequence[ast.AST]) -> None:
        """Follow a function once what is around it is known."""
        self.waiting.append((node, _scope(node, self.scope, body)))

    # Statements

    def block(self, statements: Iterable[ast.stmt]) -> None:
        """Follow statements one after the other."""
        for statement in statements:
            self.statement(statement)

    def statement(self, node: ast.stmt) -> None:
        """Follow a statement."""
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                self.definition(node)
            case ast.ClassDef():
                self.class_(node)
            case ast.Return() | ast.Raise():
                self.parts(node)
                self.state.is_reached = False
            case ast.Assign(targets=targets, value=value):
                self.expression(value)
                for expression in targets:
                    self.target(expression, BindingKind.ASSIGNMENT, node, value)
            case ast.AnnAssign(target=target, value=value):
                self.expression(node.annotation)
                self.expression(value)
                if value is not None:
                    self.target(target, BindingKind.ASSIGNMENT, node, value)
            case ast.AugAssign(target=target, value=value):
                self.expression(value)
                self.target(target, BindingKind.AUGMENTED, node, value)
            case ast.Delete(targets=targets):
                for expression in targets:
                    self.target(expression, BindingKind.DELETION, node, None)
            case ast.For() | ast.AsyncFor():
                self.expression(node.iter)
                self.loop(node, node.target, node.iter)
            case ast.While():
                self.loop(node, None, node.test)
            case ast.If():
                self.choice(node)
            case ast.With() | ast.AsyncWith():
                for item in node.items:
                    self.expression(item.context_expr)
                    if (bound := item.optional_vars) is not None:
                        self.target(bound, BindingKind.WITH_TARGET, item, item.context_expr)
                self.block(node.body)
            case ast.Match():
                self.match(node)
            case ast.Import() | ast.ImportFrom():
                self.imported(node)
            case ast.Break() | ast.Continue():
                self.leave(node)
            case ast.Global() | ast.Nonlocal() | ast.Pass():
                pass
            case _ if isinstance(node, _TRIES):
                self.tried(node)
            case _:
                self.parts(node)

    def parts(self, node: ast.stmt) -> None:
        """Follow the expressions of a statement that is nothing but these."""
        for part in children(node):
            if isinstance(part, ast.expr):
                self.expression(part)

    def definition(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        """A function: its body is followed later."""
        for part in around(node):
            self.expression(part)
        self.bind(node.name, BindingKind.FUNCTION, node)
        self.defer(node, node.body)

    def class_(self, node: ast.ClassDef) -> None:
        """A class: its body runs where it stands."""
        for part in around(node):
            self.expression(part)
        scope = _scope(node, self.scope, node.body)
        inner = _Builder(self.index, scope, self.waiting, self)
        inner.block(node.body)
        inner.finish()
        self.bind(node.name, BindingKind.CLASS, node)

    def imported(self, node: ast.Import | ast.ImportFrom) -> None:
        """An import binds a name for each alias."""
        self.index.imports.append(node)
        for alias in node.names:
            if alias.name == "*":
                self.scope.bindings.setdefault("*", []).append(
                    Binding("*", BindingKind.STAR_IMPORT, node)
                )
            else:
                self.bind(imported_name(alias), BindingKind.IMPORT, alias, None)

    def leave(self, node: ast.Break | ast.Continue) -> None:
        """Go to the end of the loop, or to its next round."""
        if self.loops:
            loop = self.loops[-1]
            ways = loop.left if isinstance(node, ast.Break) else loop.again
            ways.append(self.state.since(loop.base))
        self.state.is_reached = False

    def way(
        self, condition: Condition | None, follow: Callable[[], None]
    ) -> tuple[State, Condition | None]:
        """One of several ways from here, and the state at its end."""
        outer = self.state
        self.state = outer.inner()
        follow()
        done, self.state = self.state, outer
        return done, condition

    def choice(self, node: ast.If) -> None:
        """An `if` with all of its `elif`."""
        ways: list[tuple[State, Condition | None]] = []
        rest: list[ast.stmt] = [node]
        while len(rest) == 1 and isinstance(statement := rest[0], ast.If):
            self.expression(statement.test)
            ways.append(
                self.way(Condition(ConditionKind.TEST, statement.test), self._block(statement.body))
            )
            otherwise = Condition(ConditionKind.NO_TEST, statement.test)
            rest = statement.orelse
        ways.append(self.way(otherwise, self._block(rest)))
        self.state.become(ways)

    def _block(self, statements: list[ast.stmt]) -> Callable[[], None]:
        return lambda: self.block(statements)

    def loop(
        self, node: ast.For | ast.AsyncFor | ast.While, target: ast.expr | None, over: ast.expr
    ) -> None:
        """A loop: each of its rounds begins with what came before, or what a round left."""
        outer = self.state
        ran = Condition(ConditionKind.ROUND, node)
        code = [node] if target is None else [target, *node.body]
        carried = dict.fromkeys((*bound_in(code), *changed_in(code)))
        carried |= dict.fromkeys(place for name in carried for place in self.places.get(name, ()))
        loop = _Loop(outer)

        def round_() -> None:
            for name in carried:
                known = outer.known(name)
                self.state.names[name] = (*known, Reaching(LoopCarried(name, node), (ran,)))
            if target is None:
                self.expression(over)
            else:
                self.target(target, BindingKind.LOOP_TARGET, node, over)
            self.loops.append(loop)
            self.block(node.body)
            self.loops.pop()

        end, _ = self.way(ran, round_)
        ends = [(state, None) for state in (end, *loop.again) if state.is_reached]
        again = outer.inner()
        again.become(ends)
        for name in again.names:
            left = again.reaching(name)
            self.scope.carried[node, name] = left if left is not None else ()
        nothing = Condition(ConditionKind.NO_TEST, node)
        usual = outer.inner()
        is_endless = target is None and isinstance(over, ast.Constant) and bool(over.value)
        begun: list[tuple[State, Condition | None]] = [(outer.inner(), nothing), (again, ran)]
        usual.become([] if is_endless else begun)
        ways: list[tuple[State, Condition | None]] = [
            self._from(usual, node.orelse),
            *((state, ran) for state in loop.left),
        ]
        outer.become(ways)

    def _from(self, state: State, statements: list[ast.stmt]) -> tuple[State, Condition | None]:
        """Follow statements from a state."""
        outer, self.state = self.state, state
        self.block(statements)
        done, self.state = self.state, outer
        return done, None

    def tried(self, node: ast.Try) -> None:
        """A `try`: whatever it binds may be bound or not where something is raised or left."""
        outer, noted = self.state, self.bound
        made: list[tuple[str, Reaching]] = []
        self.bound = made
        body, _ = self.way(None, self._block(node.body))
        raised = list(made)
        ways: list[tuple[State, Condition | None]] = []
        for handler in node.handlers:
            condition = Condition(ConditionKind.RAISED, handler)
            ways.append(self.way(condition, self._handler(handler, raised)))
        whole, _ = self._from(body, node.orelse)
        self.bound = noted
        if noted is not None:
            noted += made
        held = [(name, reaching) for name, _ in made for reaching in outer.known(name)]
        outer.become([(whole, None), *ways])
        if node.finalbody:
            self.finally_(node.finalbody, [*held, *made])

    def finally_(self, statements: list[ast.stmt], held: Sequence[tuple[str, Reaching]]) -> None:
        """The end of a `try`, which runs however that was left; what it binds holds behind it."""
        outer = self.state
        self.state = outer.inner()
        self.state.is_reached = True
        self.state.may_hold(held)
        before = dict(self.state.names)
        self.block(statements)
        last, self.state = self.state, outer
        outer.is_reached = outer.is_reached and last.is_reached
        outer.names |= {
            name: found for name, found in last.names.items() if found is not before.get(name)
        }

    def _handler(
        self, handler: ast.ExceptHandler, made: Sequence[tuple[str, Reaching]]
    ) -> Callable[[], None]:
        def follow() -> None:
            self.state.may_hold(made)
            self.expression(handler.type)
            if handler.name is not None:
                self.bind(handler.name, BindingKind.EXCEPTION, handler)
            self.block(handler.body)

        return follow

    def match(self, node: ast.Match) -> None:
        """A `match`: one of its cases, or none."""
        self.expression(node.subject)
        ways: list[tuple[State, Condition | None]] = [
            self.way(Condition(ConditionKind.CASE, case), self._case(case, node.subject))
            for case in node.cases
        ]
        last = node.cases[-1]
        if last.guard is not None or not _matches_all(last.pattern):
            ways.append((self.state.inner(), None))
        self.state.become(ways)

    def _case(self, case: ast.match_case, subject: ast.expr) -> Callable[[], None]:
        def follow() -> None:
            for name in bound_in([case.pattern]):
                whole = isinstance(case.pattern, ast.MatchAs) and case.pattern.pattern is None
                self.bind(name, BindingKind.PATTERN, case.pattern, subject if whole else None)
            for part in ast.walk(case.pattern):
                if isinstance(part, ast.expr):
                    self.note(part)
            self.expression(case.guard)
            self.block(case.body)

        return follow


# Python 3.10 has no `except*`.
_TRIES = (ast.Try, getattr(ast, "TryStar", ast.Try))


def _matches_all(pattern: ast.pattern) -> bool:
    return isinstance(pattern, ast.MatchAs) and pattern.pattern is None


def _numbered(parts: Sequence[ast.expr]) -> Iterator[tuple[int, ast.expr]]:
    """Parts of a target with their numbers; behind a star they count from the end."""
    star = next(
        (n for n, expression in enumerate(parts) if isinstance(expression, ast.Starred)), len(parts)
    )
    for number, expression in enumerate(parts):
        yield (number if number <= star else number - len(parts)), expression
