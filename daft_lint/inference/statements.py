"""The statements of a program, followed: names, branches, loops, blocks that may fail."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Any

from daft_lint.index.tree import dotted
from daft_lint.inference.calls import Calls
from daft_lint.inference.context_managers import ContextManagers, expects
from daft_lint.inference.daft_calls import DaftCalls
from daft_lint.inference.definition_statements import DefinitionStatements
from daft_lint.inference.expressions import Expressions, is_namespace
from daft_lint.inference.loops import Loops
from daft_lint.inference.objects import Objects
from daft_lint.inference.patterns import captured, fits
from daft_lint.inference.run import Guarded, Run
from daft_lint.inference.runners import Runners
from daft_lint.inference.state import Way
from daft_lint.plan.quantity import Origin, OriginKind
from daft_lint.values import containers, infix
from daft_lint.values.truth import truth
from daft_lint.values.values import (
    UNKNOWN,
    Arguments,
    ClassValue,
    FunctionValue,
    Imported,
    Items,
    Mapping,
    Nothing,
    Number,
    ObjectValue,
    Text,
    Unknown,
    Value,
    item_of,
    one_of,
)

_ENVIRONMENT = Imported("os.environ")
_MODULES = Imported("sys.modules")


class Statements:
    """Runs statements."""

    def __init__(
        self,
        run: Run,
        expressions: Expressions,
        calls: Calls,
        objects: Objects,
        daft: DaftCalls,
    ) -> None:
        self._run = run
        self._expressions = expressions
        self._calls = calls
        self._objects = objects
        self._daft = daft
        self._runners = Runners(run)
        defining = DefinitionStatements(run, expressions, daft)
        loops = Loops(run, calls, objects)
        managers = ContextManagers(run, objects)
        modules = run.modules
        self._kinds: dict[type[ast.stmt], Callable[[Any], None]] = {
            ast.Assign: self._assign,
            ast.AnnAssign: self._annotated_assign,
            ast.AugAssign: self._augmented_assign,
            ast.Assert: self._assert,
            ast.Delete: self._delete,
            ast.Expr: self._expression,
            ast.Import: modules.run_import,
            ast.ImportFrom: modules.run_import_from,
            ast.Return: self._return,
            ast.Raise: self._raise,
            ast.Continue: lambda _: self._leave_round(broken=False),
            ast.Break: lambda _: self._leave_round(broken=True),
            ast.FunctionDef: defining.run_def,
            ast.AsyncFunctionDef: defining.run_def,
            ast.ClassDef: defining.run_class,
            ast.If: self._if,
            ast.For: loops.run_for,
            ast.AsyncFor: loops.run_for,
            ast.While: loops.run_while,
            ast.With: managers.run_with,
            ast.AsyncWith: managers.run_with,
            ast.Try: self._try,
            ast.Match: self._match,
        }
        if hasattr(ast, "TryStar"):
            self._kinds[ast.TryStar] = self._try
        managers.attempt = self._attempt

    def block(self, statements: Sequence[ast.stmt]) -> None:
        """Run statements until one ends the run."""
        state, kinds = self._run.state, self._kinds
        for statement in statements:
            if state.ended:
                return
            runner = kinds.get(type(statement))
            if runner is not None:
                runner(statement)

    def store(self, target: ast.expr, value: Value) -> None:
        """Bind a target to a value: a name, an attribute, an item, or several of them."""
        run = self._run
        if isinstance(target, ast.Name):
            if target.id in run.file.rebound:
                run.bound_elsewhere.setdefault((run.file.path, target.id), []).append(value)
            run.state.put(run.scope.names, target.id, _as_constant(target.id, value))
        elif isinstance(target, ast.Attribute):
            owner = run.value(target.value)
            self.set_attribute(owner, target.attr, _as_constant(target.attr, value))
        elif isinstance(target, ast.Tuple | ast.List):
            items = value.values if isinstance(value, Items) else None
            starred = any(isinstance(elt, ast.Starred) for elt in target.elts)
            if items is None or starred or len(items) != len(target.elts):
                items = (item_of(value),) * len(target.elts)
            for element, item in zip(target.elts, items, strict=True):
                self.store(element, item)
        elif isinstance(target, ast.Starred):
            self.store(target.value, one_of(value))
        elif isinstance(target, ast.Subscript):
            self._store_item(target, value)

    def set_attribute(self, owner: Value, name: str, value: Value) -> None:
        """`owner.name = value`."""
        if isinstance(owner, ObjectValue | ClassValue):
            if isinstance(owner, ClassValue):
                self._daft.set_method(owner, name)
            self._objects.set_attribute(owner, name, value)
        elif isinstance(owner, Imported):
            self._run.modules.patch(owner, name)
        elif isinstance(owner, Unknown):
            self._objects.set_on_any(owner, name, value)
        elif not isinstance(owner, FunctionValue):
            self._daft.set_option(owner, name)

    def _store_item(self, target: ast.Subscript, value: Value | None) -> None:
        """An item is set to a value, or deleted for None."""
        run = self._run
        if is_namespace(target.value):
            key = run.value(target.slice)
            run.modules.forget(run.scope.outermost, key)
            return
        around = _object_of_namespace(target.value)
        if around is not None:
            # `vars(owner)["name"] = value`
            owner, key = run.value(around), run.value(target.slice)
            if isinstance(key, Text) and key.exact:
                self.set_attribute(owner, key.exact, UNKNOWN)
            else:
                self._objects.forget(owner)
            return
        receiver = self._expressions.receiver(target.value)
        key = UNKNOWN if isinstance(target.slice, ast.Slice) else run.value(target.slice)
        if receiver.value == _ENVIRONMENT:
            if value is None:
                self._runners.unset_environment(key, run.span(target))
            else:
                self._runners.set_environment(key, value, run.span(target), firm=True)
        elif receiver.value == _MODULES:
            run.modules.put_in_place(key)
        elif isinstance(receiver.value, Items | Mapping) or receiver.value is not UNKNOWN:
            after = containers.with_item(receiver.value, key, value)
            self._calls.replace_container(receiver, after)

    def _delete(self, node: ast.Delete) -> None:
        for target in node.targets:
            if isinstance(target, ast.Subscript):
                self._store_item(target, None)
            else:
                self.store(target, UNKNOWN)

    def _expression(self, node: ast.Expr) -> None:
        self._run.value(node.value)

    def _assign(self, node: ast.Assign) -> None:
        value = self._run.value(node.value)
        for target in node.targets:
            if isinstance(target, ast.Tuple | ast.List):
                self._run.changes.use_up(value)
            self.store(target, value)

    def _annotated_assign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.store(node.target, self._run.value(node.value))

    def _augmented_assign(self, node: ast.AugAssign) -> None:
        """`x += y`: a new value for a number or text, a change in place for a list or dict."""
        run = self._run
        before = run.value(node.target)
        by = run.value(node.value)
        after = infix.augmented(node.op, before, by)
        if before == _ENVIRONMENT and isinstance(node.op, ast.BitOr):
            run.apply(Imported(f"{_ENVIRONMENT.name}.update"), Arguments((by,)), node)
        run.changes.use_up(by)
        run.changes.follow(before, after)
        self.store(node.target, after)

    def _assert(self, node: ast.Assert) -> None:
        """It may be left out by an option of Python, but hardly ever is."""
        if truth(self._run.value(node.test)) is False and not self._run.state.ended:
            self._run.fails()

    def _raise(self, node: ast.Raise) -> None:
        run = self._run
        if node.exc is not None:
            run.value(node.exc)
        run.fails()

    def _return(self, node: ast.Return) -> None:
        run = self._run
        value = Nothing() if node.value is None else run.value(node.value)
        if run.state.ended:
            return
        run.left_early += run.branches > run.branches_around
        if run.function_ends:
            ends = run.function_ends[-1]
            ends.returned.append(value)
            if node in ends.own:
                ends.is_over = True
            else:
                ends.left.append(run.state.way(ends.mark, ends.scope.names))
        run.state.ended = True

    def _leave_round(self, *, broken: bool) -> None:
        run = self._run
        if run.loop_ends:
            ends = run.loop_ends[-1]
            (ends.broken if broken else ends.continued).append(run.state.way(ends.mark))
        run.cut_short += 1
        run.state.ended = True

    def _if(self, node: ast.If) -> None:
        """An `if` with all of its `elif`s, one after the other: long chains don't nest."""
        run, state, circumstances = self._run, self._run.state, self._run.circumstances
        if self._is_for_type_checkers(node.test):
            self._for_type_checkers(node)
            return
        ways: list[Way] = []
        outer, around = run.branches, circumstances.now
        mark, done = state.mark(), state.past.done
        # The tests of the first ways that all end here, and how many of these return.
        ended: list[tuple[ast.expr, int | None, int]] = []
        leads_on = False
        current: ast.If | None = node
        while current is not None:
            test = truth(run.value(current.test))
            if state.ended:
                break
            # What a test does, it does for all that come behind it.
            before, before_done = state.mark(), state.past.done
            left_early = run.left_early
            if test is not False:
                run.branches += test is None
                asked = circumstances.ask()
                with circumstances.kept():
                    if test is None:
                        circumstances.assume(current.test, holds=True, asked=asked)
                    self.block(current.body)
                if test is None:
                    left = run.left_early - left_early
                    circumstances.assume(current.test, holds=False, asked=asked, left_early=left)
                    leads_on = leads_on or not state.ended
                    ended += [] if leads_on else [(current.test, asked, left)]
                if not state.ended:
                    ways.append(state.way(mark))
                if test:
                    state.ended = True
                    break
                state.go_back(before, before_done)
            rest = current.orelse
            if len(rest) == 1 and isinstance(rest[0], ast.If):
                current = rest[0]
                continue
            self.block(rest)
            if not state.ended:
                ways.append(state.way(mark))
            break
        run.branches, circumstances.now = outer, around
        for expression, asked, left in ended:
            circumstances.assume(expression, holds=False, asked=asked, branches=0, left_early=left)
        if not ways:
            state.ended = True
            return
        state.go_back(mark, done)
        state.meet(ways)

    def _is_for_type_checkers(self, test: ast.expr) -> bool:
        if not isinstance(test, ast.Name | ast.Attribute):
            return False
        name = test.id if isinstance(test, ast.Name) else test.attr
        return name == "TYPE_CHECKING" and self._run.value(test) == Imported("typing.TYPE_CHECKING")

    def _for_type_checkers(self, node: ast.If) -> None:
        """Bind what annotations name that nothing else binds. None of it is done."""
        run, state = self._run, self._run.state
        mark, done = state.mark(), state.past.done
        known = set(run.scope.names)
        outer, run.is_for_type_checkers = run.is_for_type_checkers, True
        self.block(node.body)
        run.is_for_type_checkers = outer
        bound = {name: value for name, value in run.scope.names.items() if name not in known}
        state.go_back(mark, done)
        for name, value in bound.items():
            state.put(run.scope.names, name, value)
        self.block(node.orelse)

    def _match(self, node: ast.Match) -> None:
        run, state, circumstances = self._run, self._run.state, self._run.circumstances
        subject = run.value(node.subject)
        if state.ended:
            return
        ways: list[Way] = []
        outer, around = run.branches, circumstances.now
        mark, done = state.mark(), state.past.done
        for case in node.cases:
            before, before_done = state.mark(), state.past.done
            chosen = self._is_chosen(case, subject)
            if chosen is not False:
                run.branches += chosen is None
                asked = circumstances.ask()
                with circumstances.kept():
                    circumstances.assume(node.subject, holds=True, asked=asked, case=case)
                    if case.guard is not None:
                        circumstances.assume(case.guard, holds=True, asked=None)
                    self.block(case.body)
                circumstances.assume(node.subject, holds=False, asked=asked, case=case)
                if not state.ended:
                    ways.append(state.way(mark))
            state.go_back(before, before_done)
            # A pattern that fits in part, or whose guard fails, may leave its names bound.
            self._capture(case.pattern, subject)
            if chosen:
                break
        else:
            ways.append(state.way(mark))
        run.branches, circumstances.now = outer, around
        state.go_back(mark, done)
        state.meet(ways)

    def _capture(self, pattern: ast.pattern, subject: Value) -> None:
        """The names of a pattern may stand for any part of what it is tried on."""
        for name in captured(pattern):
            self._run.state.put(self._run.scope.names, name, one_of(subject))

    def _is_chosen(self, case: ast.match_case, subject: Value) -> bool | None:
        """Whether a `case` is the one for a value, whose parts it gives names."""
        run = self._run
        fit = fits(case.pattern, subject, run.value)
        self._capture(case.pattern, subject)
        if isinstance(case.pattern, ast.MatchAs) and case.pattern.name is not None:
            run.state.put(run.scope.names, case.pattern.name, subject)
        if case.guard is None or fit is False:
            return fit
        holds = truth(run.value(case.guard))
        return holds if fit or holds is False else None

    def _try(self, node: ast.Try) -> None:
        """A handler starts from what any part of the body left."""
        run, state = self._run, self._run.state
        if run.modules.surely_imports(node):
            for part in (node.body, node.orelse, node.finalbody):
                self.block(part)
            return
        mark, done = state.mark(), state.past.done
        ways: list[Way] = []
        caught = bool(node.handlers)
        run.branches += caught
        reached, raised = self._attempt(node.body, handles=expects(node))
        if node.orelse and not state.ended:
            self.block(node.orelse)
        if not state.ended:
            ways.append(state.way(mark))
        for handler in node.handlers:
            state.go_back(mark, done)
            state.meet([*reached, *raised])
            if handler.name is not None:
                state.put(run.scope.names, handler.name, UNKNOWN)
            with run.circumstances.kept():
                self.block(handler.body)
            if not state.ended:
                ways.append(state.way(mark))
        run.branches -= caught
        state.go_back(mark, done)
        state.meet(ways)
        if node.finalbody:
            ended = state.ended
            if ended:
                state.ended = False
                state.meet([*reached, *raised])
            self.block(node.finalbody)
            state.ended = state.ended or ended

    def _attempt(self, body: Sequence[ast.stmt], *, handles: bool) -> tuple[list[Way], list[Way]]:
        """Run the body of a block that may fail.

        Give what any statement of it may leave then, and where something is raised by name.
        """
        run, state = self._run, self._run.state
        mark = state.mark()
        reached = [Way({}, state.past.done)]
        block = Guarded(mark)
        run.guarded.append(block)
        run.handling += handles
        with run.circumstances.kept():
            for statement in body:
                if state.ended:
                    break
                self.block((statement,))
                reached.append(state.way(mark))
        run.handling -= handles
        run.guarded.pop()
        return reached, block.raised


def _object_of_namespace(node: ast.expr) -> ast.expr | None:
    """The object in `vars(object)` and `object.__dict__`; None for all else."""
    if isinstance(node, ast.Attribute):
        return node.value if node.attr == "__dict__" else None
    is_vars = isinstance(node, ast.Call) and dotted(node.func) == "vars" and len(node.args) == 1
    return node.args[0] if is_vars and isinstance(node, ast.Call) else None


def _as_constant(name: str, value: Value) -> Value:
    """A literal number that gets a name is spoken of by that name from then on."""
    if not isinstance(value, Number) or len(value.quantity.origins) != 1:
        return value
    origin = value.quantity.origins[0]
    if origin.kind is not OriginKind.LITERAL:
        return value
    named = Origin(OriginKind.CONSTANT, f"{name} = {value.quantity}", origin.span)
    return Number(value.quantity.from_place(named))
