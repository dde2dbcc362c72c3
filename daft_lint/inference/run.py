"""The state and the parts that following one program shares."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from daft_lint.documents.project import is_test_file
from daft_lint.inference.conditions import Circumstances
from daft_lint.inference.effort import BudgetSpentError, Effort
from daft_lint.inference.entry_points import Entry
from daft_lint.inference.mutations import Mutations
from daft_lint.inference.recorder import Recorder
from daft_lint.inference.scope import Kind, Scope
from daft_lint.inference.state import State, Way
from daft_lint.inference.wrappers import NO_WRAPPERS
from daft_lint.modules.hint_facts import Hints, places_of
from daft_lint.plan.cluster import Cluster
from daft_lint.plan.span import Span
from daft_lint.values.values import FrameValue, FunctionValue, Imported, Value

if TYPE_CHECKING:
    from daft_lint.inference.modules import Modules
    from daft_lint.modules.source_file import SourceFile
    from daft_lint.plan.pipeline import Pipeline
    from daft_lint.plan.wrapper import UdfWrapper
    from daft_lint.values.values import Arguments, ClassValue, ObjectValue


@dataclass(slots=True)
class FunctionEnds:
    """How a function that is followed may end, since the moment `mark`.

    `left` are the ways to each `return` but those of the body itself; behind one of these it
    `is_over`.
    """

    mark: int
    own: frozenset[ast.AST]
    scope: Scope
    returned: list[Value] = field(default_factory=list)
    left: list[Way] = field(default_factory=list)
    yielded: list[tuple[Way, Value]] = field(default_factory=list)
    is_over: bool = False


@dataclass(slots=True)
class LoopEnds:
    """The ways to each `break` and `continue` of a loop since the moment `mark`."""

    mark: int
    broken: list[Way] = field(default_factory=list)
    continued: list[Way] = field(default_factory=list)


@dataclass(slots=True)
class Guarded:
    """The ways to each place of a block that may fail, since the moment `mark`."""

    mark: int
    raised: list[Way] = field(default_factory=list)


class Run:
    """The program that is followed, what was found in it so far, and how much may still be spent.

    `root` is the file that it is entered by, `file` the one that is followed at this moment.
    """

    # What the parts of the reading ask of one another.
    value: Callable[[ast.expr], Value]
    block: Callable[[Sequence[ast.stmt]], None]
    store: Callable[[ast.expr, Value], None]
    apply: Callable[[Value, Arguments, ast.AST | None], Value]
    attribute: Callable[[Value, str], Value]
    call: Callable[[FunctionValue, Arguments, ast.AST | None], Value]
    set_attribute: Callable[[Value, str, Value], None]
    make: Callable[[ClassValue, Arguments], ObjectValue]
    modules: Modules

    def __init__(self, root: SourceFile) -> None:
        self.root = root
        self.file = root
        self.files = [root]
        self.is_test = is_test_file(root.path)
        self.wrappers = NO_WRAPPERS
        self.recorder = Recorder()
        self.state = State(self.recorder.past, self._note_met)
        self.scope = Scope(Kind.MODULE, file=root)
        self.changes = Mutations()
        self.circumstances = Circumstances(self)
        self.effort = Effort()
        self.functions: list[FunctionValue] = []
        self.classes: list[ClassValue] = []
        self.called: set[ast.AST] = set()
        self.called_on: set[tuple[ast.AST, ast.AST]] = set()
        self.calls: dict[Entry, set[Entry | None]] = {}
        # Classes whose objects stand for those of classes below them too at this moment.
        self.stand_ins: set[ClassValue | None] = set()
        self.call_stack: list[FunctionValue] = []
        self.branches = 0
        self.handling = 0
        self.left_early = 0
        self.cut_short = 0
        self.branches_around = 0
        self.function_ends: list[FunctionEnds] = []
        self.loop_ends: list[LoopEnds] = []
        self.guarded: list[Guarded] = []
        self.raised: Value | None = None
        self.is_for_type_checkers = False
        self.bound_elsewhere: dict[tuple[str, str], list[Value]] = {}
        # The names that hold something else in each round of the loops around.
        self.differing: frozenset[str] = frozenset()

    def spend(self, nodes: int = 1) -> None:
        """Count evaluated nodes.

        Raises:
            BudgetSpentError: when the budget of the program is used up.
        """
        self.effort.spend(nodes)

    def add(self, file: SourceFile) -> None:
        """Another file is read too."""
        self.files.append(file)
        self.effort.add_file()

    @property
    def is_at_root(self) -> bool:
        """Whether code of the file is followed that the program is entered by."""
        return self.file is self.root

    def span(self, node: ast.AST) -> Span:
        """Where a node of the file in turn stands."""
        return self.file.span(node)

    def hints(self, span: Span) -> Hints:
        """The hint comments of the file that a place is in."""
        return next((file for file in self.files if file.path == span.path), self.file).hints

    def cluster(self, pipeline: Pipeline) -> Cluster:
        """The cluster that hints give for a pipeline: those of the file that runs it, then others.

        Last come hints of the file that the program is entered by.
        """
        places = [*places_of(pipeline)]
        paths = dict.fromkeys([*(place.path for place in places), self.root.path])
        cluster = Cluster()
        for path in paths:
            lines = {place.line for place in places if place.path == path}
            file = next(file for file in self.files if file.path == path)
            cluster = cluster.otherwise(file.hints.cluster(lines))
        return cluster

    def note_call(self, called: Entry) -> None:
        """Something is called, on the way from where the program was entered."""
        self.calls.setdefault(called, set()).add(self.recorder.entry)

    @property
    def forks(self) -> int:
        """How often a run may have gone another way before this place, and never got here."""
        return self.branches + self.left_early + self.cut_short

    @property
    def where(self) -> str:
        """The function that is being read, for the name of a pipeline."""
        return self.call_stack[-1].name if self.call_stack else "<module>"

    @property
    def is_in_own_branch(self) -> bool:
        """Whether what is followed may not run though the module or call around it does."""
        return self.branches > self.branches_around

    def wrapper(self, value: Value) -> UdfWrapper | None:
        """The wrapper that a value is by the settings; None when it is none."""
        if not self.wrappers.named:
            return None
        if isinstance(value, Imported):
            return self.wrappers.imported(value.name)
        if isinstance(value, FunctionValue):
            return self.wrappers.defined(value, self.file_of(value.scope).path)
        return None

    def file_of(self, scope: object) -> SourceFile:
        """The file that a scope stands in."""
        assert isinstance(scope, Scope)
        return scope.file or self.file

    @contextmanager
    def within(self, scope: Scope) -> Iterator[None]:
        """Follow code in a scope, of whatever file."""
        file, around = self.file, self.scope
        self.file, self.scope = scope.file or file, scope
        try:
            yield
        finally:
            self.file, self.scope = file, around

    @contextmanager
    def apart(self) -> Iterator[None]:
        """Follow code that is no part of the function and the loop that are followed now."""
        recorder = self.recorder
        held = (
            self.branches_around,
            self.call_stack,
            recorder.loops,
            self.function_ends,
            self.loop_ends,
            self.guarded,
            self.differing,
        )
        self.branches_around = self.branches
        self.call_stack, recorder.loops = [], ()
        self.function_ends, self.loop_ends, self.guarded = [], [], []
        self.differing = frozenset()
        try:
            with self.circumstances.apart():
                yield
        finally:
            (
                self.branches_around,
                self.call_stack,
                recorder.loops,
                self.function_ends,
                self.loop_ends,
                self.guarded,
                self.differing,
            ) = held

    def fails(self) -> None:
        """Nothing goes on behind this place but what handles an exception."""
        if self.guarded:
            block = self.guarded[-1]
            block.raised.append(self.state.way(block.mark))
        self.state.ended = True

    def perhaps(self, work: Callable[[], Value]) -> Value:
        """Do something that not every run does, and give what it gives."""
        state = self.state
        mark, done = state.mark(), state.past.done
        self.branches += 1
        value = work()
        self.branches -= 1
        if state.ended:
            state.go_back(mark, done)
        elif state.mark() > mark or state.past.done is not done:
            way = state.way(mark)
            state.go_back(mark, done)
            state.meet([way, Way({}, done)])
        return value

    def optional(self, work: Callable[[], object]) -> None:
        """Do something that may have happened before what comes next."""
        state = self.state
        if state.ended:
            return
        mark, done = state.mark(), state.past.done
        work()
        ended, way = state.ended, state.way(mark)
        state.go_back(mark, done)
        state.meet([Way({}, done)] if ended else [Way({}, done), way])

    def _note_met(self, frame: FrameValue, ends: Sequence[Value]) -> None:
        """Tell of a frame that goes on from any of several, unless it is one of them."""
        met = [value.plan for value in ends if isinstance(value, FrameValue)]
        if all(plan is not frame.plan for plan in met):
            self.recorder.met(frame.plan, self.where, *met)


__all__ = ["BudgetSpentError", "FunctionEnds", "Guarded", "LoopEnds", "Run"]
