"""The loops `for` and `while`, followed round by round, or as any round of them."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import replace

from daft_lint.index.tree import changed_by, names_in, own_nodes, walk
from daft_lint.infer import loop_syntax
from daft_lint.inference.calls import Calls
from daft_lint.inference.objects import Objects
from daft_lint.inference.run import LoopEnds, Run
from daft_lint.inference.state import MISSING, Way, of_class
from daft_lint.inference.widening import widened
from daft_lint.plan.pipeline import Loop, Plan
from daft_lint.plan.quantity import Quantity, unknown
from daft_lint.plan.span import Span
from daft_lint.values import unrolling
from daft_lint.values.truth import truth
from daft_lint.values.values import (
    UNKNOWN,
    Arguments,
    ClassValue,
    FrameValue,
    FunctionValue,
    ObjectValue,
    Unknown,
    Value,
    item_of,
)

For = ast.For | ast.AsyncFor
_LOOP = "loop"


class Loops:
    """Runs loops."""

    def __init__(self, run: Run, calls: Calls, objects: Objects) -> None:
        self._run = run
        self._calls = calls
        self._objects = objects

    def run_for(self, node: For) -> None:
        """Run a `for`."""
        run = self._run
        if not loop_syntax.leaves_early(node):
            run.recorder.read_whole |= loop_syntax.taken_whole(node.iter, run.file)
        over = run.value(node.iter)
        if isinstance(over, FrameValue):
            self._calls.run_frame(over, "__iter__", node.iter)
        if isinstance(over, ObjectValue) and over.made_of.function("__iter__") is not None:
            method = over.made_of.function("__iter__")
            assert method is not None
            over = run.call(replace(method, bound_to=over), Arguments(), None)
        if run.state.ended:
            return
        items = unrolling.items_of(over)
        run.changes.use_up(over)
        if items is not None and self._is_unrolled(node, items):
            self._rounds(node, items)
        else:
            self._loop(node, loop_syntax.rounds_of(over), endless=False, over=over)

    def _is_unrolled(self, node: For, items: Sequence[Value]) -> bool:
        """Whether the rounds of a loop are steps of one pipeline: each hands a frame on.

        So are those that may change what they are given. Rounds that are given frames are pipelines
        of their own.
        """
        run = self._run
        if loop_syntax.changes_its_items(node):
            return False
        if any(map(unrolling.holds_a_frame, items)):
            return True
        if len(items) > 1 and loop_syntax.is_left(node) and self._runs_by_helpers(node):
            # Such rounds are runs of one pipeline, and nobody knows how many.
            return False
        if not loop_syntax.runs_nothing(node):
            return False
        if any(map(unrolling.is_changeable, items)) and loop_syntax.uses_what_it_is_given(node):
            return True
        changed = changed_by(node)
        held = [run.scope.names.get(name) for name in changed.names]
        for attribute in changed.attributes:
            owner = run.value(attribute.value)
            if isinstance(owner, ObjectValue):
                held.append(run.attribute(owner, attribute.attr))
        return any(isinstance(value, FrameValue) for value in held)

    def _runs_by_helpers(self, node: For) -> bool:
        """Whether a function that a loop calls runs a frame, by its text."""
        named = (call.func for call in changed_by(node).called if isinstance(call.func, ast.Name))
        called = map(self._run.value, named)
        return any(
            isinstance(function, FunctionValue) and not loop_syntax.runs_nothing(function.node)
            for function in called
        )

    def _rounds(self, node: For, items: Sequence[Value]) -> None:
        """Run the body once for each item, one round after the other."""
        run, state = self._run, self._run.state
        outer = run.branches
        mark, done = state.mark(), state.past.done
        broken: list[Way] = []
        for item in items:
            before, before_done = state.mark(), state.past.done
            ends = self._round(node, item, before)
            # What leaves the loop is told from where the loop began.
            if ends.continued or ends.broken:
                now = None if state.ended else state.way(before)
                ways = [*ends.continued, *([] if now is None else [now])]
                for way in ends.broken:
                    state.go_back(before, before_done)
                    state.meet([way])
                    broken.append(state.way(mark))
                state.go_back(before, before_done)
                state.meet(ways)
            if state.ended:
                break
            run.branches += bool(ends.broken)
        if node.orelse and not state.ended:
            run.block(node.orelse)
        run.branches = outer
        if broken:
            ways = [*broken] if state.ended else [*broken, state.way(mark)]
            state.go_back(mark, done)
            state.meet(ways)

    def _round(self, node: For, item: Value, mark: int) -> LoopEnds:
        run = self._run
        ends, cut_short = LoopEnds(mark), run.cut_short
        run.loop_ends.append(ends)
        with run.circumstances.kept():
            run.store(node.target, item)
            run.block(node.body)
        run.loop_ends.pop()
        run.cut_short = cut_short
        return ends

    def run_while(self, node: ast.While) -> None:
        """Run a `while`."""
        run = self._run
        if truth(run.value(node.test)) is False or run.state.ended:
            return
        endless = isinstance(node.test, ast.Constant) and bool(node.test.value)
        self._loop(node, unknown(), endless=endless)

    def _loop(
        self,
        node: For | ast.While,
        rounds: Quantity,
        *,
        endless: bool,
        over: Value = UNKNOWN,
    ) -> None:
        """Run the body once, with all that it changes as any number of rounds may leave it."""
        run, state, recorder = self._run, self._run.state, self._run.recorder
        mark, done = state.mark(), state.past.done
        run.branches += 1
        counted = isinstance(node, ast.For | ast.AsyncFor)
        last = node.test if isinstance(node, ast.While) else node.iter
        file = run.file
        header = file.between(file.start(node), file.end(last))
        outer, differing = recorder.loops, run.differing
        recorder.loops = (*outer, Loop(header, rounds, counted, loop_syntax.is_plain(node)))
        if not isinstance(node, ast.While):
            run.differing = _depending(node, differing | names_in(node.target))
        body = file.between(file.start(node.body[0]), file.end(node.body[-1]))
        foreseen = self._foresee(node, body)
        ends, cut_short = LoopEnds(mark), run.cut_short
        run.loop_ends.append(ends)
        begin = state.mark()
        with run.circumstances.kept():
            if not isinstance(node, ast.While):
                run.store(node.target, item_of(over))
            run.block(node.body)
        run.loop_ends.pop()
        run.cut_short = cut_short
        self._settle(begin, foreseen, body)
        self._carry(node, body, foreseen)
        recorder.loops, run.differing = outer, differing
        run.branches -= 1
        ways = [*ends.continued]
        if not state.ended:
            ways.append(state.way(mark))
        if endless:
            ways = []
        else:
            ways.insert(0, Way({}, done))
        state.go_back(mark, done)
        if node.orelse:
            # A name has what an earlier round left, behind a break.
            for way in ends.broken:
                self._leave_open(way, node)
        if node.orelse and ways:
            state.meet(ways)
            run.block(node.orelse)
            ways = [] if state.ended else [state.way(mark)]
            state.go_back(mark, done)
        state.meet([*ways, *ends.broken])

    def _leave_open(self, way: Way, node: For | ast.While) -> None:
        """Names that earlier rounds may have bound may stand for anything at the end of a way."""
        names = self._run.scope.names
        for name in {name for each in node.body for name in changed_by(each).names}:
            key = id(names), name
            if key not in way.written and name not in names:
                way.written[key] = names, name, UNKNOWN

    def _foresee(self, node: For | ast.While, body: Span) -> set[tuple[object, str]]:
        """Whatever the text of a loop changes, an earlier round may have changed."""
        run, state = self._run, self._run.state
        changed = changed_by(node)
        for container in changed.containers:
            run.changes.change(run.value(container))
        foreseen: set[tuple[object, str]] = set()
        for attribute in changed.attributes:
            owner = run.value(attribute.value)
            if isinstance(owner, Unknown):
                self._objects.set_on_any(owner, attribute.attr, UNKNOWN)
            elif isinstance(owner, ObjectValue | ClassValue):
                foreseen.add((owner, attribute.attr))
                value = run.attribute(owner, attribute.attr)
                state.set_attribute(owner, attribute.attr, widened(value, body, _LOOP))
        for call in changed.called:
            self._objects.may_be_called(call)
        names = run.scope.names
        for name in changed.names:
            if name in names:
                state.put(names, name, widened(names[name], body, _LOOP))
        return foreseen

    def _settle(self, begin: int, foreseen: set[tuple[object, str]], body: Span) -> None:
        """An attribute that some call changed may change with every round."""
        state = self._run.state
        for table, key, before in state.written(begin):
            if table is not state.attributes or key in foreseen:
                continue
            was = of_class(key) if before is MISSING else before
            now = table.get(key)
            if was is not None and now is not None and was != now:
                state.put(table, key, widened(now, body, _LOOP))

    def _carry(self, node: For | ast.While, body: Span, foreseen: set[tuple[object, str]]) -> None:
        """Tell of the frames that a round leaves to the next one where it was given one."""
        run, recorder = self._run, self._run.recorder
        left = [run.scope.names.get(name) for name in changed_by(node).names]
        left += [run.state.attributes.get(key) for key in foreseen]
        for value in left:
            if isinstance(value, FrameValue) and _was_given(value.plan, body):
                recorder.carry(recorder.loops[-1], recorder.now(value.plan))


def _was_given(plan: Plan, body: Span) -> bool:
    """Whether a plan goes on from what an earlier round of the loop left."""
    return any(step.method == _LOOP and step.span == body for step in plan.operators)


def _depending(node: For, names: frozenset[str]) -> frozenset[str]:
    """The names in a loop that may hold something of what these hold, and these."""
    bindings = [pair for part in own_nodes(node) for pair in _bindings(part)]
    grown = True
    while grown:
        grown = False
        for bound, source in bindings:
            if not bound <= names and any(
                isinstance(part, ast.Name) and part.id in names for part in walk(source)
            ):
                names |= bound
                grown = True
    return names


def _bindings(node: ast.AST) -> list[tuple[set[str], ast.AST]]:
    """The names that a node itself binds, each with what their values come from."""
    if isinstance(node, ast.Assign):
        return [({name for target in node.targets for name in names_in(target)}, node.value)]
    if isinstance(node, ast.AnnAssign | ast.AugAssign | ast.NamedExpr):
        return [] if node.value is None else [(names_in(node.target), node.value)]
    if isinstance(node, ast.For | ast.AsyncFor | ast.comprehension):
        return [(names_in(node.target), node.iter)]
    if isinstance(node, ast.withitem) and node.optional_vars is not None:
        return [(names_in(node.optional_vars), node.context_expr)]
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return [({node.name}, node)]
    return []
