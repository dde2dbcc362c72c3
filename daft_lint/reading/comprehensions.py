"""What comprehensions give: how many items, and which where they are all in sight."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from daft_lint.plan.pipeline import Loop
from daft_lint.plan.quantity import between, exactly, unknown
from daft_lint.reading import numbers, repeating, targets, unrolling
from daft_lint.reading.past import Done
from daft_lint.reading.repetition import Given, Run
from daft_lint.reading.scope import Holder, Scope, changes
from daft_lint.reading.values import (
    UNKNOWN,
    FrameValue,
    Items,
    Key,
    Mapping,
    Number,
    Value,
    is_constant,
    item_of,
    key_of,
    taken_from,
)
from daft_lint.reading.walking import walk_for

if TYPE_CHECKING:
    from daft_lint.reading.expressions import Expressions
    from daft_lint.reading.scope import State
    from daft_lint.reading.session import Session


class Comprehensions:
    """Evaluates comprehensions in a state."""

    def __init__(self, session: Session, expressions: Expressions) -> None:
        self._session = session
        self._expressions = expressions
        # By identity, generators, where they stand, and what the names that they read stood for.
        self._late: dict[int, tuple[Items, Scope, dict[str, Value | None]]] = {}

    def value(self, node: cst.CSTNode, state: State) -> Value:
        """What a comprehension gives; a generator is an iterator."""
        made, first = self._made(node, state)
        if isinstance(node, cst.GeneratorExp) and isinstance(made, Items):
            # To follow any round may have changed it, which the rounds themselves don't.
            hidden = self._session.changes.hides(first)
            return unrolling.once(made, *(() if hidden else (first,)))
        return made

    def _made(self, node: cst.CSTNode, state: State) -> tuple[Value, Value]:
        """How many items: the product of what is looped over, fewer when there is a condition.

        And what it is over.
        """
        assert isinstance(node, cst.ListComp | cst.SetComp | cst.GeneratorExp | cst.DictComp)
        length = exactly(1)
        inner = state.inside(Scope(state.scope, repeated=True))
        clause: cst.CompFor | None = node.for_in
        over: Value = UNKNOWN
        first: Value = UNKNOWN
        given: set[str] = set()
        self._session.branches += 1
        recorder = self._session.recorder
        outer, sure = recorder.loops, recorder.past.done.surely
        while clause is not None:
            is_lazy = isinstance(node, cst.GeneratorExp)
            if not is_lazy:
                recorder.read_whole |= repeating.taken_whole(clause.iter, self._session)
            # The first one is evaluated around the comprehension, which in a class is not the same.
            over = self._expressions.used_up(clause.iter, state if clause is node.for_in else inner)
            if clause is node.for_in:
                first = over
                sure = recorder.past.done.surely
            if not is_lazy or clause is not node.for_in:
                self._session.changes.use_up(over)
            header = self._session.span_from(clause.target, clause.iter)
            loop = Loop(header, repeating.rounds_of(over))
            recorder.loops = (*recorder.loops, loop)
            given |= targets.names_in(clause.target)
            for name in targets.names_in(clause.target):
                inner.scope.names[name] = item_of(over)
            for condition in clause.ifs:
                self._expressions.tested(condition.test, inner)
            count = over.length if isinstance(over, Items) else unknown()
            length = length * count
            if clause.ifs or isinstance(node, cst.SetComp):
                length = between(0, length.high, *length.origins)
            clause = clause.inner_for_in
        made = (node.key, node.value) if isinstance(node, cst.DictComp) else (node.elt,)
        values: list[Value] = []
        changed: set[tuple[Holder, str]] = set()

        def run(_: Given) -> Run:
            nonlocal values, changed
            before, inner.ended = dict(state.attributes), False
            values = [self._expressions.value(part, inner) for part in made]
            after = dict(state.attributes)
            changed = changes(before, after)
            return Run(Given(attributes=before), [Given(attributes=after)])

        with self._session.rounds.loop(node, given):
            self._session.repetition.settle(node, state, run)
        # Any other round may have changed them too.
        state.attributes.update(dict.fromkeys(changed, UNKNOWN))
        known = None if changed else self._rounds(node, over, values[-1], inner)
        self._session.branches -= 1
        recorder.loops = outer
        recorder.past.done = Done(recorder.past.done.perhaps, sure)
        if known is not None:
            return known, first
        number = numbers.number_of(length)
        if isinstance(node, cst.DictComp) or not isinstance(number, Number):
            return UNKNOWN, first
        return Items(number.quantity), first

    def generator(self, node: cst.CSTNode, state: State) -> Value:
        """What is asked for its items later on, when names may stand for something else."""
        made = self.value(node, state)
        if isinstance(made, Items) and any(map(is_constant, made.values or ())):
            return Items(unknown(), among=taken_from(made))
        if isinstance(made, Items) and isinstance(node, cst.GeneratorExp):
            read = {one.value for one in walk_for(cst.Name, node.elt)}
            read -= targets.names_in(node.for_in.target)
            self._late[id(made)] = made, state.scope, {one: state.scope.lookup(one) for one in read}
        return made

    def is_late(self, generator: Items) -> bool:
        """Whether a name that a generator reads was bound anew since it was made."""
        if id(generator) not in self._late:
            return False
        _, scope, names = self._late[id(generator)]
        now = ((scope.lookup(name), value) for name, value in names.items())
        return any(one is not before and one != before for one, before in now)

    def _rounds(
        self,
        node: cst.ListComp | cst.SetComp | cst.GeneratorExp | cst.DictComp,
        over: Value,
        last: Value,
        state: State,
    ) -> Value | None:
        """What a comprehension gives, item by item; None where that isn't all in sight.

        `last` is what it gives in any round. Frames stay those of one loop.
        """
        clause, items = node.for_in, unrolling.items_of(over)
        if items is None or clause.inner_for_in is not None or clause.ifs:
            return None
        if isinstance(node, cst.SetComp) or isinstance(last, FrameValue):
            return None
        if not unrolling.runs_nothing(node):
            return None
        entries: list[tuple[Key, Value]] = []
        for item in items:
            state.ended = False
            self._expressions.storing.store(clause.target, item, state)
            if isinstance(node, cst.DictComp):
                key = key_of(self._expressions.value(node.key, state))
                entries.append((key, self._expressions.value(node.value, state)))
            else:
                entries.append((None, self._expressions.value(node.elt, state)))
        if isinstance(node, cst.DictComp):
            return Mapping.of(entries)
        return unrolling.listed([value for _, value in entries])
