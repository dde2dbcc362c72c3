"""The values of comprehensions: how many items, and which where all are in sight."""

from __future__ import annotations

import ast

from daft_lint.index.tree import changed_by, names_in
from daft_lint.infer import loop_syntax
from daft_lint.inference.action_history import Done
from daft_lint.inference.objects import Objects
from daft_lint.inference.run import Run
from daft_lint.inference.scope import Kind, Scope
from daft_lint.plan.pipeline import Loop
from daft_lint.plan.quantity import between, exactly, unknown
from daft_lint.values import numbers, unrolling
from daft_lint.values.values import (
    UNKNOWN,
    FrameValue,
    Items,
    Key,
    Mapping,
    Number,
    Value,
    item_of,
    key_of,
)

Comprehension = ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp


class Comprehensions:
    """Evaluates comprehensions."""

    def __init__(self, run: Run, objects: Objects) -> None:
        self._run = run
        self._objects = objects

    def value(self, node: Comprehension) -> Value:
        """What a comprehension gives; a generator is an iterator."""
        made = self._made(node)
        if isinstance(node, ast.GeneratorExp) and isinstance(made, Items):
            return unrolling.once(made)
        return made

    def _made(self, node: Comprehension) -> Value:
        """How many items: the product of what is looped over, fewer when there is a condition."""
        run, recorder = self._run, self._run.recorder
        length = exactly(1)
        inner = Scope(Kind.COMPREHENSION, run.scope)
        over: Value = UNKNOWN
        outer, sure = recorder.loops, recorder.past.done.surely
        differing = run.differing
        run.branches += 1
        is_lazy = isinstance(node, ast.GeneratorExp)
        for clause in node.generators:
            is_first = clause is node.generators[0]
            if not is_lazy:
                recorder.read_whole |= loop_syntax.taken_whole(clause.iter, run.file)
            if is_first:
                over = run.value(clause.iter)
                sure = recorder.past.done.surely
            else:
                with run.within(inner):
                    over = run.value(clause.iter)
            if not is_lazy or not is_first:
                run.changes.use_up(over)
            file = run.file
            header = file.between(file.start(clause.target), file.end(clause.iter))
            recorder.loops = (*recorder.loops, Loop(header, loop_syntax.rounds_of(over)))
            names = names_in(clause.target)
            run.differing |= names
            inner.names.update(dict.fromkeys(names, item_of(over)))
            with run.within(inner):
                for condition in clause.ifs:
                    run.value(condition)
            length = length * (over.length if isinstance(over, Items) else unknown())
            if clause.ifs or isinstance(node, ast.SetComp):
                length = between(0, length.high, *length.origins)
        made = (node.key, node.value) if isinstance(node, ast.DictComp) else (node.elt,)
        for part in made:
            for call in changed_by(part).called:
                with run.within(inner):
                    self._objects.may_be_called(call)
        with run.within(inner):
            values = [run.value(part) for part in made]
            known = self._rounds(node, over, values[-1], inner)
        run.branches -= 1
        recorder.loops, run.differing = outer, differing
        recorder.past.done = Done(recorder.past.done.perhaps, sure)
        if known is not None:
            return known
        number = numbers.number_of(length)
        if isinstance(node, ast.DictComp) or not isinstance(number, Number):
            return UNKNOWN
        return Items(number.quantity)

    def _rounds(self, node: Comprehension, over: Value, last: Value, scope: Scope) -> Value | None:
        """What a comprehension gives, item by item; None where that isn't all in sight.

        `last` is what it gives in any round. Frames stay those of one loop.
        """
        clause, items = node.generators[0], unrolling.items_of(over)
        if items is None or len(node.generators) > 1 or clause.ifs:
            return None
        if isinstance(node, ast.SetComp) or isinstance(last, FrameValue):
            return None
        if not loop_syntax.runs_nothing(node):
            return None
        run = self._run
        entries: list[tuple[Key, Value]] = []
        for item in items:
            run.state.ended = False
            run.store(clause.target, item)
            if isinstance(node, ast.DictComp):
                entries.append((key_of(run.value(node.key)), run.value(node.value)))
            else:
                entries.append((None, run.value(node.elt)))
        if isinstance(node, ast.DictComp):
            return Mapping.of(entries)
        return unrolling.listed([value for _, value in entries])
