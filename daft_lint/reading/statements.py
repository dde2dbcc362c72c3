"""Follows the statements of a program: names, branches, loops, functions."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import libcst as cst

from daft_lint.documents.imports import member
from daft_lint.plan.pipeline import Loop, Operator, OperatorKind, Plan
from daft_lint.plan.quantity import Origin, OriginKind, Quantity, unknown
from daft_lint.reading import chaining, containers, matching, repeating, targets, unrolling
from daft_lint.reading.bindings import imported, module_of
from daft_lint.reading.expressions import truth
from daft_lint.reading.managing import suppresses
from daft_lint.reading.past import met
from daft_lint.reading.repetition import Given, Repetition, Run
from daft_lint.reading.scope import Attributes, Holder, Owner, Snapshot, State, of_class
from daft_lint.reading.values import (
    UNKNOWN,
    ClassValue,
    FrameValue,
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
    is_constant,
    item_of,
    one_of,
)
from daft_lint.reading.walking import yields

if TYPE_CHECKING:
    from daft_lint.reading.calls import Calls
    from daft_lint.reading.expressions import Expressions
    from daft_lint.reading.functions import Functions
    from daft_lint.reading.session import Session


class _Loop:
    """What the rounds of one loop leave early: by `break` it ends, by `continue` it goes on."""

    def __init__(self) -> None:
        self.broken: list[Snapshot] = []
        self.continued: list[Snapshot] = []


# Attributes that are copied and compared in the time that evaluating a node takes.
_ATTRIBUTES_PER_NODE = 20


@dataclass(slots=True)
class _Ends:
    """How a function that is followed may end: what it returns, and where its objects stand then.

    `own` are the `return`s of the body itself, behind which nothing runs any more. `left` are the
    moments of all others, `failed` those in which something is raised that the function doesn't
    handle.
    """

    own: frozenset[cst.Return]
    returned: list[Value] = field(default_factory=list)
    left: list[Snapshot] = field(default_factory=list)
    failed: list[Snapshot] = field(default_factory=list)
    is_over: bool = False

    def add(self, node: cst.Return, value: Value, state: State) -> None:
        """A `return` is run."""
        self.returned.append(value)
        if node in self.own:
            self.is_over = True
        else:
            self.left.append(state.snapshot())

    def meet(self, state: State, meet: Callable[[Sequence[Snapshot], State], None]) -> None:
        """Go on behind the function, with what any run of it may have left.

        What was done before something is raised says nothing of runs that go on.
        """
        if not (self.left or self.failed):
            return
        now = state.snapshot()
        ends = self.left if state.ended and not self.is_over else [now, *self.left]
        done = met([one.done for one in ends]) if ends else now.done
        failed = (replace(one, done=done) for one in self.failed)
        # Names of the function are gone, and most of its ends differ in nothing else.
        every = [replace(one, names=now.names) for one in (*ends, *failed)]
        first, *others = every
        differing = [one for one in others if one != first]
        if differing or first.attributes != now.attributes:
            meet([first, *differing], state)


class Statements:
    """Runs statements on a state."""

    def __init__(
        self, session: Session, expressions: Expressions, functions: Functions, calls: Calls
    ) -> None:
        self._session = session
        self._expressions = expressions
        self._functions = functions
        self._calls = calls
        self._ends: list[_Ends] = []
        self._failed: list[list[Snapshot]] = []
        self._branches_around = 0
        self._yielded: list[list[tuple[Snapshot, Value]]] = []
        self._loops: list[_Loop] = []
        self._repetition = Repetition(session, self._after_any_run)
        self._runners: dict[type[cst.CSTNode], Callable[[cst.CSTNode, State], None]] = {
            cst.SimpleStatementLine: self._simple_line,
            cst.SimpleStatementSuite: self._simple_line,
            cst.Assign: self._assign,
            cst.AnnAssign: self._annotated_assign,
            cst.AugAssign: self._augmented_assign,
            cst.Assert: self._assert,
            cst.Del: self._delete,
            cst.Expr: self._expression,
            cst.Import: self._import,
            cst.ImportFrom: self._import_from,
            cst.Return: self._return,
            cst.Raise: self._raise,
            cst.Continue: self._continue,
            cst.Break: self._break,
            cst.FunctionDef: self._function,
            cst.ClassDef: self._class,
            cst.If: self._if,
            cst.For: self._for,
            cst.While: self._while,
            cst.With: self._with,
            cst.Try: self._try,
            cst.TryStar: self._try,
            cst.Match: self._match,
        }

    def module(self, module: cst.Module, state: State) -> None:
        """Run a whole module."""
        self._all(module.body, state)

    def imported_module(self, module: cst.Module, state: State) -> None:
        """Run a whole module that another one imports, in the middle of anything."""
        loops, ends, failed = self._loops, self._ends, self._failed
        self._loops, self._ends, self._failed = [], [], []
        self._all(module.body, state)
        self._loops, self._ends, self._failed = loops, ends, failed

    def block(self, body: cst.BaseSuite, state: State) -> None:
        """Run the statements of a block until one ends it."""
        self._all(body.body, state)

    def function_body(self, node: cst.FunctionDef, state: State) -> Value:
        """Run a function's body and give what it returns."""
        loops, self._loops = self._loops, []
        if yields(node):
            generator = self._generate(node, state)
            self._loops = loops
            return generator
        with self._followed(node) as ends:
            self.block(node.body, state)
        self._loops = loops
        if not state.ended:
            ends.returned.append(Nothing())
        ends.meet(state, self._meet)
        return self._functions.returned(ends.returned)

    @contextmanager
    def _followed(self, node: cst.FunctionDef) -> Iterator[_Ends]:
        """A function is followed. Behind it, it's of no matter any more where it may have ended."""
        session, recorder = self._session, self._session.recorder
        left_early, sure = session.left_early, recorder.sure
        around, self._branches_around = self._branches_around, session.branches
        ends = _Ends(_own_returns(node))
        self._ends.append(ends)
        failed, self._failed = self._failed, [ends.failed]
        yield ends
        self._failed = failed
        self._ends.pop()
        session.left_early, self._branches_around = left_early, around
        if recorder.sure is not None and recorder.sure.left_early > left_early:
            recorder.sure = sure

    def _generate(self, node: cst.FunctionDef, state: State) -> Value:
        """Run a generator, which nobody may ask for its next item, or for the last one."""
        start = state.snapshot()
        self._yielded.append([])
        with self._followed(node) as ends:
            self.block(node.body, state)
        yielded, end = self._yielded.pop(), state.snapshot()
        moments = [start, *(moment for moment, _ in yielded), *ends.left, *ends.failed, end]
        self._meet([replace(end, attributes=one.attributes) for one in moments], state)
        return one_of(*(value for _, value in yielded))

    def yielded(self, value: Value, state: State) -> None:
        """The generator that is run gives a value, and may stay where it is."""
        if self._yielded:
            self._yielded[-1].append((state.snapshot(), value))

    def _all(self, statements: Sequence[cst.CSTNode], state: State) -> None:
        for statement in statements:
            if state.ended:
                return
            runner = self._runners.get(type(statement))
            if isinstance(statement, cst.SimpleStatementLine):
                chaining.note(statement, statements, state.scope, self._session)
            if runner is not None:
                runner(statement, state)

    def _simple_line(self, node: cst.CSTNode, state: State) -> None:
        assert isinstance(node, cst.SimpleStatementLine | cst.SimpleStatementSuite)
        self._all(node.body, state)

    def _expression(self, node: cst.CSTNode, state: State) -> None:
        assert isinstance(node, cst.Expr)
        self._expressions.value(node.value, state)

    def _assert(self, node: cst.CSTNode, state: State) -> None:
        assert isinstance(node, cst.Assert)
        self._expressions.value(node.test, state)

    def _assign(self, node: cst.CSTNode, state: State) -> None:
        assert isinstance(node, cst.Assign)
        value = self._expressions.value(node.value, state)
        for target in node.targets:
            self.store(target.target, value, state)

    def _annotated_assign(self, node: cst.CSTNode, state: State) -> None:
        assert isinstance(node, cst.AnnAssign)
        if node.value is not None:
            self.store(node.target, self._expressions.value(node.value, state), state)

    def _augmented_assign(self, node: cst.CSTNode, state: State) -> None:
        """`x += y`: a new value for a number or text, a change in place for a list or dict."""
        assert isinstance(node, cst.AugAssign)
        before = self._expressions.value(node.target, state)
        by = self._expressions.value(node.value, state)
        after = self._expressions.augmented(node.operator, before, by)
        if isinstance(before, Items | Mapping):
            self._session.changes.follow(before, after)
        elif not isinstance(before, ObjectValue) or before.made_of.function("__iadd__"):
            self._session.changes.change(before)
        self.store(node.target, after, state)

    def _delete(self, node: cst.CSTNode, state: State) -> None:
        assert isinstance(node, cst.Del)
        for target in targets.parts(node.target):
            if isinstance(target, cst.Subscript):
                owner = self._expressions.value(target.value, state)
                self._change_item(target, owner, None, state)
            else:
                self.store(target, UNKNOWN, state)

    def store(self, target: cst.BaseExpression, value: Value, state: State) -> None:
        """Bind a target to a value: a name, an attribute, an item, or several of them."""
        if isinstance(target, cst.Name):
            state.scope.names[target.value] = _as_constant(target.value, value)
        elif isinstance(target, cst.Attribute):
            name = target.attr.value
            owner = self._expressions.value(target.value, state)
            self._calls.setting.set(owner, name, _as_constant(name, value), state)
        elif isinstance(target, cst.Tuple | cst.List):
            self._unpack(target, value, state)
        elif isinstance(target, cst.StarredElement):
            self.store(target.value, one_of(value), state)
        elif isinstance(target, cst.Subscript):
            self._store_item(target, value, state)

    def _unpack(self, target: cst.Tuple | cst.List, value: Value, state: State) -> None:
        items = value.values if isinstance(value, Items) else None
        starred = any(isinstance(element, cst.StarredElement) for element in target.elements)
        if items is None or starred or len(items) != len(target.elements):
            items = (item_of(value),) * len(target.elements)
        for element, item in zip(target.elements, items, strict=True):
            self.store(element.value, item, state)

    def _store_item(self, target: cst.Subscript, value: Value, state: State) -> None:
        owner = self._expressions.value(target.value, state)
        key = target.slice[0].slice
        if owner == Imported("os.environ") and isinstance(key, cst.Index):
            name = self._expressions.value(key.value, state)
            if isinstance(name, Text):
                self._calls.set_environment(name.pattern, value, target)
        else:
            self._change_item(target, owner, value, state)

    def _change_item(
        self, target: cst.Subscript, owner: Value, value: Value | None, state: State
    ) -> None:
        """An item is set to a value, or deleted for None."""
        index = target.slice[0].slice if len(target.slice) == 1 else None
        key = self._expressions.value(index.value, state) if isinstance(index, cst.Index) else None
        after = None if key is None else containers.with_item(owner, key, value)
        self._calls.replace_container(target.value, owner, after, state)

    def _import(self, node: cst.CSTNode, state: State) -> None:
        assert isinstance(node, cst.Import)
        program = self._session.program
        for name, stands_for in imported(node):
            state.scope.names[name] = program.imported(stands_for)
        for alias in node.names:
            program.load(targets.dotted(alias.name))

    def _import_from(self, node: cst.CSTNode, state: State) -> None:
        assert isinstance(node, cst.ImportFrom)
        program = self._session.program
        module = program.absolute(module_of(node))
        program.load(module)
        if isinstance(node.names, cst.ImportStar):
            self._import_all(module, state)
            return
        for alias in node.names:
            name = member(module, targets.dotted(alias.name))
            program.load(name)
            bound = alias.asname.name if alias.asname is not None else alias.name
            if isinstance(bound, cst.Name):
                state.scope.names[bound.value] = self._bound(program.imported(name))

    def _bound(self, name: Imported) -> Value:
        """A name is looked up when it is used, but a constant of a branch may meet another one."""
        if not self._session.is_in_own_branch:
            return name
        value = self._session.program.resolve(name)
        return value if is_constant(value) else name

    def _import_all(self, module: str, state: State) -> None:
        program = self._session.program
        exported = program.exported(module)
        if exported is None:
            self._forget_imported_constants(state)
            state.scope.forget_constants()
            names = self._calls.exported(module)
            exported = {name: program.imported(member(module, name)) for name in names}
        state.scope.names.update(exported)

    def _forget_imported_constants(self, state: State) -> None:
        """Names that are looked up when they are used: now something else may be behind them."""
        names = state.scope.names
        for name, value in names.items():
            if isinstance(value, Imported):
                known = self._session.program.resolve(value)
                names[name] = UNKNOWN if is_constant(known) else value

    def _return(self, node: cst.CSTNode, state: State) -> None:
        assert isinstance(node, cst.Return)
        value = Nothing() if node.value is None else self._expressions.value(node.value, state)
        if self._ends:
            self._ends[-1].add(node, value, state)
        self._session.left_early += self._session.branches > self._branches_around
        state.ended = True

    def _raise(self, node: cst.CSTNode, state: State) -> None:
        """Whoever handles it goes on from here."""
        if self._failed:
            self._failed[-1].append(state.snapshot())
        state.ended = True

    def _continue(self, node: cst.CSTNode, state: State) -> None:
        if self._loops:
            self._loops[-1].continued.append(state.snapshot())
        state.ended = True

    def _break(self, node: cst.CSTNode, state: State) -> None:
        if self._loops:
            self._loops[-1].broken.append(state.snapshot())
        state.ended = True

    def _function(self, node: cst.CSTNode, state: State) -> None:
        assert isinstance(node, cst.FunctionDef)
        value = self._functions.define(node, state)
        state.scope.names[node.name.value] = self._calls.made_here(value)

    def _class(self, node: cst.CSTNode, state: State) -> None:
        assert isinstance(node, cst.ClassDef)
        value = self._functions.define_class(node, state)
        state.scope.names[node.name.value] = self._calls.made_here(value)

    def _if(self, node: cst.CSTNode, state: State) -> None:
        """An `if` with all of its `elif`s, one after the other: long chains don't nest."""
        assert isinstance(node, cst.If)
        if self._is_for_type_checkers(node.test, state):
            # What is bound for annotations only is bound anew, or no other way.
            self.block(node.body, state)
            self._if_not(node, state)
            return
        alternatives: list[Snapshot] = []
        current: cst.If | cst.Else | None = node
        outer = self._session.branches
        while isinstance(current, cst.If):
            test = truth(self._expressions.value(current.test, state))
            start = state.snapshot()
            if test is not False:
                self._session.branches += test is None
                self._run(current.body, state, alternatives)
                state.restore(start)
            if test:
                break
            current = current.orelse
        else:
            if current is None:
                alternatives.append(state.snapshot())
            else:
                self._run(current.body, state, alternatives)
        self._session.branches = outer
        self._meet(alternatives, state)

    def _is_for_type_checkers(self, test: cst.BaseExpression, state: State) -> bool:
        named = isinstance(test, cst.Name | cst.Attribute)
        return named and self._expressions.value(test, state) == Imported("typing.TYPE_CHECKING")

    def _if_not(self, node: cst.If, state: State) -> None:
        if isinstance(node.orelse, cst.If):
            self._if(node.orelse, state)
        elif node.orelse is not None:
            self.block(node.orelse.body, state)

    def _run(self, body: cst.BaseSuite, state: State, ends: list[Snapshot]) -> None:
        """Run a block and keep what it left, unless it ended the run."""
        self.block(body, state)
        if not state.ended:
            ends.append(state.snapshot())

    def _branch(self, state: State, *alternatives: Callable[[], None]) -> None:
        """Run each alternative from here, and go on with what any of them left."""
        start = state.snapshot()
        ends = []
        self._session.branches += 1
        for alternative in alternatives:
            state.restore(start)
            alternative()
            if not state.ended:
                ends.append(state.snapshot())
        self._session.branches -= 1
        self._meet(ends, state)

    def optional(self, work: Callable[[], Value], state: State) -> None:
        """Do something that may have happened before what comes next."""
        before = state.snapshot()
        work()
        self._meet([before, state.snapshot()], state)

    def perhaps(self, work: Callable[[], Value], state: State) -> Value:
        """Do something that not every run does, and give what it gives."""
        made: list[Value] = []
        self._branch(state, lambda: made.append(work()), lambda: None)
        return made[0]

    def _meet(self, ends: Sequence[Snapshot], state: State) -> None:
        """Go on with what any run left. Frames that met go on as one, and are no ends any more."""
        # What objects hold is copied for each branch, and there may be thousands of objects.
        self._session.spend(len(state.attributes) * len(ends) // _ATTRIBUTES_PER_NODE)
        state.meet(ends)
        if len(ends) < 2:
            return
        for name, value in state.scope.names.items():
            if type(value) is FrameValue:
                self._met(value, [end.names.get(name) for end in ends])
        for key, value in state.attributes.items():
            if type(value) is FrameValue:
                self._met(value, [end.attributes.get(key) for end in ends])

    def _met(self, frame: FrameValue, ends: Sequence[Value | None]) -> None:
        """Tell of a frame that goes on from any of several, unless it is one of them."""
        met = [value.plan for value in ends if isinstance(value, FrameValue)]
        if all(plan is not frame.plan for plan in met):
            self._session.recorder.met(frame.plan, self._session.where, *met)

    def _for(self, node: cst.CSTNode, state: State) -> None:
        assert isinstance(node, cst.For)
        if not repeating.leaves_early(node.body):
            self._session.recorder.read_whole |= repeating.taken_whole(node.iter, self._session)
        over = self._expressions.used_up(node.iter, state)
        if isinstance(over, FrameValue):
            self._calls.run_frame(over, "__iter__", node.iter)
        over = self._calls.objects.iterated(over, state)
        items = unrolling.items_of(over)
        if items is not None and self._is_unrolled(node, items, state):
            self._rounds(node, items, state)
            return
        self._loop(node, state, repeating.rounds_of(over), endless=False, over=over)

    def _is_unrolled(self, node: cst.For, items: Sequence[Value], state: State) -> bool:
        """Whether the rounds of a loop are steps of one pipeline: each hands a frame on.

        So are those that may change what they are given.
        """
        if unrolling.changes_its_items(node) or not unrolling.runs_nothing(node.body):
            return False
        if any(map(unrolling.is_changeable, items)) and unrolling.uses_what_it_is_given(node):
            return True
        changed = targets.changed_by(node.body)
        held = [state.scope.names.get(name) for name in changed.names]
        for attribute in changed.attributes:
            owner = self._expressions.value(attribute.value, state)
            if isinstance(owner, ObjectValue):
                held.append(self._calls.attribute(owner, attribute.attr.value, state))
        return any(isinstance(value, FrameValue) for value in held)

    def _rounds(self, node: cst.For, items: Sequence[Value], state: State) -> None:
        """Run the body once for each item, one round after the other."""
        broken: list[Snapshot] = []
        for item in items:
            loop = _Loop()
            self._loops.append(loop)
            self.store(node.target, item, state)
            self._run(node.body, state, loop.continued)
            self._loops.pop()
            broken += loop.broken
            self._meet(loop.continued, state)
            if state.ended:
                break
        if node.orelse is not None and not state.ended:
            self.block(node.orelse.body, state)
        if broken:
            self._meet([*broken, *(() if state.ended else (state.snapshot(),))], state)

    def _while(self, node: cst.CSTNode, state: State) -> None:
        assert isinstance(node, cst.While)
        before, moment = dict(state.attributes), self._session.changes.moment()
        if truth(self._expressions.value(node.test, state)) is False:
            return
        endless = isinstance(node.test, cst.Name | cst.Integer) and node.test.value in {"True", "1"}
        acts = before != state.attributes or moment != self._session.changes.moment()
        self._loop(node, state, unknown(), endless=endless, again=node.test if acts else None)

    def _loop(
        self,
        node: cst.For | cst.While,
        state: State,
        rounds: Quantity,
        *,
        endless: bool,
        over: Value = UNKNOWN,
        again: cst.BaseExpression | None = None,
    ) -> None:
        """Run the body once, with all that it changes as any number of rounds may leave it.

        `again` is what is done at the end of each round.
        """
        ends = [] if endless else [state.snapshot()]
        self._session.branches += 1
        recorder = self._session.recorder
        outer, counted = recorder.loops, isinstance(node, cst.For)
        last = node.iter if isinstance(node, cst.For) else node.test
        plain = not (repeating.is_broken(node.body) or repeating.is_timed(node.body))
        header = self._session.span_from(node, last)
        recorder.loops = (*outer, Loop(header, rounds, counted, plain))
        loop = self._any_round(node, over, again, state)
        recorder.loops = outer
        self._session.branches -= 1
        if not endless:
            ends += loop.continued
        if node.orelse is not None and ends:
            self._meet(ends, state)
            ends = []
            self._run(node.orelse.body, state, ends)
        self._meet([*ends, *loop.broken], state)

    def _any_round(
        self,
        node: cst.For | cst.While,
        over: Value,
        again: cst.BaseExpression | None,
        state: State,
    ) -> _Loop:
        """Run the body as any of its rounds, and give how that may end, settled."""
        loop, foreseen, start = _Loop(), frozenset[tuple[Holder, str]](), state.attributes

        def run(given: Given) -> Run:
            nonlocal loop, foreseen, start
            loop = _Loop()
            self._loops.append(loop)
            foreseen = frozenset(self._start_round(node, over, state)).union(given.attributes)
            start = state.snapshot().attributes
            self._run(node.body, state, loop.continued)
            self._loops.pop()
            if again is not None and loop.continued:
                self._meet(loop.continued, state)
                self._expressions.value(again, state)
                loop.continued = [state.snapshot()]
            ends = [Given(attributes=end.attributes) for end in loop.continued]
            return Run(Given(attributes=start), ends, foreseen - given.attributes.keys())

        self.repeated(node, state, run)
        self._carry(node, loop.continued, foreseen)
        loop.continued = [_settled(end, start, foreseen) for end in loop.continued]
        loop.broken = [_settled(end, start, foreseen) for end in loop.broken]
        return loop

    def repeated(self, node: cst.CSTNode, state: State, run: Callable[[Given], Run]) -> None:
        """Run code as any of its runs; but the last one, nothing of them is kept."""
        session = self._session
        left_early = session.left_early
        ends = [*self._open_ends()]
        lengths = [len(one) for one in ends]

        def go_back() -> None:
            session.left_early = left_early
            for one, length in zip(ends, lengths, strict=True):
                del one[length:]

        self._repetition.settle(node, state, run, go_back)

    def _open_ends(self) -> Iterator[list[Any]]:
        """Where what is followed now notes how it ended."""
        yield from self._failed[-1:]
        yield from self._yielded[-1:]
        if self._ends:
            yield self._ends[-1].returned
            yield self._ends[-1].left

    def _carry(
        self,
        node: cst.For | cst.While,
        ends: Sequence[Snapshot],
        foreseen: Collection[tuple[Holder, str]],
    ) -> None:
        """Tell of the frames that a round leaves to the next one where it was given one."""
        recorder = self._session.recorder
        for end in ends:
            left = [end.names.get(name) for name in targets.changed_by(node).names]
            left += [end.attributes.get(attribute) for attribute in foreseen]
            for value in left:
                if isinstance(value, FrameValue) and self._was_given(value.plan, node):
                    recorder.carry(recorder.loops[-1], recorder.now(value.plan))

    def _was_given(self, plan: Plan, node: cst.For | cst.While) -> bool:
        """Whether a plan goes on from what an earlier round of the loop left."""
        span = self._session.span(node.body)
        return any(step.method == "loop" and step.span == span for step in plan.operators)

    def _start_round(
        self, node: cst.For | cst.While, over: Value, state: State
    ) -> set[tuple[Owner, str]]:
        """Whatever the text of a loop changes, an earlier round may have changed."""
        changed = targets.changed_by(node)
        foreseen = self.foresee(changed, state, node.body, "loop")
        for name in changed.names:
            if name in state.scope.names:
                state.scope.names[name] = self.widened(state.scope.names[name], node.body, "loop")
        if isinstance(node, cst.For):
            self.store(node.target, item_of(over), state)
        return foreseen

    def foresee(
        self, changed: targets.Changed, state: State, around: cst.CSTNode, what: str
    ) -> set[tuple[Owner, str]]:
        """Forget the containers and attributes that some code may change; give the attributes."""
        for container in changed.containers:
            self._session.changes.change(self._expressions.value(container, state))
        foreseen = set()
        for attribute in changed.attributes:
            owner = self._expressions.value(attribute.value, state)
            if isinstance(owner, Unknown):
                self._calls.objects.set_on_any(owner, attribute.attr.value, state)
            if isinstance(owner, ObjectValue | ClassValue):
                name = attribute.attr.value
                foreseen.add((owner, name))
                value = self._calls.attribute(owner, name, state)
                state.set_attribute(owner, name, self.widened(value, around, what))
        return foreseen

    def widened(self, value: Value, around: cst.CSTNode, what: str) -> Value:
        """What a value may have become after any number of unseen steps at a place: None too."""
        if not isinstance(value, FrameValue):
            return one_of(value)
        last = value.plan.operators[-1:]
        if last and last[0].kind is OperatorKind.OPAQUE and last[0].method == what:
            return replace(value, optional=True)
        step = Operator(
            OperatorKind.OPAQUE, what, self._session.span(around), reads=None, writes=None
        )
        return FrameValue(value.plan.then(step), optional=True)

    def _after_any_run(self, value: Value, node: cst.CSTNode) -> Value:
        if isinstance(node, cst.For | cst.While):
            return self.widened(value, node.body, "loop")
        return self.widened(value, node, "call")

    def _with(self, node: cst.CSTNode, state: State) -> None:
        assert isinstance(node, cst.With)
        with self._ended_by(state):
            self._managed(node, state)

    def _managed(self, node: cst.With, state: State) -> None:
        is_suppressing, is_async = False, node.asynchronous is not None
        leaving: list[Callable[[], None]] = []
        for item in node.items:
            maker = self._maker(item.item, state)
            value = self._expressions.value(item.item, state)
            is_suppressing |= suppresses(item.item, maker, value)
            leaving.append(self._leaving(item.item, maker, value, state, is_async=is_async))
            entered = self._calls.objects.entered(value, state, is_async=is_async)
            if item.asname is not None:
                self.store(item.asname.name, entered, state)
        if is_suppressing:
            self._session.branches += 1
            reached, raised = self._attempt(node.body, state)
            self._session.branches -= 1
            self._meet([*reached, *raised], state)
        else:
            self.block(node.body, state)
        # The managers of a block end it, the last one first, however it ended.
        ended, state.ended = state.ended, False
        for leave in reversed(leaving):
            leave()
        state.ended = ended

    def _maker(self, node: cst.BaseExpression, state: State) -> Value:
        """What a manager is made by, as far as it is called by its name."""
        if not isinstance(node, cst.Call) or not targets.dotted(node.func):
            return UNKNOWN
        return self._expressions.value(node.func, state)

    def _leaving(
        self,
        node: cst.BaseExpression,
        maker: Value,
        manager: Value,
        state: State,
        *,
        is_async: bool,
    ) -> Callable[[], None]:
        """What a manager does at the end of its block.

        What a generator that makes one sets may be set behind its `yield`, and so by then.
        """
        if not (
            isinstance(node, cst.Call)
            and isinstance(maker, FunctionValue)
            and isinstance(maker.node, cst.FunctionDef)
            and yields(maker.node)
        ):
            return lambda: self._calls.objects.left(manager, state, is_async=is_async)
        named = [one.value for one in node.args if targets.dotted(one.value)]
        given = one_of(*(self._expressions.value(one, state) for one in named))
        return lambda: self._functions.handed_on(maker, given, state)

    def _try(self, node: cst.CSTNode, state: State) -> None:
        assert isinstance(node, cst.Try | cst.TryStar)
        if self._session.program.surely_imports(node):
            self._undisturbed(node, state)
        elif node.finalbody is None:
            self._tried(node, state)
        else:
            with self._ended_by(state):
                self._tried(node, state)

    def _tried(self, node: cst.Try | cst.TryStar, state: State) -> None:
        """A handler starts from what any part of the body left."""
        ends: list[Snapshot] = []
        left = self._ends[-1].left if self._ends else []
        returned = len(left)
        caught = bool(node.handlers)
        self._session.branches += caught
        reached, raised = self._attempt(node.body, state)
        if node.orelse is not None and not state.ended:
            self.block(node.orelse.body, state)
        if not state.ended:
            ends.append(state.snapshot())
        for handler in node.handlers:
            state.meet([*reached, *raised])
            if handler.name is not None:
                self.store(handler.name.name, UNKNOWN, state)
            self._run(handler.body, state, ends)
        self._session.branches -= caught
        self._meet(ends, state)
        if node.finalbody is not None:
            self._finally(node.finalbody, reached, [*raised, *left[returned:]], state)

    def _finally(
        self,
        node: cst.Finally,
        reached: Sequence[Snapshot],
        otherwise: Sequence[Snapshot],
        state: State,
    ) -> None:
        """Run what comes at the end of a block, however that ended.

        It ended `otherwise` where something was raised or returned in it.
        """
        recorder, ended, now = self._session.recorder, state.ended, state.snapshot()
        if ended:
            state.meet([*reached, *otherwise])
        elif otherwise:
            state.meet([now, *otherwise])
        self.block(node.body, state)
        if otherwise and not ended:
            # Nothing goes on from the other ends, but what is built is built from any of them.
            recorded = recorder.moment()
            state.restore(now)
            self.block(node.body, state)
            recorder.go_back_to(recorded)
        state.ended = state.ended or ended

    def _undisturbed(self, node: cst.Try | cst.TryStar, state: State) -> None:
        """A `try` whose body doesn't fail."""
        for part in (node, node.orelse, node.finalbody):
            if part is not None and not state.ended:
                self.block(part.body, state)

    def _attempt(self, body: cst.BaseSuite, state: State) -> tuple[list[Snapshot], list[Snapshot]]:
        """Run a block that may fail.

        Give what any statement of it may leave then, and where something is raised by name.
        """
        reached, raised = [state.snapshot()], list[Snapshot]()
        self._failed.append(raised)
        for statement in body.body:
            if not state.ended:
                self._all([statement], state)
                reached.append(state.snapshot())
        self._failed.pop()
        return reached, raised

    @contextmanager
    def _ended_by(self, state: State) -> Iterator[None]:
        """What comes at the end of a block comes behind each `return` in it too."""
        left = self._ends[-1].left if self._ends else []
        count = len(left)
        yield
        if len(left) > count:
            left.append(state.snapshot())

    def _match(self, node: cst.CSTNode, state: State) -> None:
        assert isinstance(node, cst.Match)
        subject = self._expressions.value(node.subject, state)
        alternatives: list[Snapshot] = []
        outer = self._session.branches
        for case in node.cases:
            chosen = self._is_chosen(case, subject, state)
            start = state.snapshot()
            if chosen is not False:
                self._session.branches += chosen is None
                self._run(case.body, state, alternatives)
            state.restore(start)
            # A pattern that fits in part, or whose guard fails, may leave its names bound.
            self._capture(case.pattern, subject, state)
            if chosen:
                break
        else:
            alternatives.append(state.snapshot())
        self._session.branches = outer
        self._meet(alternatives, state)

    def _capture(self, pattern: cst.MatchPattern, subject: Value, state: State) -> None:
        """The names of a pattern may stand for any part of what it is tried on."""
        names = targets.captured(pattern)
        state.scope.names.update(dict.fromkeys(names, one_of(subject)))

    def _is_chosen(self, case: cst.MatchCase, subject: Value, state: State) -> bool | None:
        """Whether a `case` is the one for a value, whose parts it gives names."""
        fits = matching.fits(
            case.pattern, subject, lambda node: self._expressions.value(node, state)
        )
        self._capture(case.pattern, subject, state)
        if isinstance(case.pattern, cst.MatchAs) and case.pattern.name is not None:
            self.store(case.pattern.name, subject, state)
        if case.guard is None or fits is False:
            return fits
        holds = truth(self._expressions.value(case.guard, state))
        return holds if fits or holds is False else None


def _as_constant(name: str, value: Value) -> Value:
    """A literal number that gets a name is spoken of by that name from then on."""
    if not isinstance(value, Number) or len(value.quantity.origins) != 1:
        return value
    origin = value.quantity.origins[0]
    if origin.kind is not OriginKind.LITERAL:
        return value
    named = Origin(OriginKind.CONSTANT, f"{name} = {value.quantity}", origin.span)
    return Number(value.quantity.from_place(named))


def _settled(
    end: Snapshot, start: Attributes, foreseen: Collection[tuple[Holder, str]]
) -> Snapshot:
    """What rounds may leave: an attribute that some call changed may change with every round."""
    attributes: Attributes = {}
    for key, value in end.attributes.items():
        before = start.get(key) or of_class(key) or value
        steady = key in foreseen or before is value or before == value
        attributes[key] = value if steady else UNKNOWN
    return Snapshot(end.names, attributes, end.done)


def _own_returns(node: cst.FunctionDef) -> frozenset[cst.Return]:
    """The `return`s that stand right in the body of a function."""
    lines = (one for one in node.body.body if isinstance(one, cst.SimpleStatementLine))
    return frozenset(part for line in lines for part in line.body if isinstance(part, cst.Return))
