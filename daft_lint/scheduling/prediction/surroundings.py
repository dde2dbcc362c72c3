"""The surroundings of some work: the steps of its plan that decide what reaches it."""

from __future__ import annotations

import math

from daft_lint.plan.conditions import exclude
from daft_lint.plan.pipeline import EARLIER_ROUNDS, Operator, OperatorKind
from daft_lint.records import dataclass
from daft_lint.scheduling.optimiser.kept import Kept
from daft_lint.scheduling.optimiser.optimiser_rules import filter_stays
from daft_lint.scheduling.partitions.course import course_of
from daft_lint.scheduling.partitions.effects import TASK_ENDERS
from daft_lint.scheduling.partitions.flow import Step
from daft_lint.scheduling.partitions.partitioning import Partitioning

_FILTERS, _LIMITS = frozenset({OperatorKind.FILTER}), frozenset({OperatorKind.LIMIT})
_MOST_ASKED = 3
_COUNT_DECIDERS = TASK_ENDERS - {OperatorKind.SORT, OperatorKind.BARRIER} | _LIMITS


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The steps around some work that decide what reaches it.

    `upstream` are those that decided the number of tasks, none when the source did. `unforeseen` is
    the last step behind which rows and partitions don't follow from those before it, None when it
    is the source that doesn't tell them; `taken_by` is the last limit behind that. Where some runs
    take steps that others don't, `unforeseen_elsewhere` are those of the others. `narrowing` are
    later steps that may keep rows from the work: filters that Daft may run first, and a limit.
    `heavy_before` is the first step at which rows become heavy; `heavy_rows` says they were so
    before the last barrier. `limited` says that a limit runs before the work in the same pipeline.
    """

    upstream: tuple[Operator, ...]
    unforeseen: Operator | None
    unforeseen_elsewhere: tuple[Operator | None, ...]
    taken_by: Operator | None
    narrowing: tuple[Operator, ...]
    heavy_before: Operator | None
    heavy_rows: bool
    limited: bool

    def hull(self, own: Partitioning, other: Surroundings, theirs: Partitioning) -> Surroundings:
        """Those in either of two runs, with what each gets."""
        asked = [*dict.fromkeys((*self._asks(own), *other._asks(theirs)))]
        return Surroundings(
            tuple(dict.fromkeys(self.upstream + other.upstream)),
            asked[0] if asked else self.unforeseen or other.unforeseen,
            tuple(asked[1:]),
            self.taken_by or other.taken_by,
            tuple(dict.fromkeys(self.narrowing + other.narrowing)),
            self.heavy_before or other.heavy_before,
            self.heavy_rows or other.heavy_rows,
            self.limited or other.limited,
        )

    def _asks(self, before: Partitioning) -> tuple[Operator | None, ...]:
        """The steps whose outcome isn't known in some run; None is the source."""
        step = self.unforeseen
        is_known = before.sizes is not None or (before.count.known and before.rows.known)
        if is_known or (step is not None and step.is_told):
            return self.unforeseen_elsewhere
        # What a filter keeps of an unknown source leaves the source to ask about.
        asked = None if step is not None and step.kept is not None else step
        return (asked, *self.unforeseen_elsewhere)


_KNOWN = Kept[dict[int, Surroundings]]()


def surroundings(step: Step) -> Surroundings:
    """The surroundings of the work in a step, found once for all clusters."""
    plan = step.plan
    known = _KNOWN.once(plan, (id(plan),), dict[int, Surroundings])
    if step.place not in known:
        unforeseen, taken_by = _unforeseen(step)
        elsewhere = _earlier_asks(step, unforeseen)
        if takes_own_rows(step.operator) and _asks_much(step, unforeseen, elsewhere):
            unforeseen, elsewhere = step.operator, ()
        known[step.place] = Surroundings(
            _upstream(step),
            unforeseen,
            elsewhere,
            taken_by,
            _narrowing(step),
            _first_heavy(step),
            _was_heavy(step),
            _is_limited(step),
        )
    return known[step.place]


def _upstream(step: Step) -> tuple[Operator, ...]:
    course = course_of(step.plan)
    decider = course.at(course.last(_COUNT_DECIDERS, step.place))
    return () if decider is None else (decider,)


def _unforeseen(step: Step) -> tuple[Operator | None, Operator | None]:
    """The last step whose outcome can't be foreseen, and the last limit behind it.

    Where that takes no hint but the step behind it does, it is the latter. Where nothing else is
    unknown, it is what decided the number of tasks. A step with a hint about its own rows
    is it itself.
    """
    course, place, source = course_of(step.plan), step.place, step.plan.source
    if step.operator.is_told and step.operator.keeps_rows:
        return step.operator, None
    last = course.unforeseen(place)
    if math.isinf(step.before.count.high):
        last = max(last, course.kept_pieces(place))
    decider, limit = (
        course.at(found if found > last else -1)
        for found in (course.last(_COUNT_DECIDERS, place), course.last(_LIMITS, place))
    )
    operator = course.at(last)
    if operator is None:
        return decider if source.rows.known and source.partitions.known else None, limit
    behind = course.at(last + 1) if last + 1 < place else None
    if behind is not None and behind.takes_hints and not operator.takes_hints:
        return behind, limit
    return (decider if operator.has_row_hint else None) or operator, limit


def takes_own_rows(step: Operator) -> bool:
    """Whether a hint on the line of a step can say how many rows its own work gets."""
    return step.keeps_rows and step.is_call


def _asks_much(
    step: Step, unforeseen: Operator | None, elsewhere: tuple[Operator | None, ...]
) -> bool:
    """Whether one question about the rows at the work is better than those about other steps.

    So it is of many steps and sources that only some runs take, and of the rounds of a loop in
    another file.
    """
    either = step.plan.source.either
    lacking = sum(not (each.rows.known and each.partitions.known) for each in either) or 1
    asked = sum(lacking if each is None else 1 for each in (unforeseen, *elsewhere))
    return asked > _MOST_ASKED or (
        unforeseen is not None
        and unforeseen.method == EARLIER_ROUNDS
        and unforeseen.span.path != step.operator.span.path
    )


def _earlier_asks(step: Step, last: Operator | None) -> tuple[Operator | None, ...]:
    """The steps that decide the rows of runs without the last deciding step; None is the source.

    These are the steps before it, up to one that every run takes.
    """
    course, found = course_of(step.plan), last
    place = step.plan.operators.index(last) if last is not None and last.maybe else -1
    asked: list[Operator | None] = []
    while found is not None and found.maybe:
        place = course.unforeseen(place)
        found = course.at(place)
        is_known = step.plan.source.rows.known and step.plan.source.partitions.known
        if not (is_known if found is None else found.has_row_hint):
            asked.append(found)
    return tuple(asked)


def _is_heavy(operator: Operator) -> bool:
    return operator.heavy


def _first_heavy(step: Step) -> Operator | None:
    """The first heavy step that runs together with a step, in no branch without it."""
    course = course_of(step.plan)
    places = course.between(_is_heavy, course.finished, step.place + 1)
    heavy = (step.plan.operators[place] for place in places)
    return next((each for each in heavy if _meets(each, step.operator)), None)


def _was_heavy(step: Step) -> bool:
    """Whether rows became heavy before the last barrier."""
    course = course_of(step.plan)
    return course.last(_is_heavy, min(course.finished, step.place)) >= 0


def _is_limited(step: Step) -> bool:
    """Whether a limit runs together with a step, in no branch without it."""
    course = course_of(step.plan)
    places = course.between(_LIMITS, course.finished, step.place + 1)
    return any(_meets(step.plan.operators[place], step.operator) for place in places)


def _meets(operator: Operator, own: Operator) -> bool:
    return not (operator.maybe and exclude(operator.under, own.under, surely=True))


def _narrowing(step: Step) -> tuple[Operator, ...]:
    """The steps behind that may yet keep rows from this one.

    A filter does, when the code at hand doesn't tell that it stays behind; so does a limit, which
    stops the tasks before it once it has its rows.
    """
    course, steps, behind = course_of(step.plan), step.plan.operators, step.place + 1
    filters = [
        steps[place]
        for place in course.between(_FILTERS, behind, len(steps))
        if not any(filter_stays(steps[place], passed) for passed in steps[step.place : place])
    ]
    if course.last(_LIMITS, len(steps)) < behind:
        return tuple(filters)
    ends = (place for place in range(behind, len(steps)) if steps[place].kind in TASK_ENDERS)
    limits = course.between(_LIMITS, behind, next(ends, len(steps)))
    return (*filters, *(steps[place] for place in limits[-1:]))
