"""Follows `for` and `while`: round by round, or as any round may find the program."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

import libcst as cst

from daft_lint.plan.pipeline import Loop, Plan
from daft_lint.plan.quantity import Quantity, unknown
from daft_lint.reading import repeating, targets, unrolling
from daft_lint.reading.endings import LoopEnds
from daft_lint.reading.foresight import widened
from daft_lint.reading.repetition import Given, Run
from daft_lint.reading.scope import (
    Attributes,
    Holder,
    Owner,
    Snapshot,
    State,
    of_class,
    touched_between,
)
from daft_lint.reading.truth import truth
from daft_lint.reading.values import UNKNOWN, FrameValue, ObjectValue, Value, item_of

if TYPE_CHECKING:
    from daft_lint.reading.calls import Calls
    from daft_lint.reading.expressions import Expressions
    from daft_lint.reading.foresight import Foresight
    from daft_lint.reading.session import Session
    from daft_lint.reading.statements import Statements
    from daft_lint.reading.storing import Storing


class Loops:
    """Runs loops on a state."""

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
        self._statements = statements
        self._foresight = foresight
        # Loops that may end by what helpers run, which shows only once their rounds are followed.
        self._searches: set[cst.For] = set()

    def run_for(self, node: cst.For, state: State) -> None:
        """Run a `for`."""
        if not repeating.leaves_early(node.body):
            self._session.recorder.read_whole |= repeating.taken_whole(node.iter, self._session)
        over = self._expressions.used_up(node.iter, state)
        if isinstance(over, FrameValue):
            self._calls.run_frame(over, "__iter__", node.iter)
        over = self._calls.objects.iterated(over, state)
        if state.ended:
            return
        items = unrolling.items_of(over)
        self._session.changes.use_up(over)
        unrolled = items is not None and self._is_unrolled(node, items, state)
        if items is None or not unrolled or not self._is_followed(node, items, state):
            self._loop(node, state, repeating.rounds_of(over), endless=False, over=over)

    def _is_unrolled(self, node: cst.For, items: Sequence[Value], state: State) -> bool:
        """Whether the rounds of a loop are steps of one pipeline: each hands a frame on.

        So are those that may change what they are given. Rounds that are given frames are pipelines
        of their own.
        """
        if unrolling.changes_its_items(node) or node in self._searches:
            return False
        if any(map(unrolling.holds_a_frame, items)):
            return True
        if not unrolling.runs_nothing(node.body):
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

    def _is_followed(self, node: cst.For, items: Sequence[Value], state: State) -> bool:
        """Run a loop round by round, unless a round may end it after helpers ran a frame.

        Such rounds are runs of one pipeline, and nobody knows how many.
        """
        differ = any(unrolling.is_changeable(one) or unrolling.holds_a_frame(one) for one in items)
        if differ or len(items) < 2 or not repeating.leaves_early(node.body):
            self._rounds(node, items, state)
            return True
        recorder = self._session.recorder
        forget, runs = self._session.repetition.forgetting(state, state.snapshot()), recorder.runs
        if not self._rounds(node, items, state) or recorder.runs == runs:
            return True
        forget()
        self._searches.add(node)
        return False

    def _rounds(self, node: cst.For, items: Sequence[Value], state: State) -> bool:
        """Run the body once for each item, one round after the other.

        Give whether a round may have ended the loop, or the function around it, before the last.
        """
        broken: list[Snapshot] = []
        outer, left_early = self._session.branches, self._session.left_early
        for item in items:
            with self._session.endings.loop() as loop, self._session.circumstances.kept():
                self._storing.store(node.target, item, state)
                self._statements.block(node.body, state)
            state.note_end(loop.continued)
            broken += loop.broken
            self._session.branching.meet(loop.continued, state)
            if state.ended:
                break
            self._session.branches += bool(loop.broken)
        if node.orelse is not None and not state.ended:
            self._statements.block(node.orelse.body, state)
        may_end = self._session.branches > outer or self._session.left_early > left_early
        self._session.branches = outer
        if broken:
            state.note_end(broken)
            self._session.branching.meet(broken, state)
        return may_end

    def run_while(self, node: cst.While, state: State) -> None:
        """Run a `while`."""
        before, moment = dict(state.attributes), self._session.changes.moment()
        if truth(self._expressions.tested(node.test, state)) is False or state.ended:
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
        given = targets.names_in(node.target) if isinstance(node, cst.For) else set[str]()
        with self._session.rounds.loop(node.body, given):
            loop = self._any_round(node, over, again, state)
        recorder.loops = outer
        self._session.branches -= 1
        if not endless:
            ends += loop.continued
        if node.orelse is not None and ends:
            # A name that only `else` binds for sure has what an earlier round left, behind a break.
            for end in loop.broken:
                for name in targets.changed_by(node.body).names - end.names.keys():
                    end.names[name] = UNKNOWN
            self._session.branching.meet(ends, state)
            ends = []
            self._statements.block(node.orelse.body, state)
            state.note_end(ends)
        self._session.branching.meet([*ends, *loop.broken], state)

    def _any_round(
        self,
        node: cst.For | cst.While,
        over: Value,
        again: cst.BaseExpression | None,
        state: State,
    ) -> LoopEnds:
        """Run the body as any of its rounds, and give how that may end, settled."""
        loop, foreseen, start = LoopEnds(), frozenset[tuple[Holder, str]](), state.attributes

        def run(given: Given) -> Run:
            nonlocal loop, foreseen, start
            with self._session.endings.loop() as loop, self._session.circumstances.kept():
                foreseen = frozenset(self._start_round(node, over, state)).union(given.attributes)
                start = state.snapshot().attributes
                self._statements.block(node.body, state)
            state.note_end(loop.continued)
            if again is not None and loop.continued:
                self._session.branching.meet(loop.continued, state)
                self._expressions.value(again, state)
                loop = LoopEnds(loop.broken, [state.snapshot()])
            ends = [Given(attributes=end.attributes) for end in loop.continued]
            return Run(Given(attributes=start), ends, foreseen - given.attributes.keys())

        self._session.repetition.settle(node, state, run)
        self._carry(node, loop.continued, foreseen)
        return LoopEnds(
            [_settled(end, start, foreseen) for end in loop.broken],
            [_settled(end, start, foreseen) for end in loop.continued],
        )

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
        foreseen = self._foresight.foresee(changed, state, node.body, "loop")
        names, span = state.scope.names, self._session.span(node.body)
        for name in changed.names:
            if name in names:
                names[name] = widened(names[name], span, "loop")
        if isinstance(node, cst.For):
            self._storing.store(node.target, item_of(over), state)
        return foreseen


def _settled(
    end: Snapshot, start: Attributes, foreseen: Collection[tuple[Holder, str]]
) -> Snapshot:
    """What rounds may leave: an attribute that some call changed may change with every round."""
    attributes = dict(end.attributes)
    for key in touched_between(start, end.attributes):
        before, after = start.get(key) or of_class(key), attributes.get(key)
        if None not in (before, after) and before != after and key not in foreseen:
            attributes[key] = UNKNOWN
    return Snapshot(end.names, attributes, end.done)
