"""UDF calls that one plan repeats, because a frame gets to its end by several paths.

Daft keeps a plan as a tree: a frame that is joined with itself, or with what was made of it, is in
it twice, and so are its UDFs. Nothing merges the two, but each is optimised for itself: the one
whose column isn't read doesn't run, and filters narrow them apart.

Measured on Daft 0.7.26 with UDFs that count their rows, on the native runner and on Ray, for
`daft.func`, `daft.func.batch`, `daft.cls` and pools alike. `DataFrame.join` says so too: "we
currently duplicate the logical plan for the right side and recompute the entire tree".

Here a column counts as read only where that is sure: of the bounds of `Needs` the lower one counts.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from daft_lint.plan.pipeline import Action, Operator, OperatorKind, Plan, UdfCall
from daft_lint.records import dataclass
from daft_lint.scheduling.optimiser.columns import EVERYTHING, Needed, written
from daft_lint.scheduling.optimiser.optimiser_rules import filter_stays
from daft_lint.scheduling.optimiser.required_columns import Needs, of_frame, of_input, surely_needs
from daft_lint.scheduling.optimiser.rewriting import Optimised, finished_steps, needed_by
from daft_lint.scheduling.partitions.executions import NARROWING, executions, may_pass
from daft_lint.scheduling.partitions.task_work import SHUFFLES

# Steps that take all rows before they give the first. A join takes those of one side as they come.
_TAKING_ALL = SHUFFLES - {OperatorKind.JOIN, OperatorKind.OPAQUE}
# Steps behind which another frame may go on: a loop that reads one anew, a `collect` in a branch.
_TURNING = frozenset({OperatorKind.OPAQUE, OperatorKind.BARRIER})


@dataclass(frozen=True, slots=True)
class Passed:
    """A step on the way from a UDF call to the end of the plan.

    `beside` are the steps of the other frame where rows come in as the input of a join or concat,
    None where they come in as the frame that its method is called on.
    """

    step: Operator
    beside: tuple[Operator, ...] | None = None

    def is_as(self, other: Passed) -> bool:
        """Whether both pass the same step from the same side."""
        same_side = (self.beside is None) is (other.beside is None)
        return same_side and self.step.number == other.step.number


Way = tuple[Passed, ...]


@dataclass(frozen=True, slots=True)
class Repeated:
    """A UDF call that a plan makes once for each of several ways, on the same rows.

    There may be `more` ways where it is unknown whether it runs, or on which rows.
    """

    operator: Operator
    call: UdfCall
    ways: tuple[Way, ...]
    more: bool

    @property
    def meetings(self) -> tuple[Operator, ...]:
        """The steps where two of the ways meet."""
        met = (_meeting(*pair) for pair in zip(self.ways, self.ways[1:], strict=False))
        found = {step.number: step for step in met if step is not None}
        return tuple(found.values())


def repeated_calls(optimised: Optimised, action: Action | None) -> Iterator[Repeated]:
    """The UDF calls that surely run more than once on each row that gets to them."""
    plan, finished = optimised.plan, optimised.finished
    if not any(step.inputs for step in plan.operators[finished:]):
        return
    ways: dict[object, list[_Run]] = defaultdict(list)
    for run in _runs(plan, finished, needed_by(action, plan).at_least, ()):
        narrowed, step = _narrowed(run), run.operator
        # What only some run takes may be there on one of the ways alone, if two frames met.
        source = run.source if step.maybe else None
        if narrowed is not None and step.number and source != 0 and _is_complete(run.way):
            key = step.number, run.call.span, run.call.output, narrowed, source
            ways[key].append(run)
    repeats = [runs for runs in ways.values() if len(runs) > 1]
    if not repeats:
        return
    all_runs = Counter((run.operator.number, run.call.span) for run in executions(optimised))
    for runs in repeats:
        operator, call = runs[0].operator, runs[0].call
        more = all_runs[operator.number, call.span] > len(runs)
        yield Repeated(operator, call, tuple(run.way for run in runs), more)


def shared_steps(plan: Plan, step: Operator) -> Way:
    """A step and those behind it that are passed on every way from there to the end of a plan."""
    first, *others = _paths_from(plan, step.number, ())
    for other in others:
        first = first[: _parting(first, other)]
    return first


def _paths_from(plan: Plan, number: int, outer: Way) -> Iterator[Way]:
    for place, step in enumerate(plan.operators):
        rest = (*map(Passed, plan.operators[place + 1 :]), *outer)
        for other in step.inputs:
            yield from _paths_from(other, number, (Passed(step, plan.operators[:place]), *rest))
        if step.number == number:
            yield (Passed(step), *rest)


@dataclass(frozen=True, slots=True)
class _Run:
    """A call that surely runs: the steps ahead of it, and its way to the end.

    `source` is the number of the source that its rows come from.
    """

    operator: Operator
    call: UdfCall
    source: int
    ahead: tuple[Operator, ...]
    way: Way


def _runs(plan: Plan, finished: int, needed: Needed, outer: Way) -> Iterator[_Run]:
    steps = plan.operators
    for place in range(len(steps) - 1, finished - 1, -1):
        step = steps[place]
        if step.calls or step.inputs:
            way = (*map(Passed, steps[place + 1 :]), *outer)
            for other in step.inputs:
                entered = Passed(step, steps[:place])
                inner = of_input(step, Needs(EVERYTHING, needed), steps[:place]).at_least
                yield from _runs(other, finished_steps(other), inner, (entered, *way))
            for call in step.calls:
                if step.kind is OperatorKind.FILTER or surely_needs(step, call, needed):
                    yield _Run(step, call, plan.source.number, steps[:place], way)
        before = of_frame(step, Needs(EVERYTHING, needed), step.calls).at_least
        needed = before.common(needed) if step.maybe else before


def _narrowed(run: _Run) -> frozenset[object] | None:
    """What leaves rows out before a call, or may; None where it does so at random.

    A filter that may run before a join may do so on one side of it only, and a semi join may leave
    rows of its left side out before: both stand for the side that they were met on.
    """
    if any(step.kind is OperatorKind.SAMPLE for step in run.ahead):
        return None
    narrowed: set[object] = {step.number for step in run.ahead if step.kind in NARROWING}
    joins: tuple[tuple[int, bool], ...] = ()
    for place, passed in enumerate(run.way):
        step = passed.step
        if step.kind is OperatorKind.JOIN:
            joins = (*joins, (step.number, passed.beside is None))
            if _may_narrow(passed, run.operator, run.way[:place]):
                narrowed.add(joins)
        elif may_pass(step, run.operator) and not _is_held_back(step, run.way[:place]):
            narrowed.add((step.number, joins))
    return frozenset(narrowed)


def _may_narrow(joined: Passed, operator: Operator, way: Way) -> bool:
    """Whether a join may leave rows out before a step that the way to it comes from.

    Only a semi or anti join does, of its left side, and not before the column that it compares is
    made (measured on Daft 0.7.26).
    """
    join = joined.step.join
    if join is None or not join.only_looks:
        return join is None
    steps = (operator, *(passed.step for passed in way))
    made = (written(step) for step in steps)
    return joined.beside is None and not any(columns & join.left for columns in made if columns)


def _is_held_back(condition: Operator, way: Way) -> bool:
    """Whether a filter surely runs after one of the steps on the way to it."""
    return any(
        filter_stays(condition, passed.step)
        or (passed.beside is None and _reads_aggregate(condition, passed.step))
        for passed in way
    )


def _reads_aggregate(condition: Operator, step: Operator) -> bool:
    """Whether a filter reads a column that the other side of a join aggregates."""
    if step.kind is not OperatorKind.JOIN or condition.reads is None:
        return False
    return any(
        operator.kind is OperatorKind.AGGREGATE
        and operator.keeps is not None
        and bool(condition.reads & (operator.keeps - operator.surely_reads))
        for plan in step.inputs
        for operator in plan.operators
    )


def _is_complete(way: Way) -> bool:
    """Whether every run goes this way, and no limit ends it before the last row."""
    whole = False
    for passed in way:
        step = passed.step
        if step.kind in _TURNING or (step.kind is OperatorKind.LIMIT and not whole):
            return False
        whole = whole or (step.kind in _TAKING_ALL and not step.maybe)
    return True


def _meeting(way: Way, other: Way) -> Operator | None:
    """The first step that two ways have in common once they have parted."""
    place = _parting(way, other)
    passed = {theirs.step.number for theirs in other[place:]}
    return next((mine.step for mine in way[place:] if mine.step.number in passed), None)


def _parting(way: Way, other: Way) -> int:
    """How many steps two ways have in common before they part."""
    pairs = enumerate(zip(way, other, strict=False))
    return next(
        (place for place, (mine, theirs) in pairs if not mine.is_as(theirs)),
        min(len(way), len(other)),
    )
