"""What one reading of a program carries along."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from daft_lint.documents.project import is_test_file
from daft_lint.plan.cluster import Cluster
from daft_lint.plan.span import Span
from daft_lint.reading.branching import Branching
from daft_lint.reading.changes import Changes
from daft_lint.reading.conditions import Circumstances
from daft_lint.reading.effort import Effort
from daft_lint.reading.endings import Endings
from daft_lint.reading.entries import Entry
from daft_lint.reading.hinting import Hints, places_of
from daft_lint.reading.recording import Recorder
from daft_lint.reading.repetition import Repetition
from daft_lint.reading.rounds import Rounds
from daft_lint.reading.values import FunctionValue, Imported
from daft_lint.reading.wrappers import NO_WRAPPERS

if TYPE_CHECKING:
    import libcst

    from daft_lint.documents.document import Document
    from daft_lint.plan.pipeline import Pipeline
    from daft_lint.plan.wrapper import UdfWrapper
    from daft_lint.reading.program import Program
    from daft_lint.reading.source_file import SourceFile
    from daft_lint.reading.values import ClassValue, Value


class Session:
    """The program that is read, what was found in it so far, and how much may still be spent.

    `root` is the file that it is entered by, `file` the one that is followed at this moment.
    """

    def __init__(self, root: SourceFile) -> None:
        self.root = root
        self.is_test = is_test_file(root.path)
        self.file = root
        self.files = [root]
        self.wrappers = NO_WRAPPERS
        self.recorder = Recorder()
        self.endings = Endings()
        self.branching = Branching(self)
        self.circumstances = Circumstances(self)
        self.repetition = Repetition(self)
        self.changes = Changes()
        self.rounds = Rounds()
        self.functions: list[FunctionValue] = []
        self.classes: list[ClassValue] = []
        self.called: set[libcst.CSTNode] = set()
        self.called_on: set[tuple[libcst.ClassDef, libcst.CSTNode]] = set()
        self.call_stack: list[FunctionValue] = []
        # An expression that is a whole statement, and the name that gets its value, if any does.
        self.kept_as: tuple[libcst.CSTNode | None, str] = None, ""
        # Classes whose objects stand for those of classes below them too at this moment.
        self.stand_ins: set[ClassValue | None] = set()
        self.rebindings: dict[libcst.CSTNode, Span] = {}
        self.assignments: dict[libcst.CSTNode, str] = {}
        self.branches = 0
        # In how many blocks that may handle what Daft's decorators raise.
        self.handling = 0
        self._branches_around = 0
        # Whether what is followed is for type checkers alone, and never runs.
        self.is_for_type_checkers = False
        # How often the functions that are followed may have returned before this place.
        self.left_early = 0
        self.calls: dict[Entry, set[Entry | None]] = {}
        self.program: Program
        self.effort = Effort()
        self._bound_afar: dict[tuple[str, str], list[Value]] = {}

    def add(self, file: SourceFile) -> None:
        """Another file is read too."""
        self.files.append(file)
        self.effort.add_file()

    @contextmanager
    def within(self, file: SourceFile) -> Iterator[None]:
        """Follow code of a file."""
        outer, self.file = self.file, file
        try:
            yield
        finally:
            self.file = outer

    @property
    def is_at_root(self) -> bool:
        """Whether code of the file is followed that the program is entered by."""
        return self.file is self.root

    def is_of_root(self, node: libcst.CSTNode) -> bool:
        """Whether a node stands in the file that the program is entered by."""
        return len(self.files) == 1 or self.root.locator.holds(node)

    @property
    def document(self) -> Document:
        """The file that is followed."""
        return self.file.document

    @property
    def rebound(self) -> frozenset[str]:
        """The names of the file that functions bind from afar."""
        return self.file.rebound

    def note_bound_afar(self, name: str, value: Value) -> None:
        """A name gets a value, which is that of a variable from afar if functions bind it so."""
        if name in self.rebound:
            self._bound_afar.setdefault((self.file.path, name), []).append(value)

    def bound_afar(self, name: str, path: str) -> Sequence[Value]:
        """What functions of a file gave to a name that is bound from afar, so far."""
        return self._bound_afar.get((path, name), ())

    @property
    def is_faithful(self) -> bool:
        """Whether everything stands in the file where the tree says it does."""
        return self.file.is_faithful

    def span(self, node: libcst.CSTNode) -> Span:
        """Where a node stands."""
        span = self.file.span(node)
        if span is None:
            found = (file.span(node) for file in self.files if file is not self.file)
            span = next(span for span in found if span is not None)
        return span

    def span_from(self, first: libcst.CSTNode, last: libcst.CSTNode) -> Span:
        """From the start of one node to the end of another."""
        start, end = self.span(first), self.span(last)
        return start.between(start.start, end.end)

    def text(self, start: tuple[int, int], end: tuple[int, int]) -> str:
        """The text between two places of the file that is followed."""
        return self.file.text(start, end)

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

    def is_beside_the_point(self, file: SourceFile) -> bool:
        """Whether the program got nowhere for long, and the code of a file is no way out of that.

        It says nothing of Daft, and cuts nothing that may be a frame.
        """
        if self.recorder.numbers or not self.effort.is_much_before_any:
            return False
        return not file.is_about_frames

    def note_call(self, called: Entry) -> None:
        """Something is called, on the way from where the program was entered."""
        self.calls.setdefault(called, set()).add(self.recorder.entry)

    @contextmanager
    def apart(self) -> Iterator[None]:
        """Follow code that is no part of the function and the loop that are followed now."""
        recorder = self.recorder
        around, self._branches_around = self._branches_around, self.branches
        stack, self.call_stack = self.call_stack, []
        loops, recorder.loops = recorder.loops, ()
        try:
            with self.rounds.apart(), self.circumstances.apart():
                yield
        finally:
            self.call_stack, recorder.loops = stack, loops
            self._branches_around = around

    @contextmanager
    def for_type_checkers(self) -> Iterator[None]:
        """Follow code that never runs: what it binds is for annotations."""
        outer, self.is_for_type_checkers = self.is_for_type_checkers, True
        try:
            yield
        finally:
            self.is_for_type_checkers = outer

    @property
    def is_in_own_branch(self) -> bool:
        """Whether what is followed may not run though the module or call around it does."""
        return self.branches > self._branches_around

    @property
    def forks(self) -> int:
        """How often a run may have gone another way before this place, and never got here."""
        return self.branches + self.left_early + self.endings.cut_short

    def wrapper(self, value: Value) -> UdfWrapper | None:
        """The wrapper that a value is by the settings; None when it is none."""
        if isinstance(value, Imported):
            return self.wrappers.imported(value.name)
        if isinstance(value, FunctionValue) and self.wrappers.named:
            return self.wrappers.defined(value, self.span(value.node).path)
        return None

    @property
    def where(self) -> str:
        """The function that is being read, for the name of a pipeline."""
        return self.call_stack[-1].name if self.call_stack else "<module>"
