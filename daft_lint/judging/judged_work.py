"""The judgement of each piece of work, and of open work the fact that would decide it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

from daft_lint.findings import Claim, Finding
from daft_lint.judgement import ABOUT_WORK, Judgement, Status, Threshold
from daft_lint.judging.missing_facts import (
    NO_RUNNER,
    TELL_DOUBTS,
    TELL_GPUS,
    TELL_RUNNER,
    answer_to,
    asked_elsewhere,
    each_source,
    is_beside_its_source,
    live_commands,
    measures_of,
    missing_elsewhere,
    missing_facts,
    narrowing_facts,
    open_filters,
    optional_limit,
    places_missing,
    unknown_factors,
    with_or_without,
)
from daft_lint.judging.pools import (
    SAMPLE_ROWS,
    assumptions,
    best_advice,
    counted,
    is_doubted_source,
    is_toy,
    rests_on,
    takes_few,
    units,
)
from daft_lint.judging.work_conditions import joined, thresholds_of
from daft_lint.plan.cluster import Runner, RunnerKind
from daft_lint.plan.pipeline import UNKNOWN_STEPS, Operator, OperatorKind, Udf, UdfCall, UdfKind
from daft_lint.plan.quantity import Quantity, exactly
from daft_lint.plan.span import Span
from daft_lint.plan.unit import Unit
from daft_lint.records import replace
from daft_lint.rule import WARNING_LOSS, Case
from daft_lint.scheduling.optimiser.judged_runner import judged_runner
from daft_lint.scheduling.optimiser.judged_runner import natively as on_native_runner
from daft_lint.scheduling.optimiser.key_calls import lost_in_keys, place_of_keys
from daft_lint.scheduling.optimiser.native import ONE_WORKER
from daft_lint.scheduling.optimiser.optimiser_rules import REPARTITIONS
from daft_lint.scheduling.partitions.effects import DISTINCT_KEYS
from daft_lint.scheduling.prediction.conditions import Comparison, Factor, Property
from daft_lint.scheduling.prediction.predict import WorkPrediction, on_workers, predict
from daft_lint.scheduling.prediction.surroundings import takes_own_rows
from daft_lint.scheduling.tuning.overheads import needed_row_seconds
from daft_lint.words import duration, percent

# Less is lost than what makes a finding a warning.
_WELL_ENOUGH = 1 - WARNING_LOSS
_HALF = 0.5
_MANY_ROWS = 1_000_000
_LOOK_FOR_BETTER = "; run daft-lint plan to look for better numbers"
_TRY_IT = "; daft-lint verify --all-work tries it on a small cluster"
_LIVE_ELSEWHERE = "daft-lint live SCRIPT, with a script of yours that gets there"
_OF_ROWS = frozenset({Factor.ROWS, Factor.PARTITIONS, Factor.KEPT})
_MOST_WAYS = 3
"""Work that more pipelines do, each with rows of its own, is asked about at its own line."""
_MAY_BE_WORSE = (Status.GOOD, Status.GOOD_NATIVELY, Status.POSSIBLE)
_BY_WORSE = {
    status: place for place, status in enumerate((*_MAY_BE_WORSE, Status.OPEN, Status.BAD))
}

_Way = tuple[Case, Judgement, WorkPrediction]
"""A pipeline that does some work, how that was judged, and the work."""


def judgements(
    cases: Iterable[Case], path: str, findings: Iterable[tuple[Finding, bool]]
) -> tuple[Judgement, ...]:
    """How the work in the file at `path` was judged, by place; the worst of several pipelines.

    Beside each finding stands whether it is hidden, since it is less sure than what is asked for.
    What tests do is right or wrong, not fast or slow, so it is no work to judge.
    """
    by_pipeline: dict[int, list[tuple[Finding, bool]]] = {}
    for finding, is_hidden in findings:
        by_pipeline.setdefault(id(finding.pipeline), []).append((finding, is_hidden))
    found: dict[tuple[Span, str], Judgement] = {}
    # Open work, as each pipeline has it.
    opened: dict[tuple[Span, str], list[_Way]] = {}
    openings = _Openings()
    for case in cases:
        if case.pipeline.doubtful:
            continue
        own = by_pipeline.get(id(case.pipeline), [])
        for way, work in _all_work(case):
            span = work.call.span
            # A share of a few rows may be less than one: that is a toy, not nothing.
            none = work.tasks.high < 1 and work.source.rows.high < 1
            if span.path != path or none or case.in_test(span):
                continue
            key = span, work.call.udf.name
            known = found.get(key)
            about = [pair for pair in own if _is_about(pair[0], work, case)]
            bad = [finding for finding, is_hidden in about if not is_hidden]
            if bad:
                worst = max(bad, key=lambda finding: (finding.severity, finding.confidence))
                found[key] = Judgement(*key, Status.BAD, worst.message, code=worst.code)
                opened.pop(key, None)
            elif known is None or known.status in _MAY_BE_WORSE or key in opened:
                judged = _good_or_open(way, work, [finding for finding, _ in about], openings)
                if judged.status is Status.OPEN:
                    opened.setdefault(key, []).append((case, judged, work))
                if known is None or _BY_WORSE[judged.status] > _BY_WORSE[known.status]:
                    found[key] = judged
        found.update(_unknown_steps(case, path))
        found.update(_in_keys(case, path, own))
    found.update((key, _of_all(ways, openings)) for key, ways in opened.items())
    return tuple(sorted(found.values(), key=lambda judgement: (judgement.span, judgement.work)))


def _all_work(case: Case) -> Iterator[tuple[Case, WorkPrediction]]:
    """The work of a case, and what it does with groups, each with the case that predicts it."""
    yield from ((case, work) for work in (*case.prediction.work, *case.work_natively_alone))
    plan = case.pipeline.plan
    spans = {call.span for step in plan.operators for call in step.group_calls}
    if not spans:
        return
    steps = tuple(each for step in plan.operators for each in _groups_apart(step))
    pipeline = replace(case.pipeline, plan=replace(plan, operators=steps))
    apart = Case(pipeline, case.daft_version, project=case.project)
    yield from ((apart, work) for work in apart.prediction.work if work.call.span in spans)


def _groups_apart(step: Operator) -> tuple[Operator, ...]:
    """A step, and what it calls with groups as steps of their own, without a pool.

    Each task calls a UDF of batches once for each of its groups behind the shuffle, and aggregates
    its part of a group in front of it (measured on Daft 0.7.26, natively and on Ray).
    """
    if not step.group_calls:
        return (step,)
    first = [call for call in step.group_calls if call.udf.kind is UdfKind.AGGREGATE]
    last = [call for call in step.group_calls if call not in first]
    return (*_plain_calls(step, first, None), step, *_plain_calls(step, last, exactly(1)))


def _plain_calls(
    step: Operator, calls: Iterable[UdfCall], batch_size: Quantity | None
) -> Iterator[Operator]:
    """Calls of a step as a step without their pools, with so many rows or groups at a time."""
    plain = tuple(replace(call, udf=_without_pool(call.udf, batch_size)) for call in calls)
    if plain:
        kind = OperatorKind.PROJECT
        yield Operator(kind, step.method, step.span, reads=None, writes=None, calls=plain)


def _without_pool(udf: Udf, batch_size: Quantity | None) -> Udf:
    plain = replace(udf, concurrency=None, batch_size=batch_size, fills_gpus=False)
    return replace(plain, cpus=None, gpus=None)


def _unknown_steps(case: Case, path: str) -> Iterator[tuple[tuple[Span, str], Judgement]]:
    """Steps that are unknown: what they do is work too, and it is open."""
    for step in case.pipeline.plan.operators:
        is_here = step.span.path == path and not case.in_test(step.span)
        if step.method == UNKNOWN_STEPS and is_here:
            key = step.span, step.method
            missing = "which steps the loop adds: only a run shows them"
            measures = tuple(live_commands(case)) or (_LIVE_ELSEWHERE,)
            yield key, Judgement(*key, Status.OPEN, missing=(missing,), measures=measures)


def _in_keys(
    case: Case, path: str, own: Sequence[tuple[Finding, bool]]
) -> Iterator[tuple[tuple[Span, str], Judgement]]:
    """UDFs in keys: they are work too, without predicted actors and tasks."""
    for step in case.prediction.optimised.plan.operators:
        for call in step.key_calls:
            if call.span.path != path or case.in_test(call.span):
                continue
            lost = lost_in_keys(step, call)
            place = " ".join(place_of_keys(step, call))
            # A rank needs the order twice, a number of a row once.
            times = "once or twice a row" if call.in_window == "order" else "once a row"
            result = f"in {place} it runs {lost or times}"
            status = Status.BAD if lost else Status.GOOD
            about = [pair for pair in own if pair[0].call == call]
            code = next((finding.code for finding, _ in about), None)
            if about and all(is_hidden for _, is_hidden in about):
                status = Status.POSSIBLE
            key = call.span, call.udf.name
            yield key, Judgement(*key, status, result, code=code)


def _of_all(ways: Sequence[_Way], openings: _Openings) -> Judgement:
    """The judgement of work that several pipelines do: it lacks all that any of them lacks.

    What is asked about the work itself stands for what is asked about the ways to it.
    """
    if len({judged.missing for _, judged, _ in ways}) > _MOST_WAYS:
        ways = [_asked_here(way, openings) for way in ways]
    ways = [way for way in ways if _asks_here(way[2])] or ways
    (_, first, _), *_ = ways
    told: dict[str, tuple[Threshold, ...]] = {}
    for case, judged, _ in ways:
        if judged.thresholds not in told.values():
            told.setdefault(_place(case), judged.thresholds)
    thresholds = first.thresholds
    if len(told) > 1:
        # Conditions of two are enough to read.
        thresholds = tuple(
            replace(threshold, given=joined(place, threshold.given))
            for place, own in [*told.items()][:2]
            for threshold in own
        )
    return replace(
        first,
        missing=_each_once(judged.missing for _, judged, _ in ways),
        thresholds=thresholds,
        answers=_each_once(judged.answers for _, judged, _ in ways),
        measures=_each_once(judged.measures for _, judged, _ in ways),
    )


def _asked_here(way: _Way, openings: _Openings) -> _Way:
    """A way to work, asked about at the work itself where a hint there can tell its rows."""
    case, _, work = way
    if not (case.runs_on_ray_if_anything and takes_own_rows(work.operator)):
        return way
    around = replace(work.around, unforeseen=work.operator, unforeseen_elsewhere=())
    here = replace(work, around=around)
    return case, openings.of(case, here), here


def _asks_here(work: WorkPrediction) -> bool:
    return takes_own_rows(work.operator) and work.around.unforeseen == work.operator


def _each_once(texts: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(text for several in texts for text in several))


def _place(case: Case) -> str:
    """Which pipeline it is: `for collect on line 40`."""
    action, source = case.pipeline.action, case.pipeline.plan.source
    if action is not None:
        return f"for `{action.method}` on {action.span.shown_line}"
    return f"for {source.name} on {source.span.shown_line}"


def judgement_of(case: Case, work: WorkPrediction) -> Judgement:
    """How one piece of work is judged by its numbers alone, whatever rules say of it.

    `work` is of the runner that the case is judged for.
    """
    return _good_or_open(case, case.prediction.work_of(work.call) or work, (), _Openings())


def _good_or_open(
    case: Case, work: WorkPrediction, hidden: Sequence[Finding], openings: _Openings
) -> Judgement:
    """The judgement for the runner that would run it; open where code chooses between runners."""
    if case.runs_on_ray_if_anything or not case.may_run_on_ray:
        judged = _on_its_runner(case, work, hidden, openings)
        if judged.status is Status.OPEN and _is_ray_in_a_branch(case):
            return openings.of(case, work, _on_native(case, work))
        return judged
    natively, here = _on_native(case, work), on_native_runner(case.runner)
    if case.runner.among:
        return openings.of(case, work, natively)
    hidden = [finding for finding in hidden if not finding.on_ray]
    judged = _on_its_runner(case.as_native(), natively, hidden, openings)
    if judged.status is Status.GOOD:
        return replace(judged, status=Status.GOOD_NATIVELY, result=f"{here}: {judged.result}")
    return replace(judged, thresholds=_given(here, judged.thresholds))


def _is_ray_in_a_branch(case: Case) -> bool:
    """Whether code chooses Ray in some runs alone, and nothing else is a sign of it."""
    runner = case.runner
    guessed = runner.taken or runner.another_job or runner.may_be_late or runner.if_unset
    if runner.kind is not RunnerKind.RAY or runner.certain or guessed:
        return False
    unsaid = replace(case.pipeline, runner=Runner(RunnerKind.UNKNOWN, certain=False))
    return judged_runner(unsaid).kind is RunnerKind.NATIVE


def _on_its_runner(
    case: Case, work: WorkPrediction, hidden: Sequence[Finding], openings: _Openings
) -> Judgement:
    few = "toy data" if is_toy(work) else "a sample" if takes_few(work) else ""
    if hidden and not (few and all(finding.claim is Claim.LOSS for finding in hidden)):
        return _possible(case, work, hidden)
    if few:
        rows = counted(work.partitioning.rows, "row")
        return _good(work, f"{few}: {rows}, so there is nothing to share out", shared=False)
    crowded = _crowded(case, work)
    if crowded:
        return Judgement(work.call.span, work.call.udf.name, Status.BAD, crowded)
    if _is_fine(work):
        return _good(work, _in_use(work))
    if _is_lost(work):
        if _is_the_best(case, work):
            return _good(work, f"{_in_use(work)}, and no better numbers are known")
        # No rule says so, or the one that would is off.
        result = f"{_bounds(work)}{_LOOK_FOR_BETTER}"
        return Judgement(work.call.span, work.call.udf.name, Status.BAD, result)
    return _by_source(case, work, openings) or openings.of(case, work)


def _by_source(case: Case, work: WorkPrediction, openings: _Openings) -> Judgement | None:
    """The judgement for the worst of the sources that a run may read, where each is known.

    A few rows in the code stand in for data that other runs read: they count for nothing there.
    """
    # Of an empty source there is no work to judge.
    ways = [way for way in case.pipeline.plan.source.either if way.rows.high > 0]
    if not all(way.in_memory for way in ways):
        ways = [way for way in ways if not (way.in_memory and way.rows.high < SAMPLE_ROWS)]
    if not ways or not all(way.rows.known and way.partitions.known for way in ways):
        return None
    found = []
    for way in ways:
        plan = replace(case.pipeline.plan, source=way)
        of_way = Case(replace(case.pipeline, plan=plan), case.daft_version, project=case.project)
        judged = _on_its_runner(of_way, of_way.prediction.work_of(work.call) or work, (), openings)
        place = f"from `{way.name}` on {way.span.line_from(work.call.span)}"
        found.append(replace(judged, result=f"{place}: {judged.result}"))
    return max(found, key=lambda judged: _BY_WORSE[judged.status])


def _possible(case: Case, work: WorkPrediction, hidden: Sequence[Finding]) -> Judgement:
    """What is found there and not shown, since it rests on what isn't sure."""
    unsure = "; ".join(dict.fromkeys(text for finding in hidden for text in finding.assumptions))
    result = f"{hidden[0].code}: {hidden[0].message}{f' (assuming {unsure})' if unsure else ''}"
    answers = tuple(dict.fromkeys((*_answers_to_doubt(case, work), TELL_DOUBTS)))
    span, name, code = work.call.span, work.call.udf.name, hidden[0].code
    return Judgement(span, name, Status.POSSIBLE, result, answers=answers, code=code)


def _given(circumstance: str, thresholds: Iterable[Threshold]) -> tuple[Threshold, ...]:
    """The thresholds, which hold in a circumstance."""
    return tuple(
        replace(threshold, given=joined(circumstance, threshold.given)) for threshold in thresholds
    )


def _good(work: WorkPrediction, result: str, *, shared: bool = True) -> Judgement:
    needed, values = needed_row_seconds(work), _many_values(work) if shared else ()
    given = () if needed is None else (f"a row takes {duration(needed)} or more",)
    if given or values:
        result = f"{result}, if {' and '.join((*given, *values))}"
    return Judgement(
        work.call.span,
        work.call.udf.name,
        Status.GOOD,
        result,
        needed_row_seconds=needed,
        needed_values=values,
    )


def _many_values(work: WorkPrediction) -> tuple[str, ...]:
    """What is taken of the keys that work is shared out by: `` `user` has many values ``."""
    origins = {origin for quantity in rests_on(work) for origin in quantity.origins}
    if DISTINCT_KEYS not in origins:
        return ()
    steps = (step for step in work.around.upstream if step.kind is OperatorKind.HASH_REPARTITION)
    keys = sorted(next((step.reads for step in steps if step.reads), ()))
    return (f"`{keys[0]}` has many values" if len(keys) == 1 else "the keys have many values",)


def _is_about(finding: Finding, work: WorkPrediction, case: Case) -> bool:
    """Whether a finding is about some work: its own, or that of others that get the same tasks."""
    call = work.call
    if finding.call is None:
        return finding.code.startswith(ABOUT_WORK) and finding.span in (call.span, call.udf.span)
    if (finding.call.span, finding.call.udf.name) == (call.span, call.udf.name):
        return True
    if call.span not in finding.spans:
        return False
    of_finding = (
        prediction for prediction in case.prediction.work if prediction.call == finding.call
    )
    return any(prediction.tasks_key == work.tasks_key for prediction in of_finding)


def _on_native(case: Case, work: WorkPrediction) -> WorkPrediction:
    """The same work on the native runner, which is one worker."""
    if work.unit is Unit.WORKER:
        return on_workers(work, ONE_WORKER.workers or exactly(1))
    return case.on_native.work_of(work.call) or work


def _is_fine(work: WorkPrediction) -> bool:
    """Whether none idle and little time is lost; one alone has none to share with."""
    if work.actors.high <= 1:
        return True
    return work.idle.high < 1 and work.utilisation.low >= _WELL_ENOUGH


def _is_lost(work: WorkPrediction) -> bool:
    return work.idle.low >= 1 or work.utilisation.high < _WELL_ENOUGH


def _is_the_best(case: Case, work: WorkPrediction) -> bool:
    """Whether none idle, less than half is lost, and no other numbers would change that."""
    shared = work.idle.high < 1 and work.utilisation.low >= _HALF
    return shared and best_advice(case, work) is None


def _crowded(case: Case, work: WorkPrediction) -> str:
    """What is lost by processes of the native runner that share fewer CPUs; empty if none is.

    As many calls run at once as the machine has CPUs. Measured on Daft 0.7.26 and two CPUs, 30
    calls of 0.1 s: 2.7 s in 2 processes, 5.2 s in 4 and 6.5 s in 6, never more than 2 at once.
    """
    cpus = case.pipeline.cluster.cpus_per_worker
    if work.unit is not Unit.PROCESS or cpus is None or cpus.high >= work.actors.low:
        return ""
    share = percent(cpus.high / work.actors.low)
    return (
        f"{_all(work)} share {counted(cpus, 'CPU')}, and a call needs one: each works at most "
        f"{share} of the time, and fewer processes start sooner"
    )


def _in_use(work: WorkPrediction) -> str:
    """`all 8 actors work at least 92% of the time`."""
    if work.actors.known and work.actors.low == 1:
        return f"only 1 {work.unit.value}, so none idles"
    least = "" if work.utilisation.known else "at least "
    # On one machine, more processes than CPUs wait for these.
    given = "with a CPU for each" if work.unit is Unit.PROCESS else ""
    used = f"{_all(work)} work {least}{percent(work.utilisation.low)} of the time"
    return joined(used, given, _until_limited(work))


def _until_limited(work: WorkPrediction) -> str:
    """``until `show` on line 9 has its rows``, where a later limit stops the work."""
    limits = [step for step in work.around.narrowing if step.kind is OperatorKind.LIMIT]
    places = [f"`{step.method}` on {step.span.line_from(work.call.span)}" for step in limits]
    return f"until {places[-1]} has its rows" if places else ""


def _as_stopped(work: WorkPrediction, thresholds: tuple[Threshold, ...]) -> tuple[Threshold, ...]:
    """The thresholds of work that an action such as `show` stops once it has its rows.

    Where that may be before all tasks have started, none says that all is well.
    """
    # Steps that Daft adds have no number.
    limits = [step for step in work.around.narrowing if step.kind is OperatorKind.LIMIT]
    if all(step.number for step in limits):
        return thresholds
    if work.unit is Unit.WORKER and work.dispatch.all_start:
        return _given(_until_limited(work), thresholds)
    return tuple(each for each in thresholds if each.holds == Property.ACTORS_IDLE.value)


def _all(work: WorkPrediction) -> str:
    if work.actors.known and work.actors.low == 2:
        return f"both {work.unit.plural}"
    return f"all {units(work.actors, work.unit)}"


class _Openings:
    """Judgements of open work; conditions of work that the same tasks do are worked out once."""

    def __init__(self) -> None:
        self._known: dict[object, tuple[Threshold, ...]] = {}

    def of(
        self, case: Case, work: WorkPrediction, natively: WorkPrediction | None = None
    ) -> Judgement:
        """What is open about some work, and what would decide it.

        `natively` is the same work on the native runner, where that may run it too.
        """
        if natively is not None and _is_fine(work) and _is_fine(natively):
            return _good(work, _in_use(work))
        thresholds = self._thresholds(case, work)
        if natively is None:
            good = _with_rows_enough(case, work, thresholds)
            if good:
                return _good(work, good)
        else:
            thresholds = _given("on Ray", thresholds)
            if not _is_fine(natively):
                thresholds = (*self._thresholds(case, natively), *thresholds)
        alone = not (case.may_run_on_ray or natively)
        unknown = unknown_factors(work, natively=alone)
        deciding = (Factor(threshold.factor) for threshold in thresholds)
        factors = tuple(dict.fromkeys((*deciding, *unknown)))
        if not work.takes_batch_size:
            factors = tuple(each for each in factors if each is not Factor.BATCH_SIZE)
        step = work.around.unforeseen
        source = work.source
        told = bool(work.around.narrowing) and source.rows.known and source.partitions.known
        if told if step is None else step.is_told or _is_cut_as_told(step):
            factors = tuple(each for each in factors if each not in _OF_ROWS)
        asked = work
        plan = case.prediction.optimised.plan
        cut, filters = open_filters(plan, work)
        if filters:
            # What is in front of a filter, and what it keeps, is what people know.
            asked = work.asked_at(cut)
            is_told = {Factor.ROWS: source.rows.known, Factor.PARTITIONS: source.partitions.known}
            if cut is not None:
                is_told = dict.fromkeys(is_told, cut.has_row_hint)
            still = (each for each in factors if not is_told.get(each))
            factors = tuple(dict.fromkeys((*still, Factor.KEPT)))
        elif is_beside_its_source(work):
            asked = work.asked_at(None)
        behind = [work.asked_at(each) for each in filters] or [work]
        of = [
            (factor, each)
            for factor in factors
            for each in (behind if factor is Factor.KEPT else each_source(factor, asked))
        ]
        of += narrowing_facts(work)
        missing, answers = missing_facts(of), [answer_to(*each) for each in of]
        limit, others = optional_limit(plan, asked), [*asked_elsewhere(work)]
        if limit is not None and asked.around.unforeseen is None:
            others.append((Factor.ROWS, limit))
        elif limit is not None and missing:
            missing[0] += with_or_without(limit)
        elsewhere = [each for each in others if answer_to(*each) not in answers]
        if elsewhere and missing:
            missing += missing_elsewhere(elsewhere, without=step)
            answers += [answer_to(*each) for each in elsewhere]
        if natively is not None:
            missing.insert(0, NO_RUNNER)
            answers.insert(0, TELL_RUNNER)
        elif work.anywhere:
            where, places = places_missing(work)
            missing.insert(0, where)
            answers.insert(0, places)
        if not alone and assumptions(case, work):
            missing.append("how many GPUs a worker has")
            answers.append(TELL_GPUS)
        if not missing:
            return _undecided(case, work)
        return Judgement(
            work.call.span,
            work.call.udf.name,
            Status.OPEN,
            _known_so_far(case, work, natively, thresholds),
            tuple(dict.fromkeys(missing)),
            thresholds,
            tuple(dict.fromkeys(filter(None, answers))),
            tuple(measures_of(factors, asked, case)),
        )

    def _thresholds(self, case: Case, work: WorkPrediction) -> tuple[Threshold, ...]:
        # Of work without a pool nothing counts but the tasks and the workers.
        same = (work.load, work.source.span) if work.unit is Unit.WORKER else work.call
        key = id(case.pipeline), work.unit, same
        if key not in self._known:
            is_long = case.pipeline.plan.is_long
            self._known[key] = () if is_long else tuple(thresholds_of(case, work))
        return _as_stopped(work, self._known[key])


def _is_cut_as_told(step: Operator) -> bool:
    """Whether a repartition makes so many partitions, of so many rows, as hints say."""
    known = step.count is not None and step.count.known and step.rows is not None
    return known and step.kind in REPARTITIONS


def _undecided(case: Case, work: WorkPrediction) -> Judgement:
    """The judgement where all numbers are known: chance decides, a later limit, or what runs do."""
    step, until = work.around.unforeseen, _until_limited(work)
    result = f"{_bounds(work)}, which is left to chance"
    if until:
        result = joined(until, _bounds(work))
    elif step is not None and any(
        each.maybe and each.span == step.span for each in case.prediction.optimised.plan.operators
    ):
        line = step.span.line_from(work.call.span)
        result = f"{_bounds(work)}, as only some runs take `{step.method}` on {line}"
    else:
        result += _TRY_IT if best_advice(case, work) is None else _LOOK_FOR_BETTER
    return Judgement(work.call.span, work.call.udf.name, Status.POSSIBLE, result)


def _with_rows_enough(
    case: Case, work: WorkPrediction, thresholds: Sequence[Threshold]
) -> str | None:
    """Why all is well unless there are next to no rows; None where that isn't so.

    So few rows aren't tuned for. What is lost otherwise is looked at for a million.
    """
    least = next((threshold.number for threshold in thresholds if _is_enough(threshold)), None)
    only_rows = all(
        threshold.factor == Factor.ROWS.value and not threshold.given for threshold in thresholds
    )
    if least is None or not only_rows or least > SAMPLE_ROWS * work.actors.high:
        return None
    plan = case.pipeline.plan
    counted = replace(plan, source=replace(plan.source, rows=exactly(_MANY_ROWS)))
    pipeline = replace(case.pipeline, plan=counted)
    many = predict(pipeline, pipeline.cluster, case.daft_version)
    same = [prediction for prediction in many.work if prediction.call == work.call]
    if not same or not all(map(_is_fine, same)):
        return None
    used = min(prediction.utilisation.low for prediction in same)
    shares = f"{percent(used)} of the time with {_MANY_ROWS:,} rows"
    return f"{_all(work)} work with {least:,} or more rows, {shares}"


def _is_enough(threshold: Threshold) -> bool:
    holds, comparison = Property.NO_ACTOR_IDLES.value, Comparison.FROM.value
    return threshold.holds == holds and threshold.comparison == comparison


def _answers_to_doubt(case: Case, work: WorkPrediction) -> Iterator[str]:
    """What makes a possible finding sure."""
    runner = case.pipeline.runner
    if not runner.certain:
        yield TELL_RUNNER
    elif assumptions(case, work):
        yield TELL_GPUS
    elif is_doubted_source(work):
        yield answer_to(Factor.ROWS, work)


def _known_so_far(
    case: Case,
    work: WorkPrediction,
    natively: WorkPrediction | None,
    thresholds: Sequence[Threshold],
) -> str:
    """What is known of open work: how it goes natively, or bounds."""
    if natively is not None and _is_fine(natively):
        return f"{on_native_runner(case.runner)}: {_in_use(natively)}"
    return "" if thresholds else _bounds(natively or work)


def _bounds(work: WorkPrediction) -> str:
    """`2 of 4 actors idle`, or `utilisation 40% to 100%` where none does."""
    if not math.isfinite(work.idle.high) and work.idle.low <= 0:
        return ""
    if work.idle.high >= 1:
        idle = work.idle.at_most(work.actors)
        return f"{idle} of {work.actors} {work.unit.plural} idle"
    used = work.utilisation
    return f"utilisation {percent(used.low, used.high)}"
