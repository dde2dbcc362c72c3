"""The recorder of the pipelines that a program builds while it is read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar

from daft_lint.inference.action_history import Done, Past, both
from daft_lint.inference.entry_points import Entry
from daft_lint.plan.cluster import ChosenBy, Cluster, Runner, RunnerKind
from daft_lint.plan.conditions import ALWAYS, Conditions, exclude, hold
from daft_lint.plan.pipeline import Action, ActionKind, Loop, OperatorKind, Pipeline, Plan
from daft_lint.plan.quantity import Origin, OriginKind
from daft_lint.plan.span import Span

if TYPE_CHECKING:
    from daft_lint.inference.scope import Scope

# Of a program with more actions than this, it isn't followed which of the others ran before which.
_MOST_ACTIONS = 500
# A loop that is read over and over hands on no more steps than about so many.
_MOST_CARRIED = 10_000


@dataclass(frozen=True, slots=True)
class Choice:
    """What chose the runner: sure or not, behind so many places where functions may return.

    It is unsure only for what may have run before where it `may_be_late`, and `is_first` where
    nothing did. `under` says what holds where it is made, `loops` are those it stands in. One made
    by a variable is left in the environment, for Daft to find it there when it first needs a runner
    (0.7.26); by default, that finds none there.
    """

    kind: RunnerKind
    span: Span
    text: str
    conditional: bool
    may_be_late: bool
    entry: Entry | None
    left_early: int
    under: Conditions
    loops: tuple[Span, ...]
    by: ChosenBy
    is_first: bool

    @property
    def is_in_variable(self) -> bool:
        """Whether it is what the environment says."""
        return self.by in (ChosenBy.VARIABLE, ChosenBy.DEFAULT)

    @property
    def origin(self) -> Origin:
        """What says so."""
        return Origin(OriginKind.LITERAL, self.text, self.span)

    def is_too_late(self, action: Action, done: Done) -> bool:
        """Whether it is made behind an action, at whose first run Daft settles its runner.

        `done` are the actions done whenever it is made.
        """
        if action.number in done.surely:
            return True
        # A later run of the action may be the first one that there is.
        is_repeated = action.number in action.after or any(
            loop.span in self.loops for loop in action.loops
        )
        return action.number in done.perhaps and not is_repeated


@dataclass(frozen=True, slots=True)
class _Met:
    """A plan, the action that runs it, the function it stands in and the way in that led there.

    `sure` is a choice of the runner that was surely made before.
    """

    plan: Plan
    action: Action | None
    where: str
    entry: Entry | None
    sure: Choice | None


@dataclass(frozen=True, slots=True)
class Unseen:
    """What a program does to values that nobody knows, each with the way in that leads there.

    `passed` are steps in a row, from the first that cuts as only that of a frame does. `asked` are
    the names of methods that are called.
    """

    passed: tuple[tuple[Entry | None, Pipeline], ...] = ()
    asked: frozenset[tuple[Entry | None, str]] = frozenset()


Recorded = tuple[dict[Any, Any], ...]
"""What a recorder holds: each of its tables, in their order."""


@dataclass(frozen=True, slots=True)
class Moment:
    """What a recorder held at a moment; by then, what was read so many times was `lasting`."""

    recorded: Recorded
    sure: Choice | None
    lasting: int


class Recorder:
    """Every plan that was built, which of them ran, and what chose the runner.

    `entry` is where the program was entered: None for the module itself, else something that
    stands for a function or class that only other files call. What one such way in chooses says
    little of the pipelines of another. `past` are the actions done by the moment that is read,
    `loops` the loops it is in, the outermost first. `read_whole` are the ends of the expressions
    whose items are all taken. `sure` is the choice of a runner that a function made which may have
    returned before, as long as that function is followed: without it, nothing would be. `runs`
    counts how often an action was met, those forgotten since too.
    """

    def __init__(self) -> None:
        self.entry: Entry | None = None
        self.past = Past()
        self.loops: tuple[Loop, ...] = ()
        self.runs = 0
        self.read_whole: set[tuple[str, int, int]] = set()
        self._numbers = 0
        self._kept: dict[int, tuple[Plan, int, Plan]] = {}
        self._carried: dict[Span, frozenset[int]] = {}
        self._leaves: dict[int, _Met] = {}
        self._unknown: dict[int, _Met] = {}
        self._asked: set[tuple[Entry | None, str]] = set()
        self._runs: dict[tuple[int, Span], _Met] = {}
        self.sure: Choice | None = None
        self._choices: dict[Choice, Done] = {}
        # By functions and the ways in that lead there: the first call that chooses a runner, by its
        # scope, and whether it surely does.
        self._choosing: dict[tuple[object, Entry | None], tuple[Scope, bool]] = {}
        self._clusters: dict[Entry | None, Cluster] = {}
        self._lasting: list[Recorded] = []

    @property
    def _tables(self) -> Recorded:
        return (
            self._kept,
            self._carried,
            self._leaves,
            self._unknown,
            self._runs,
            self._choices,
            self._choosing,
            self._clusters,
        )

    def moment(self) -> Moment:
        """What is recorded so far, to go back to."""
        return Moment(tuple(map(dict, self._tables)), self.sure, len(self._lasting))

    @contextmanager
    def lasting(self) -> Iterator[None]:
        """Nobody goes back behind what is recorded meanwhile: a module is read but once."""
        moment = self.moment()
        yield
        tables = zip(moment.recorded, self._tables, strict=True)
        self._lasting.append(tuple(_since(before, now) for before, now in tables))

    def built(self, plan: Plan, where: str, *parents: Plan) -> None:
        """The function `where` built a plan out of `parents`, which are no ends any more."""
        for parent in parents:
            self._leaves.pop(id(parent), None)
        self._leaves[id(plan)] = _Met(plan, None, where, self.entry, self.sure)

    def passed_unknown(self, plan: Plan, where: str, parent: Plan) -> None:
        """What may be a frame, but nobody knows which, has passed steps: one more than `parent`."""
        self._unknown.pop(id(parent), None)
        self._unknown[id(plan)] = _Met(plan, None, where, self.entry, self.sure)

    def called_on_unknown(self, method: str) -> None:
        """A method of something that nobody knows is called."""
        self._asked.add((self.entry, method))

    def met(self, plan: Plan, where: str, *parents: Plan) -> None:
        """Several plans go on as one, which is an end when one of them was."""
        if any(id(parent) in self._leaves for parent in parents):
            self.built(plan, where, *parents)

    def ran(self, plan: Plan, action: Action, where: str) -> None:
        """An action ran a plan."""
        self.runs += 1
        self._leaves.pop(id(plan), None)
        key = id(plan), action.span
        known = self._runs[key].action if key in self._runs else None
        whole = (
            action.kind is not ActionKind.ITERATE
            or (action.span.path, *action.span.end) in self.read_whole
        )
        under = action.under if known is None else action.under & known.under
        placed = replace(action, whole=whole, loops=self.loops, under=under)
        if known is not None or len(self._runs) < _MOST_ACTIONS:
            placed = self._timed(placed, known)
        self._runs[key] = _Met(plan, placed, where, self.entry, self.sure)

    def has_written(self, path: str) -> bool:
        """Whether an action wrote to a path before: as a folder, whatever the path ends in."""
        targets = (met.action.target for met in self._runs.values() if met.action is not None)
        return any(target and target.rstrip("/") == path.rstrip("/") for target in targets)

    def _timed(self, action: Action, known: Action | None) -> Action:
        """An action with what ran before it; `known` is the same one as it ran before."""
        done = self.past.done
        number = known.number if known is not None else self.next_number()
        if number:
            self.past.done = done.plus(number)
        after, surely = done.perhaps, done.surely
        if known is not None:
            after |= known.after
            if action.forks > known.forks:
                surely -= {number}
            surely |= known.surely_after & {number}
        return replace(action, number=number, after=after, surely_after=surely)

    @property
    def numbers(self) -> int:
        """How many numbers were given: as long as there are no more, nothing is built or run."""
        return self._numbers

    def next_number(self) -> int:
        """A number for a step or an action that no other one has."""
        self._numbers += 1
        return self._numbers

    def keep(self, plan: Plan, action: Action, after: Plan) -> None:
        """An action that ran a plan keeps its result on the frame: from then on it is `after`."""
        ran = self._runs[id(plan), action.span].action
        if ran is not None:
            self._kept[id(plan)] = (plan, ran.number, after)

    def now(self, plan: Plan) -> Plan:
        """What a frame's plan has become by an action that surely kept its result on the frame."""
        kept = self._kept.get(id(plan))
        return kept[2] if kept is not None and kept[1] in self.past.done.surely else plan

    def carry(self, loop: Loop, plan: Plan) -> None:
        """A round of a loop leaves a frame with this plan to the next one."""
        known = self._carried.get(loop.span, frozenset())
        if len(known) < _MOST_CARRIED:
            self._carried[loop.span] = known.union(_unfinished(plan))

    def note_choosing(self, function: object, call: Scope, *, surely: bool) -> None:
        """A call of a function chooses a runner: the first one counts."""
        first, was_sure = self._choosing.get((function, self.entry), (call, False))
        if first is call:
            self._choosing[function, self.entry] = call, surely or was_sure

    def is_first_to_choose(self, function: object, call: Scope) -> bool:
        """Whether no other call of a function has chosen a runner before."""
        return all(scope is call for scope, _ in self._chosen_by(function))

    def has_chosen_before(self, function: object, call: Scope) -> bool:
        """Whether another call of a function has surely chosen a runner before."""
        return any(surely and scope is not call for scope, surely in self._chosen_by(function))

    def _chosen_by(self, function: object) -> Iterator[tuple[Scope, bool]]:
        for entry in {None, self.entry}:
            if (function, entry) in self._choosing:
                yield self._choosing[function, entry]

    def chose_runner(
        self,
        kind: RunnerKind,
        span: Span,
        text: str,
        *,
        in_branch: bool,
        left_early: int,
        by: ChosenBy,
        under: Conditions = ALWAYS,
    ) -> None:
        """The program selects a runner: in a branch, or where it may have returned before.

        An action before all of them has settled it already (Daft 0.7.26, `get_or_create_runner`);
        one that perhaps ran before the first sure one, perhaps has.
        """
        done = self.past.done
        before = self._near
        if not before and self._has_run(done.surely):
            kind = RunnerKind.UNKNOWN
        is_settled = self.sure is not None or any(
            not each_choice.conditional for each_choice in before
        )
        may_be_late = not is_settled and self._has_run(done.perhaps)
        choice = Choice(
            kind,
            span,
            text,
            conditional=in_branch or left_early > 0 or may_be_late,
            may_be_late=may_be_late and not (in_branch or left_early),
            entry=self.entry,
            left_early=left_early,
            under=under,
            loops=tuple(loop.span for loop in self.loops),
            by=by,
            is_first=not self._has_run(done.perhaps, before_entry=True),
        )
        if choice.is_in_variable and not (choice.conditional or self.loops):
            self._overrule_variable()
        self._choices[choice] = both(self._choices.get(choice, done), done)
        if left_early and not (in_branch or may_be_late):
            self.sure = choice

    def _overrule_variable(self) -> None:
        """Of what was in the environment before, nothing is there any more."""
        over = [
            choice
            for choice in self._choices
            if choice.is_in_variable and choice.entry == self.entry
        ]
        if not self._has_run(self.past.done.perhaps):
            for choice in over:
                del self._choices[choice]

    @property
    def is_left_to_variable(self) -> bool:
        """Whether the environment says which runner Daft will take, which didn't do so yet."""
        near = self._near
        is_set = any(choice.by is ChosenBy.SETTER and not choice.conditional for choice in near)
        is_said = any(choice.is_in_variable for choice in near)
        return is_said and not is_set and not self._has_run(self.past.done.surely)

    @property
    def _near(self) -> list[Choice]:
        """The choices so far that the way in which is followed has met."""
        return [choice for choice in self._choices if choice.entry in (None, self.entry)]

    def _has_run(self, done: frozenset[int], *, before_entry: bool = False) -> bool:
        """Whether an action that was done was run since the program was entered, or before."""
        entries = {self.entry, None} if before_entry else {self.entry}
        here = (run.action for run in self._runs.values() if run.entry in entries)
        return any(action is not None and action.number in done for action in here)

    def started_local_cluster(self, cluster: Cluster) -> None:
        """The program itself starts a Ray of one node; two different ones tell nothing."""
        known = self._clusters.get(self.entry, cluster)
        self._clusters[self.entry] = cluster if known == cluster else Cluster()

    def pipelines(self, cluster_of: Callable[[Pipeline], Cluster]) -> tuple[Pipeline, ...]:
        """Everything that was read, in the order it was met."""
        return tuple(self._placed(met, cluster_of) for met in self._met)

    @property
    def entries(self) -> tuple[Entry | None, ...]:
        """The way in that led to each of the pipelines, in the same order."""
        return tuple(met.entry for met in self._met)

    @property
    def unseen(self) -> Unseen:
        """What is done to what nobody knows."""
        passed = self._unknown.values()
        steps = ((met.entry, self._placed(met, lambda _: Cluster())) for met in passed)
        return Unseen(tuple(steps), frozenset(self._asked))

    @property
    def runner(self) -> Runner | None:
        """The runner that modules choose, or else functions; None when nothing chooses any."""
        return self._runner(None, None) if self._choices else None

    @property
    def _met(self) -> list[_Met]:
        leaves = (met for met in self._leaves.values() if met.plan.operators)
        return [*self._runs.values(), *leaves]

    def _placed(self, met: _Met, cluster_of: Callable[[Pipeline], Cluster]) -> Pipeline:
        action = met.action
        if action is not None and action.loops:
            carried = (self._carried.get(loop.span, frozenset()) for loop in action.loops)
            action = replace(action, carried=frozenset[int]().union(*carried))
        last = action or (met.plan.operators[-1] if met.plan.operators else None)
        under = last.under if last is not None else ALWAYS
        plan = _without_excluded(_surely_kept(met.plan, under), under, surely=True)
        doubtful = plan is not _without_excluded(plan, under, surely=False)
        runner = self._runner(met.entry, met.sure, under, action)
        pipeline = Pipeline(met.where, plan, action, runner, doubtful=doubtful)
        hinted = cluster_of(pipeline)
        if runner.kind is RunnerKind.NATIVE:
            return replace(pipeline, cluster=hinted)
        local = self._clusters.get(met.entry) or self._clusters.get(None) or Cluster()
        return replace(pipeline, cluster=hinted.otherwise(local))

    def _runner(
        self,
        entry: Entry | None,
        sure: Choice | None,
        under: Conditions = ALWAYS,
        action: Action | None = None,
    ) -> Runner:
        """The runner that every choice in force names. One on another way in is no sure one.

        Those that are made behind the action are out of force. So are those of branches where other
        ones are taken; if nothing else chooses Ray, that is left to what Daft takes by itself
        (0.7.26: the native runner).
        """
        near = [choice for choice in self._choices if choice.entry in (None, entry)]
        choices = near or list(self._choices)
        jobs = {met.entry for met in self._runs.values()}
        another_job = not near and jobs.issuperset(choice.entry for choice in choices)
        if near and action is not None:
            made = self._choices
            choices = near = [
                each_choice
                for each_choice in near
                if not each_choice.is_too_late(action, made[each_choice])
            ]
        possible = [
            each_choice
            for each_choice in choices
            if not exclude(each_choice.under, under, surely=False)
        ]
        if choices and not possible:
            kinds = {choice.kind for choice in choices}
            if kinds != {RunnerKind.RAY}:
                return Runner(RunnerKind.UNKNOWN, certain=False)
            text = "the Ray runner is only selected in another branch"
            origin = Origin(OriginKind.LITERAL, text, choices[0].span)
            return Runner(RunnerKind.NATIVE, certain=True, origin=origin, by_default=True)
        surely = [
            each for each in near if each in possible and (each is sure or not each.conditional)
        ]
        strongest = max((each.by for each in surely if each.is_first), default=ChosenBy.DEFAULT)
        choices = [each for each in possible if each.by >= strongest]
        near = [each for each in near if each in choices]
        kinds = {choice.kind for choice in choices}
        if len(kinds) != 1 or RunnerKind.UNKNOWN in kinds:
            by_branch = tuple(_by_branch(near))
            return Runner(RunnerKind.UNKNOWN, certain=False, among=by_branch)
        firm = next((each for each in (sure, *surely) if each in choices), None)
        choice = firm or choices[0]
        return Runner(
            choice.kind,
            certain=firm is not None,
            origin=choice.origin,
            by_default=choice.by is ChosenBy.DEFAULT,
            another_job=another_job,
            may_be_late=firm is None and choice.may_be_late,
        )


def _surely_kept(plan: Plan, under: Conditions) -> Plan:
    """A plan whose rows are kept for sure where they are kept under conditions that hold."""
    return plan.with_operators(
        tuple(
            replace(step, maybe=False)
            if step.maybe and step.kind is OperatorKind.BARRIER and hold(step.under, under)
            else step
            for step in plan.operators
        )
    )


def _by_branch(choices: Sequence[Choice]) -> Iterator[Origin]:
    """The first choice of either runner, where branches decide between the two."""
    first = {choice.kind: choice for choice in reversed(choices)}
    is_either = first.keys() == {RunnerKind.RAY, RunnerKind.NATIVE}
    if is_either and any(choice.conditional for choice in choices):
        yield from (choice.origin for choice in choices if first[choice.kind] is choice)


def _without_excluded(plan: Plan, under: Conditions, *, surely: bool) -> Plan:
    """A plan without the steps of branches that aren't taken where something holds."""
    return plan.with_operators(
        tuple(
            step
            for step in plan.operators
            if not (step.maybe and exclude(step.under, under, surely=surely))
        )
    )


K = TypeVar("K")
V = TypeVar("V")


def _since(before: dict[K, V], now: dict[K, V]) -> dict[K, V]:
    return {key: value for key, value in now.items() if before.get(key) is not value}


def _unfinished(plan: Plan) -> Iterator[int]:
    """The numbers of the steps of a plan that nothing has run yet."""
    waiting = [plan]
    while waiting:
        steps = waiting.pop().operators
        for step in reversed(steps):
            if step.kind is OperatorKind.BARRIER:
                break
            yield step.number
            waiting += step.inputs
