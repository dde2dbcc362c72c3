"""Follows the statements of a program: names, branches, loops, functions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import reduce
from typing import TYPE_CHECKING, Any

import libcst as cst

from daft_lint.reading import chaining, infix, marimo, matching, targets
from daft_lint.reading.defining import Defining
from daft_lint.reading.guarded import Guarded
from daft_lint.reading.importing import Importing
from daft_lint.reading.loops import Loops
from daft_lint.reading.scope import Snapshot, State
from daft_lint.reading.truth import truth
from daft_lint.reading.values import (
    UNKNOWN,
    Arguments,
    Imported,
    Items,
    Mapping,
    Nothing,
    ObjectValue,
    Value,
    one_of,
)
from daft_lint.reading.walking import yields

if TYPE_CHECKING:
    from daft_lint.reading.calls import Calls
    from daft_lint.reading.endings import FunctionEnds
    from daft_lint.reading.expressions import Expressions
    from daft_lint.reading.foresight import Foresight
    from daft_lint.reading.session import Session
    from daft_lint.reading.storing import Storing

_ENVIRONMENT = Imported("os.environ")
Block = cst.Module | cst.BaseSuite | cst.SimpleStatementLine | marimo.Code
"""What holds statements."""


class Statements:
    """Runs statements on a state."""

    def __init__(
        self,
        session: Session,
        expressions: Expressions,
        calls: Calls,
        storing: Storing,
        foresight: Foresight,
    ) -> None:
        self._session = session
        self._expressions = expressions
        self._storing = storing
        self._branches_around = 0
        importing = Importing(session, calls)
        loops = Loops(session, expressions, calls, storing, foresight, self)
        guarded = Guarded(session, expressions, calls, storing, foresight, self)
        defining = Defining(session, expressions, calls, foresight, self)
        endings = session.endings
        self._runners: dict[type[cst.CSTNode], Callable[[Any, State], None]] = {
            cst.SimpleStatementSuite: self.block,
            cst.Assign: self._assign,
            cst.AnnAssign: self._annotated_assign,
            cst.AugAssign: self._augmented_assign,
            cst.Assert: self._assert,
            cst.Del: storing.delete,
            cst.Expr: self._expression,
            cst.Import: importing.modules,
            cst.ImportFrom: importing.names,
            cst.Return: self._return,
            cst.Raise: self._raise,
            cst.Continue: lambda _, state: endings.continues(state),
            cst.Break: lambda _, state: endings.breaks(state),
            cst.FunctionDef: defining.run_def,
            cst.ClassDef: defining.run_class,
            cst.If: self._if,
            cst.For: loops.run_for,
            cst.While: loops.run_while,
            cst.With: guarded.run_with,
            cst.Try: guarded.run_try,
            cst.TryStar: guarded.run_try,
            cst.Match: self._match,
        }

    def statement(self, body: Block, place: int, state: State) -> None:
        """Run a single statement of a block, by its place."""
        for _ in self._lines(body.body[place : place + 1], body.body, state):
            pass

    def block(self, body: Block, state: State) -> None:
        """Run the statements of a block until one ends it."""
        for _ in self.lines(body, state):
            pass

    def lines(self, body: Block, state: State) -> Iterator[None]:
        """Run the statements of a block until one ends it, and stop behind each."""
        yield from self._lines(body.body, body.body, state)

    def _lines(
        self, statements: Sequence[cst.CSTNode], block: Sequence[cst.CSTNode], state: State
    ) -> Iterator[None]:
        for statement in statements:
            if state.ended:
                return
            if type(statement) is cst.SimpleStatementLine:
                chaining.note(statement, block, state.scope, self._session)
                yield from self.lines(statement, state)
                continue
            runner = self._runners.get(type(statement))
            if runner is not None:
                runner(statement, state)
            yield

    def function_body(self, node: cst.FunctionDef, state: State) -> Value:
        """Run a function's body and give what it returns; the run has ended if it never does."""
        if "yield" in self._session.document.text and yields(node):
            return self._generate(node, state)
        with self._followed(node) as ends:
            self.block(node.body, state)
        if not state.ended:
            ends.returned.append(Nothing())
        ends.meet(state, self._session.branching.meet)
        state.ended = not ends.returned
        return reduce(self._expressions.either, ends.returned or [Nothing()])

    @contextmanager
    def _followed(self, node: cst.FunctionDef) -> Iterator[FunctionEnds]:
        """A function is followed. Behind it, it's of no matter any more where it may have ended."""
        session, recorder = self._session, self._session.recorder
        left_early, sure = session.left_early, recorder.sure
        around, self._branches_around = self._branches_around, session.branches
        with session.endings.function(node) as ends, session.circumstances.kept():
            yield ends
        session.left_early, self._branches_around = left_early, around
        if recorder.sure is not None and recorder.sure.left_early > left_early:
            recorder.sure = sure

    def _generate(self, node: cst.FunctionDef, state: State) -> Value:
        """Run a generator, which nobody may ask for its next item, or for the last one."""
        start = state.snapshot()
        with self._session.endings.generator() as yielded, self._followed(node) as ends:
            self.block(node.body, state)
        end = state.snapshot()
        moments = [start, *(moment for moment, _ in yielded), *ends.left, *ends.failed, end]
        met = [replace(end, attributes=one.attributes) for one in moments]
        self._session.branching.meet(met, state)
        state.ended = False
        return one_of(*(value for _, value in yielded))

    def _expression(self, node: cst.Expr, state: State) -> None:
        self._session.kept_as = node.value, ""
        self._expressions.value(node.value, state)

    def _assert(self, node: cst.Assert, state: State) -> None:
        """It may be left out by an option of Python, but hardly ever is."""
        if truth(self._expressions.tested(node.test, state)) is False and not state.ended:
            self._session.endings.fails(state)

    def _raise(self, node: cst.Raise, state: State) -> None:
        raised = UNKNOWN if node.exc is None else self._expressions.value(node.exc, state)
        self._session.endings.raises(raised, state)

    def _assign(self, node: cst.Assign, state: State) -> None:
        name = node.targets[0].target
        if isinstance(name, cst.Name):
            self._session.kept_as = node.value, name.value
        value = self._expressions.value(node.value, state)
        for target in node.targets:
            if isinstance(target.target, cst.Tuple | cst.List):
                self._session.changes.use_up(value)
            self._storing.store(target.target, value, state)

    def _annotated_assign(self, node: cst.AnnAssign, state: State) -> None:
        if node.value is not None:
            self._storing.store(node.target, self._expressions.value(node.value, state), state)

    def _augmented_assign(self, node: cst.AugAssign, state: State) -> None:
        """`x += y`: a new value for a number or text, a change in place for a list or dict."""
        before = self._expressions.value(node.target, state)
        by = self._expressions.value(node.value, state)
        after = infix.augmented(node.operator, before, by)
        if before == _ENVIRONMENT and isinstance(node.operator, cst.BitOrAssign):
            update = Imported(f"{_ENVIRONMENT.name}.update")
            self._expressions.calls.apply(update, Arguments((by,)), node, state)
        self._session.changes.use_up(by)
        if isinstance(before, Items | Mapping):
            self._session.changes.follow(before, after)
        elif not isinstance(before, ObjectValue) or before.made_of.function("__iadd__"):
            self._session.changes.change(before)
        self._storing.store(node.target, after, state)

    def _return(self, node: cst.Return, state: State) -> None:
        value = Nothing() if node.value is None else self._expressions.value(node.value, state)
        if state.ended:
            return
        self._session.left_early += self._session.branches > self._branches_around
        self._session.endings.returns(node, value, state)

    def _if(self, node: cst.If, state: State) -> None:
        """An `if` with all of its `elif`s, one after the other: long chains don't nest."""
        if self._is_for_type_checkers(node.test, state):
            # What is bound for annotations only is bound anew, or no other way.
            with self._session.for_type_checkers():
                self._for_type_checkers(node, state)
            self._if_not(node, state)
            return
        alternatives: list[Snapshot] = []
        current: cst.If | cst.Else | None = node
        outer, circumstances = self._session.branches, self._session.circumstances
        # The tests of the first ways that all end here, and how many of these return.
        ended: list[tuple[cst.BaseExpression, int | None, int]] = []
        leads_on = False
        around = circumstances.now
        while isinstance(current, cst.If):
            test = truth(self._expressions.tested(current.test, state))
            if state.ended:
                break
            start, left_early = state.snapshot(), self._session.left_early
            if test is not False:
                self._session.branches += test is None
                asked = circumstances.ask()
                with circumstances.kept():
                    if test is None:
                        circumstances.assume(current.test, state, holds=True, asked=asked)
                    self.block(current.body, state)
                if test is None:
                    left = self._session.left_early - left_early
                    circumstances.assume(
                        current.test, state, holds=False, asked=asked, left_early=left
                    )
                    leads_on = leads_on or not state.ended
                    ended += [] if leads_on else [(current.test, asked, left)]
                state.note_end(alternatives)
                state.restore(start)
            if test:
                break
            current = current.orelse
        else:
            if current is None:
                alternatives.append(state.snapshot())
            else:
                self.block(current.body, state)
                state.note_end(alternatives)
        self._session.branches, circumstances.now = outer, around
        for one, asked, left in ended:
            circumstances.assume(one, state, holds=False, asked=asked, branches=0, left_early=left)
        self._session.branching.meet(alternatives, state)

    def _is_for_type_checkers(self, test: cst.BaseExpression, state: State) -> bool:
        named = isinstance(test, cst.Name | cst.Attribute)
        return named and self._expressions.value(test, state) == Imported("typing.TYPE_CHECKING")

    def _for_type_checkers(self, node: cst.If, state: State) -> None:
        """Bind what annotations name that nothing else binds. None of it is done."""
        start = state.snapshot()
        self.block(node.body, state)
        bound = state.scope.names
        state.restore(start)
        more = bound.keys() - start.names.keys()
        state.scope.names.update({name: bound[name] for name in more})

    def _if_not(self, node: cst.If, state: State) -> None:
        if isinstance(node.orelse, cst.If):
            self._if(node.orelse, state)
        elif node.orelse is not None:
            self.block(node.orelse.body, state)

    def _match(self, node: cst.Match, state: State) -> None:
        subject = self._expressions.value(node.subject, state)
        if state.ended:
            return
        alternatives: list[Snapshot] = []
        outer, circumstances = self._session.branches, self._session.circumstances
        around = circumstances.now
        for case in node.cases:
            chosen = self._is_chosen(case, subject, state)
            start = state.snapshot()
            if chosen is not False:
                self._session.branches += chosen is None
                asked = circumstances.ask()
                with circumstances.kept():
                    circumstances.assume(node.subject, state, holds=True, asked=asked, case=case)
                    if case.guard is not None:
                        circumstances.assume(case.guard, state, holds=True, asked=None)
                    self.block(case.body, state)
                circumstances.assume(node.subject, state, holds=False, asked=asked, case=case)
                state.note_end(alternatives)
            state.restore(start)
            # A pattern that fits in part, or whose guard fails, may leave its names bound.
            self._capture(case.pattern, subject, state)
            if chosen:
                break
        else:
            alternatives.append(state.snapshot())
        self._session.branches, circumstances.now = outer, around
        self._session.branching.meet(alternatives, state)

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
            self._storing.store(case.pattern.name, subject, state)
        if case.guard is None or fits is False:
            return fits
        holds = truth(self._expressions.value(case.guard, state))
        return holds if fits or holds is False else None
