"""Follows blocks that something is done behind, however they end: `try` and `with`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import libcst as cst

from daft_lint.reading import targets
from daft_lint.reading.handled import expects
from daft_lint.reading.managing import suppresses
from daft_lint.reading.scope import Snapshot, State
from daft_lint.reading.values import UNKNOWN, FunctionValue, Value, one_of
from daft_lint.reading.walking import yields

if TYPE_CHECKING:
    from daft_lint.reading.calls import Calls
    from daft_lint.reading.expressions import Expressions
    from daft_lint.reading.foresight import Foresight
    from daft_lint.reading.session import Session
    from daft_lint.reading.statements import Statements
    from daft_lint.reading.storing import Storing


class Guarded:
    """Runs blocks of `try` and `with` on a state."""

    def __init__(
        self,
        session: Session,
        expressions: Expressions,
        calls: Calls,
        storing: Storing,
        foresight: Foresight,
        statements: Statements,
    ) -> None:
        self._session = session
        self._expressions = expressions
        self._calls = calls
        self._storing = storing
        self._foresight = foresight
        self._statements = statements

    def run_with(self, node: cst.With, state: State) -> None:
        """Run a `with`."""
        with self._session.endings.ended_by_block(state):
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
                self._storing.store(item.asname.name, entered, state)
        if state.ended:
            return
        if is_suppressing:
            self._session.branches += 1
            reached, raised = self._attempt(node, state)
            self._session.branches -= 1
            self._session.branching.meet([*reached, *raised], state)
        else:
            self._statements.block(node.body, state)
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
        return lambda: self._foresight.handed_on(maker, given, state)

    def run_try(self, node: cst.Try | cst.TryStar, state: State) -> None:
        """Run a `try`."""
        if self._session.program.surely_imports(node):
            self._undisturbed(node, state)
        elif node.finalbody is None:
            self._tried(node, state)
        else:
            with self._session.endings.ended_by_block(state):
                self._tried(node, state)

    def _tried(self, node: cst.Try | cst.TryStar, state: State) -> None:
        """A handler starts from what any part of the body left."""
        ends: list[Snapshot] = []
        left = self._session.endings.left
        returned = len(left)
        caught = bool(node.handlers)
        self._session.branches += caught
        reached, raised = self._attempt(node, state)
        if node.orelse is not None and not state.ended:
            self._statements.block(node.orelse.body, state)
        state.note_end(ends)
        for handler in node.handlers:
            state.meet([*reached, *raised])
            if handler.name is not None:
                self._storing.store(handler.name.name, self._session.endings.raised, state)
            with self._session.circumstances.kept():
                self._statements.block(handler.body, state)
            state.note_end(ends)
        self._session.branches -= caught
        self._session.branching.meet(ends, state)
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
        self._statements.block(node.body, state)
        if otherwise and not ended:
            # Nothing goes on from the other ends, but what is built is built from any of them.
            recorded = recorder.moment()
            state.restore(now)
            self._statements.block(node.body, state)
            recorder.go_back_to(recorded)
        state.ended = state.ended or ended

    def _undisturbed(self, node: cst.Try | cst.TryStar, state: State) -> None:
        """A `try` whose body doesn't fail."""
        for part in (node, node.orelse, node.finalbody):
            if part is not None and not state.ended:
                self._statements.block(part.body, state)

    def _attempt(
        self, node: cst.Try | cst.TryStar | cst.With, state: State
    ) -> tuple[list[Snapshot], list[Snapshot]]:
        """Run the body of a block that may fail.

        Give what any statement of it may leave then, and where something is raised by name.
        """
        reached = [state.snapshot()]
        handles = expects(node)
        self._session.handling += handles
        with self._session.endings.guarded() as raised, self._session.circumstances.kept():
            reached += (state.snapshot() for _ in self._statements.lines(node.body, state))
        self._session.handling -= handles
        return reached, raised
