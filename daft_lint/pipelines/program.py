"""The programs of a project: the pipelines that each of its modules leads to."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence, Set
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, TypeVar

from daft_lint.daft_api import sources
from daft_lint.documents.document import may_build
from daft_lint.infer.inference import Infer
from daft_lint.modules.engine_settings import as_set, settings_in
from daft_lint.modules.hint_facts import places_of
from daft_lint.modules.module_map import ModuleMap
from daft_lint.modules.prefilter import Sought
from daft_lint.pipelines.body_weights import Weights
from daft_lint.pipelines.order import (
    BETWEEN,
    Order,
    Path,
    is_branch,
    is_conditional,
    order,
    path_to,
    root_of,
)
from daft_lint.pipelines.repetition import Kept, carried_around, kept_by, with_kept_rows
from daft_lint.pipelines.runner import Choice, choices_in, chosen_around, local_cluster, runner_for
from daft_lint.pipelines.walk import MOST_RUNS, Run, ends_in, runs_in, steps_in
from daft_lint.plan.bound import Bound
from daft_lint.plan.cluster import Cluster, RunnerKind
from daft_lint.plan.conditions import ALWAYS, Conditions, exclude
from daft_lint.plan.pipeline import Action, Pipeline, Plan
from daft_lint.plan.replacing import Replacing
from daft_lint.records import dataclass, replace

if TYPE_CHECKING:
    from daft_lint.documents.document import Document
    from daft_lint.documents.project import Project
    from daft_lint.infer.context import Context, Site
    from daft_lint.modules.module_map import Module
    from daft_lint.plan.span import Span
    from daft_lint.plan.wrapper import UdfWrapper

T = TypeVar("T")
# More modules around one that may have frames aren't walked.
_MOST_MODULES = 100
# Each action may run all steps before it again: 5,000 calls in 100 plans take 3 seconds.
_MOST_CALLS = 5_000


@dataclass(frozen=True)
class Program:
    """The pipelines that are entered by the module at a path.

    `bound` is where more callers, modules or actions are in sight than are followed.
    `uncalled` are those, by their places, that stand in code without a caller in sight.
    """

    path: str
    pipelines: tuple[Pipeline, ...]
    bound: Bound | None = None
    uncalled: frozenset[int] = frozenset()

    @cached_property
    def passed(self) -> Mapping[str, Sequence[int]]:
        """The files that they pass, each with the places of those that do."""
        found: dict[str, list[int]] = {}
        for place, pipeline in enumerate(self.pipelines):
            for path in dict.fromkeys(span.path for span in pipeline.spans):
                found.setdefault(path, []).append(place)
        return found

    @cached_property
    def uses(self) -> frozenset[tuple[Span, Span]]:
        """What it uses where (see `_uses`), in code that it surely runs."""
        called = (e for place, e in enumerate(self.pipelines) if place not in self.uncalled)
        return frozenset(use for each in called for use in _uses(each))

    def beyond(self, used: Set[tuple[Span, Span]]) -> Program:
        """It without code that has callers after all: each use in it is one of theirs.

        An object that is called (`step(frame)`) is such a caller, which has no name to search by.
        It hands in the frame.
        """
        kept = [
            place
            for place, each in enumerate(self.pipelines)
            if place not in self.uncalled
            or not all(map(sources.is_handed_in, each.plan.sources))
            or not _uses(each)
            or not _uses(each) <= used
        ]
        if len(kept) == len(self.pipelines):
            return self
        uncalled = frozenset(new for new, place in enumerate(kept) if place in self.uncalled)
        pipelines = tuple(self.pipelines[place] for place in kept)
        return Program(self.path, pipelines, self.bound, uncalled)


@dataclass(frozen=True, slots=True)
class _Way:
    """What a program does: its runs, those that keep rows, and what chooses its runner."""

    runs: Sequence[Run]
    kept: Sequence[Kept]
    choices: Sequence[Choice]


@dataclass(slots=True)
class Programs:
    """The programs of a project, each made once: by the module that enters it, and by no other."""

    infer: Infer
    project: Project

    def around(self, document: Document, sought: Sought = Sought.ANYTHING) -> tuple[Program, ...]:
        """The program of a file, and then those of others that pass the file.

        Programs that can't hold anything of what is `sought` are taken to be empty.
        """
        own = self.infer.modules.of(document)
        found: list[Program] = []
        used: set[tuple[Span, Span]] = set()
        for module in (own, *self.infer.modules.leading_to(own)):
            is_read = sought.is_held_by(module.document, self.project)
            program = self.program(module) if is_read else Program(module.path, ())
            if module is own:
                found.append(program)
            if module is not own and own.path in program.passed:
                found.append(program)
            if own.is_test >= module.is_test:
                used |= program.uses
        return tuple(each.beyond(used) for each in found)

    def program(self, root: Module) -> Program:
        """The program that a module enters."""
        return self.infer.once((Program, root.path), lambda: self._made(root))

    def _made(self, root: Module) -> Program:
        try:
            return self._read(root)
        except RecursionError:
            # All files nest no deeper than can be followed: it's the following that goes on and on.
            site = self.infer.too_deep
            span = _start_of(root) if site is None else site.span
            return Program(root.path, (), Bound(span, "can be followed at once"))

    def _read(self, root: Module) -> Program:
        modules, bound = self._modules(root)
        runs = [run for module in modules for run in self._runs_in(module).get(root, ())]
        ends: list[Run] = []
        if len(runs) <= MOST_RUNS:
            steps = [self._steps_in(module).get(root, ()) for module in modules]
            ends = [run for each in steps for run in ends_in(self.infer, each, runs)]
        runs, more_runs = _followed(runs, "actions")
        ends, more_ends = _followed(ends, "frames that nothing runs")
        bound = more_runs or more_ends or bound
        contexts = [run.context for run in (*runs, *ends)]
        bound = bound or self._bound_of(modules, contexts)
        if not contexts:
            return Program(root.path, (), bound)
        kept = [kept_by(run.plan, run.action, run.path) for run in runs]
        around = self.infer.modules.leading_to(root)
        settings = settings_in(module.document for module in (*modules, *around))
        way = _Way(runs, [each for each in kept if each is not None], self._in_force(root, modules))
        weights = Replacing(Weights(self.infer).step)
        placed = (self._placed(run, way, root) for run in (*runs, *ends))
        pipelines = [
            as_set(replace(each, plan=weights.plan(each.plan)), settings) for each in placed
        ]
        uncalled = (place for place, context in enumerate(contexts) if _is_uncalled(context))
        return Program(root.path, tuple(pipelines), bound, frozenset(uncalled))

    def _modules(self, root: Module) -> tuple[list[Module], Bound | None]:
        """A module and all that it leads to by imports, if frames may be made there.

        And the first of them that is too many.
        """
        reached = {root.path}
        waiting = deque([root])
        found: list[Module] = []
        while waiting:
            module = waiting.popleft()
            if module.may_have_frames or (module is root and _may_build(root)):
                if len(found) == _MOST_MODULES:
                    return found, Bound(_start_of(module), f"{_MOST_MODULES} modules with Daft")
                found.append(module)
            for other in self.infer.modules.imported_by(module):
                if other.path not in reached:
                    reached.add(other.path)
                    waiting.append(other)
        return found, None

    def _runs_in(self, module: Module) -> dict[Module, list[Run]]:
        """The runs in a module, by the module that enters each."""

        def found() -> dict[Module, list[Run]]:
            runs: dict[Module, list[Run]] = {}
            for run in runs_in(self.infer, module):
                runs.setdefault(root_of(run.path), []).append(run)
            return runs

        return self.infer.once((runs_in, module.path), found)

    def _bound_of(self, modules: Sequence[Module], contexts: Sequence[Context]) -> Bound | None:
        """Where a plan isn't followed to its end, or a caller of code that makes or runs frames.

        Other code doesn't count: most code with many callers never gets a frame.
        """
        bounds = self.infer.bounds
        if reached := [bounds[module.path] for module in modules if module.path in bounds]:
            return reached[0]
        found = (each for module in modules for each in self._runs_in(module).values())
        around = chain(contexts, (run.context for runs in found for run in runs))
        cut = (self.infer.cut.get((each.module.path, each.scope.number)) for each in around)
        return next(filter(None, cut), None)

    def _steps_in(self, module: Module) -> dict[Module, list[Site]]:
        return self.infer.once((steps_in, module.path), lambda: steps_in(self.infer, module))

    def _choices_in(self, module: Module) -> list[Choice]:
        return self.infer.once((choices_in, module.path), lambda: choices_in(self.infer, module))

    def _in_force(self, root: Module, modules: Sequence[Module]) -> list[Choice]:
        """What chooses a runner in a program: on its way, or where a module of it is imported."""
        entered = dict.fromkeys([root, *modules])
        found = [each for module in entered for each in self._choices_in(module)]
        own = [each for each in found if root_of(each.path) is root]
        others = [each for each in found if root_of(each.path) is not root and _is_at_import(each)]
        ways = self._imported_at(root) if others else {}
        return [
            *own,
            *(
                replace(each, path=(*ways[root_of(each.path).path], *each.path))
                for each in others
                if root_of(each.path).path in ways
            ),
        ]

    def _imported_at(self, root: Module) -> dict[str, Path]:
        """Where the modules that a module imports are run, by their paths."""
        found: dict[str, Path] = {root.path: ()}
        waiting = [root]
        while waiting and len(found) < _MOST_MODULES:
            module = waiting.pop(0)
            for each in module.index.imports:
                if each.scope != module.index.module.number:
                    continue
                step = path_to(
                    self.infer, self.infer.free(module, 0), each.number - BETWEEN, each.block
                )
                for other in self.infer.modules.run_by(each, module):
                    if other.path not in found:
                        found[other.path] = (*found[module.path], *step)
                        waiting.append(other)
        return found

    def _placed(self, run: Run, way: _Way, root: Module) -> Pipeline:
        """The pipeline that a run is: its order among others, its runner, its cluster."""
        path, choices = run.path, way.choices
        action = run.action and _timed(run.action, run, path, way.runs)
        if action is not None and action.loops:
            action = replace(action, carried=carried_around(self.infer, path, run.plan, way.kept))
        last = action or (run.plan.operators[-1] if run.plan.operators else None)
        under = last.under if last is not None else ALWAYS
        plan = with_kept_rows(run.plan, way.kept, path)
        plan = _without_excluded(plan, under, surely=True)
        doubtful = plan is not _without_excluded(plan, under, surely=False)
        scope = run.context.scope
        name = "<module>" if scope.kind == "module" else scope.name
        ran = [each.path for each in way.runs]
        around = [] if choices else self._around_all(root)
        runner = runner_for(choices, path, under, ran) if choices else chosen_around(around)
        pipeline = Pipeline(name, plan, action, runner, doubtful=doubtful)
        cluster = self._hinted(pipeline, path)
        if runner.kind is not RunnerKind.NATIVE:
            cluster = cluster.otherwise(local_cluster(choices, path))
        return replace(pipeline, cluster=cluster)

    def _around_all(self, root: Module) -> list[Choice]:
        """What all programs that a module is part of surely choose before it; else nothing."""
        chosen: list[Choice] = []
        for module in self.infer.modules.leading_to(root):
            if any(True for _ in self.infer.modules.importers(module)):
                continue
            sure = [each for each in self._choices_in(module) if not is_conditional(each.path)]
            if not sure or {each.kind for each in (*chosen, *sure)} != {sure[0].kind}:
                return []
            chosen += sure
        return chosen

    def _hinted(self, pipeline: Pipeline, path: Path) -> Cluster:
        """The cluster that hints give: those of the file that runs it, then others."""
        places = [*places_of(pipeline)]
        root = root_of(path)
        paths = dict.fromkeys([*(place.path for place in places), root.path])
        cluster = Cluster()
        for each in paths:
            lines = {place.line for place in places if place.path == each}
            document = root.document if each == root.path else self.project.document(each)
            if document is not None:
                hints = self.infer.modules.of(document).hints
                cluster = cluster.otherwise(hints.cluster(lines))
        return cluster


def programs_of(project: Project, wrappers: tuple[UdfWrapper, ...]) -> Programs:
    """The programs of a project, the same ones each time."""
    return project.once(
        (programs_of, wrappers), lambda asked: Programs(Infer(ModuleMap(asked), wrappers), asked)
    )


def _may_build(module: Module) -> bool:
    return may_build(module.document.text.encode("utf-8", "replace"))


def _is_uncalled(context: Context) -> bool:
    *_, outermost = context.callers
    return outermost.scope.kind != "module"


def _uses(pipeline: Pipeline) -> set[tuple[Span, Span]]:
    """Where a pipeline uses which UDFs, and where built-in expressions that take time."""
    steps = pipeline.plan.operators
    udfs = {(call.span, call.udf.span) for step in steps for call in step.calls}
    return udfs | {(step.span, step.span) for step in steps if step.expressions}


def _followed(runs: list[Run], what: str) -> tuple[list[Run], Bound | None]:
    """As many runs as are followed, and the place of the first one more."""
    calls = 0
    for number, run in enumerate(runs):
        calls += sum(len(step.calls) for step in run.plan.operators)
        if number == MOST_RUNS:
            return runs[:number], Bound(run.span, f"{MOST_RUNS} {what}")
        if calls > _MOST_CALLS:
            return runs[:number], Bound(run.span, f"{_MOST_CALLS:,} calls of UDFs in all plans")
    return runs, None


def _start_of(module: Module) -> Span:
    """The first line of a module."""
    return module.between((1, 1), (1, 1))


def _is_at_import(choice: Choice) -> bool:
    """Whether a module makes a choice when it is imported."""
    return choice.path[0].context.scope.kind == "module"


def _timed(action: Action, run: Run, path: Path, program: Sequence[Run]) -> Action:
    """An action with the numbers of those that a run of the program does before it."""
    perhaps: set[int] = set()
    surely: set[int] = set()
    entry = path[0].context
    for other in program:
        first = other.path[0].context
        if other is run or other.action is None:
            continue
        if first is not entry and first.scope.kind != "module":
            continue  # By two entries, only what a module does comes before.
        found = order(other.path, path)
        if found is Order.SURELY_BEFORE:
            surely.add(other.action.number)
        elif found is Order.PERHAPS_BEFORE:
            perhaps.add(other.action.number)
    return replace(
        action,
        after=frozenset(perhaps | surely),
        surely_after=frozenset(surely),
        forks=sum(is_branch(block) for step in path for block in step.blocks.values()),
    )


def _without_excluded(plan: Plan, under: Conditions, *, surely: bool) -> Plan:
    """A plan without the steps of branches that aren't taken where something holds."""
    return plan.with_operators(
        tuple(
            step
            for step in plan.operators
            if not (step.maybe and exclude(step.under, under, surely=surely))
        )
    )
