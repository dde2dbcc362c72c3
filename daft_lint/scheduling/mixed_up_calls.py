"""UDF calls that Daft mixes up: it takes the result of one for another.

When Daft splits the UDFs from an expression, it gives each a column by its place among the UDFs
that stand right below the same operator or function. The first UDF below one gets the same column
as the first below another, and the one that is visited first is used for both.

Source: `TruncateAnyUDFChildren` in split_udfs.rs; measured on Daft 0.6.4, 0.7.0 and 0.7.26. Before
that, filters that meet become one (push_down_filter.rs), and so do projections whose columns are
read but once (push_down_projection.rs); what is computed twice is split off first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from daft_lint.plan.pipeline import Operator, OperatorKind, Plan, UdfCall
from daft_lint.plan.shapes import Shape, ShapeKind, built, node
from daft_lint.scheduling.columns import EVERYTHING, NOTHING, Needed
from daft_lint.scheduling.liveness import needed_after_each
from daft_lint.scheduling.optimiser import finished_steps

FIRST_SEEN = (0, 6)
"""The oldest line of versions that was seen to mix up UDFs, as 0.6.4."""

LAST_SEEN = (0, 7, 26)
"""The newest version that was seen to mix up UDFs."""

# Of more operators that Daft may leave out, not every combination is tried.
_MOST_FADING = 8
# Columns of projections that are put into one. Each is looked at once more for each of them.
_MOST_COLUMNS = 100
# Steps that no filter moves past, and projections that compute nothing.
_STOPPING = frozenset(
    {
        OperatorKind.AGGREGATE,
        OperatorKind.BARRIER,
        OperatorKind.DISTINCT,
        OperatorKind.LIMIT,
        OperatorKind.SAMPLE,
    }
)
_RENAMING = frozenset({"exclude", "with_column_renamed", "with_columns_renamed"})
_CONSTANTS = frozenset({ShapeKind.CONSTANT, ShapeKind.ASSUMED})
_TRIVIAL = _CONSTANTS | {ShapeKind.COLUMN}

Columns = tuple[tuple[str | None, Shape], ...]


@dataclass(frozen=True, slots=True)
class Mixed:
    """Two calls, of which Daft takes the result of `first` for that of `second` as well.

    `step` is where they are in one expression, which Daft makes of several steps when it is
    `put_together`. With `assumed`, that is so if values that aren't known hold no expressions.
    """

    first: UdfCall
    second: UdfCall
    step: Operator
    put_together: bool
    assumed: bool


def mixed_calls(written: Plan, runs: Plan, needed: Needed) -> Iterator[Mixed]:
    """The calls that Daft mixes up in a plan that `runs`, which was `written`.

    `needed` are the columns that somebody needs of it. Those of a plan that flows into several
    steps are told once.
    """
    yield from _mixed_calls(written, runs, needed, set())


def _mixed_calls(
    written: Plan, runs: Plan, needed: Needed, visited: set[tuple[int, int]]
) -> Iterator[Mixed]:
    """`visited` are the branches that were gone through by now."""
    order = {id(step.shapes): place for place, step in enumerate(written.operators)}
    steps = runs.operators
    wanted: list[Needed] | None = None
    # What ran for an earlier barrier is a plan of its own.
    place = finished_steps(runs)
    while place < len(steps):
        for before, branch in _branches(written, steps[place]):
            if (id(before), id(branch)) not in visited:
                visited.add((id(before), id(branch)))
                yield from _mixed_calls(before, branch, EVERYTHING, visited)
        end = _end_of_run(written, order, steps, place)
        if steps[place].kind is OperatorKind.FILTER and end > place:
            if place == 0 or _stay_together(steps[place:end], steps[place - 1]):
                yield from _in_filters(order, steps[place:end], at_source=place == 0)
        elif end > place and _has_several_calls(steps[place:end]):
            wanted = needed_after_each(steps, needed) if wanted is None else wanted
            yield from _in_projections(steps[place:end], wanted[place:end])
        place = max(end, place + 1)


def _has_several_calls(steps: Sequence[Operator]) -> bool:
    shapes = (part for step in steps for _, shape in step.shapes for part in shape.every)
    return sum(part.call is not None for part in shapes) > 1


def _branches(written: Plan, step: Operator) -> Iterator[tuple[Plan, Plan]]:
    for operator in written.operators:
        if operator.span == step.span and operator.number == step.number:
            yield from zip(operator.inputs, step.inputs, strict=False)
            return


def _end_of_run(written: Plan, order: dict[int, int], steps: Sequence[Operator], place: int) -> int:
    """Where steps end that Daft may make one of: filters, or projections."""
    end = place
    while end < len(steps) and steps[end].kind is steps[place].kind and _is_plain(steps[end]):
        if end > place and steps[end].kind is OperatorKind.PROJECT:
            first, last = (order.get(id(step.shapes)) for step in steps[end - 1 : end + 1])
            if first is None or last is None or _has_limit(written.operators[first:last]):
                break
        end += 1
    return end


def _is_plain(step: Operator) -> bool:
    """Whether all of a step is known that matters here."""
    if step.maybe or step.may_explode or not step.shapes:
        return False
    return step.kind is OperatorKind.FILTER or (
        step.kind is OperatorKind.PROJECT and step.writes is not None
    )


def _has_limit(steps: Sequence[Operator]) -> bool:
    """Limits move only after projections have been put together."""
    return any(step.kind is OperatorKind.LIMIT for step in steps)


def _stay_together(conditions: Sequence[Operator], above: Operator) -> bool:
    """Whether Daft moves all of the conditions past the step above, or none.

    It moves one past a projection that computes none of the columns that it reads.
    """
    if len(conditions) == 1:
        return True
    if above.maybe or above.kind is not OperatorKind.PROJECT:
        return above.kind in _STOPPING and not above.maybe
    if above.method in _RENAMING:
        return True
    computed = {name for name, shape in above.shapes if shape.unnamed.kind is not ShapeKind.COLUMN}
    moved = {None if step.reads is None else not step.reads & computed for step in conditions}
    return bool(above.shapes) and len(moved) == 1 and None not in moved


def _in_filters(
    order: dict[int, int], steps: Sequence[Operator], *, at_source: bool
) -> Iterator[Mixed]:
    """Of filters that meet, the conditions of the one that was written last come first.

    A source may take over the conditions right behind it that hold no UDF.
    """
    places = [order.get(id(step.shapes)) for step in steps]
    if None in places:
        return
    filters: dict[int, list[Operator]] = {}
    for _, step in sorted(zip(places, steps, strict=True), key=lambda pair: pair[0] or 0):
        filters.setdefault(_filter_of(step), []).append(step)
    ordered = [step for conditions in reversed(filters.values()) for step in conditions]
    conditions = [step.shapes[0][1] for step in ordered]
    found = _pairs([_joined(conditions)])
    with_calls = [condition for condition in conditions if condition.has_calls]
    if at_source and len(with_calls) not in {0, len(conditions)}:
        also = _pairs([_joined(with_calls)])
        found = [pair for pair in found if _is_among(pair, also)]
    for first, second in found:
        holders = [step for step in ordered if _holds(step, (first, second))]
        assumed = any(_is_assumed(step.shapes[0][1]) for step in holders)
        several = len({_filter_of(step) for step in holders}) > 1
        yield Mixed(first, second, holders[0], several, assumed)


def _filter_of(condition: Operator) -> int:
    """The same for all conditions of one filter, which hang in the chain by one link."""
    return condition.number if condition.link is None else id(condition.link)


def _joined(conditions: Sequence[Shape]) -> Shape:
    whole = conditions[0]
    for condition in conditions[1:]:
        whole = node("BitAnd", whole, condition)
    return whole


def _holds(step: Operator, calls: Sequence[UdfCall]) -> bool:
    shapes = (part for _, shape in step.shapes for part in shape.every)
    return any(part.call is call for part in shapes if part.call for call in calls)


def _in_projections(steps: Sequence[Operator], needed: Sequence[Needed]) -> Iterator[Mixed]:
    """Each projection is put into the one after it, as long as its columns are read but once."""
    projection: _Projection | None = None
    for step, wanted in zip(reversed(steps), reversed(needed), strict=True):
        whole = None if projection is None else projection.with_put_in(step)
        if whole is None:
            yield from () if projection is None else projection.mixed
            whole = _Projection.of(step, wanted)
        projection = whole
    yield from () if projection is None else projection.mixed


@dataclass(frozen=True, slots=True)
class _Projection:
    """What Daft makes of `steps`, the last of them first.

    `rest` are the columns that somebody needs and that go through it as they are.
    """

    steps: tuple[Operator, ...]
    columns: Columns
    rest: Needed

    @classmethod
    def of(cls, step: Operator, needed: Needed) -> _Projection:
        """A projection, without the columns that nobody needs."""
        columns = tuple(shape for shape in step.shapes if shape[0] is None or needed.has(shape[0]))
        return cls((step,), columns, _through(step, needed))

    def with_put_in(self, step: Operator) -> _Projection | None:
        """The same with the projection right before it, None if Daft may keep that apart.

        None too where it has so many columns that to look on would take too long.
        """
        if len(self.columns) > _MOST_COLUMNS:
            return None
        if _is_repeated(self.columns) or any(_is_unclear(shape) for _, shape in self.columns):
            return None
        read = Counter(
            part.label
            for _, shape in self.columns
            for part in shape.every
            if part.kind is ShapeKind.COLUMN
        )
        made = {name: shape for name, shape in step.shapes if name is not None}
        kept = {name for name in made if self.rest.has(name)}
        for name, shape in made.items():
            computes = shape.unnamed.kind is not ShapeKind.COLUMN
            if computes and read[name] + (name in kept) > 1:
                return None
        columns = tuple((name, _with_columns(shape, made)) for name, shape in self.columns)
        passed = tuple(shape for shape in step.shapes if shape[0] in kept)
        return _Projection((*self.steps, step), columns + passed, _through(step, self.rest))

    @property
    def mixed(self) -> Iterator[Mixed]:
        """The calls that are mixed up in it."""
        shapes = [shape for _, shape in self.columns]
        for place, shape in enumerate(shapes):
            for first, second in _pairs([shape, *shapes[:place], *shapes[place + 1 :]]):
                holders = [step for step in self.steps if _holds(step, (first, second))]
                several = not all(_holds(step, (first,)) for step in holders) or not all(
                    _holds(step, (second,)) for step in holders
                )
                yield Mixed(first, second, self.steps[0], several, _is_assumed(shape))


def _through(step: Operator, needed: Needed) -> Needed:
    """The columns that go through a projection and that it doesn't list."""
    if step.keeps is not None:
        return NOTHING
    return needed.without(frozenset(name for name, _ in step.shapes if name is not None))


def _is_repeated(columns: Columns) -> bool:
    """Whether something is computed twice: Daft makes a projection of its own for that."""
    seen: set[Shape] = set()
    for _, shape in columns:
        for part in shape.every:
            if part.kind in _TRIVIAL or part.kind is ShapeKind.NAMED:
                continue
            if part in seen:
                return True
            seen.add(part)
    return False


def _with_columns(shape: Shape, made: dict[str, Shape]) -> Shape:
    """An expression with what its columns are made of in their place."""
    if shape.kind is ShapeKind.COLUMN and shape.label is not None:
        return made.get(shape.label, shape)
    if not shape.parts:
        return shape
    parts = tuple(_with_columns(part, made) for part in shape.parts)
    return built(shape.kind, parts, shape.label, shape.call)


def _is_assumed(shape: Shape) -> bool:
    return any(part.kind is ShapeKind.ASSUMED for part in shape.every)


def _is_unclear(shape: Shape) -> bool:
    return any(part.kind is ShapeKind.UNCLEAR for part in shape.every)


Pair = tuple[UdfCall, UdfCall]


def _is_among(pair: Pair, pairs: Sequence[Pair]) -> bool:
    return any(pair[0] is call and pair[1] is other for call, other in pairs)


def _pairs(expressions: Sequence[Shape]) -> list[Pair]:
    """The calls that are mixed up in the first of the expressions of a projection.

    Calls that are made twice are columns of their own. Whether two that are written alike are the
    same for Daft depends on its version; what is found holds for both.
    """
    calls = [part for shape in expressions for part in shape.every if part.call is not None]
    same = Counter(id(part.call) for part in calls)
    alike = Counter(part.call.work for part in calls if part.call is not None)
    once = [part.call for part in calls if same[id(part.call)] == 1 and part.call is not None]
    surely = {id(call) for call in once}
    unlike = {id(call) for call in once if call.work is None or alike[call.work] == 1}
    found = _found(expressions[0], surely)
    if surely == unlike:
        return found
    also = _found(expressions[0], unlike)
    return [pair for pair in found if _is_among(pair, also)]


def _found(expression: Shape, split: set[int]) -> list[Pair]:
    """The calls that are mixed up, of those that are `split` from an expression."""
    root = expression.unnamed
    if root.kind is ShapeKind.CALL:
        return [pair for part in root.parts for pair in _found(part, split)]
    inner = list(_inside(root))
    if any(_hides(part) for part in inner):
        return []
    fading = [part for part in inner if part.kind is ShapeKind.FADING and _covers_call(part)]
    if len(fading) > _MOST_FADING:
        return []
    found: list[Pair] | None = None
    for choice in product((False, True), repeat=len(fading)):
        gone = {id(part) for part, is_gone in zip(fading, choice, strict=True) if is_gone}
        here = _taken(root, gone, split)
        found = here if found is None else [pair for pair in found if _is_among(pair, here)]
    pairs = found or []
    replaced = {id(second) for _, second in pairs}
    for part in inner:
        if part.kind is ShapeKind.CALL and id(part.call) not in replaced:
            pairs += _found(part, split)
    return pairs


def _inside(shape: Shape) -> Iterator[Shape]:
    """An expression's parts, down to the calls but not into them."""
    yield shape
    if shape.kind is not ShapeKind.CALL:
        for part in shape.parts:
            yield from _inside(part)


def _hides(part: Shape) -> bool:
    """Whether it can't be told how Daft splits what holds such a part."""
    return part.kind is ShapeKind.UNCLEAR or (part.kind is ShapeKind.LOOSE and part.has_calls)


def _content(shape: Shape) -> Shape | None:
    """What is left when Daft leaves out an operator."""
    parts = [part for part in shape.parts if part.kind not in _CONSTANTS]
    return parts[0] if len(parts) == 1 else None


def _covers_call(shape: Shape) -> bool:
    """Whether a call moves up when an operator is left out."""
    inner: Shape | None = shape
    while inner is not None and inner.kind is ShapeKind.FADING:
        inner = _content(inner)
    return inner is not None and inner.kind is ShapeKind.CALL


def _taken(root: Shape, gone: set[int], split: set[int]) -> list[Pair]:
    """Which calls take the place of which others, without the operators that are `gone`."""
    columns: dict[int, UdfCall] = {}
    pairs: list[Pair] = []
    waiting = [_left(root, gone)]
    while waiting:
        shape = waiting.pop()
        parts = [_left(part, gone) for part in shape.parts]
        calls = [part.call for part in parts if part.call is not None]
        for place, call in enumerate(call for call in calls if id(call) in split):
            first = columns.setdefault(place, call)
            if first is not call and _differ(first, call):
                pairs.append((first, call))
        waiting += [part for part in reversed(parts) if part.kind is not ShapeKind.CALL]
    return pairs


def _left(shape: Shape, gone: set[int]) -> Shape:
    while id(shape) in gone:
        content = _content(shape)
        if content is None:
            return shape
        shape = content
    return shape


def _differ(call: UdfCall, other: UdfCall) -> bool:
    """Whether two calls surely aren't the same work."""
    if (call.udf.name, call.udf.span) != (other.udf.name, other.udf.span):
        return True
    if call.reads is not None and other.reads is not None and call.reads != other.reads:
        return True
    known = call.work is not None and other.work is not None and call.work != other.work
    return known and not any("#" in (work or "") for work in (call.work, other.work))
