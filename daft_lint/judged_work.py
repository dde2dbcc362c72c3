"""Judges each piece of work: bad, good, or open with the fact that would decide it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from daft_lint.findings import Finding
from daft_lint.judgement import Judgement, Status, Threshold
from daft_lint.plan.cluster import Cluster
from daft_lint.plan.pipeline import Pipeline
from daft_lint.plan.quantity import Quantity, exactly
from daft_lint.plan.span import Span
from daft_lint.plan.unit import Unit
from daft_lint.pools import SAMPLE_ROWS, name_of, units
from daft_lint.rule import ON_NATIVE, Case
from daft_lint.scheduling.conditions import (
    Comparison,
    Condition,
    Factor,
    Property,
    conditions,
    conditions_of_tasks,
    sentence,
)
from daft_lint.scheduling.moves import REPARTITIONS
from daft_lint.scheduling.native import ONE_WORKER
from daft_lint.scheduling.prediction import (
    Prediction,
    WorkPrediction,
    on_workers,
    predict,
    with_actors,
)
from daft_lint.words import percent

WELL_ENOUGH = 0.75
"""No rule speaks of a loss that is surely smaller than a quarter of the time."""

_NO_RUNNER = "which runner it runs on"
_TELL_RUNNER = 'runner = "native" or "ray" in [tool.daft-lint]'
_TELL_PLACES = "[[tool.daft-lint.cluster.worker-groups]] with resources = ..."
_ON_NATIVE = "on the native runner, Daft's default"
_MANY_ROWS = 1_000_000
# Clusters as people have them; the largest that surely has an actor for each worker is shown.
_EXAMPLES = (8, 4, 2)
# A condition about one of these first: it is what people know.
_ORDER = (
    Factor.PARTITIONS,
    Factor.ROWS,
    Factor.WORKERS,
    Factor.CONCURRENCY,
    Factor.BATCH_SIZE,
    Factor.CPUS,
)


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
    openings = _Openings()
    for case in cases:
        if case.pipeline.doubtful:
            continue
        own = by_pipeline.get(id(case.pipeline), [])
        for work in case.prediction.work:
            span = work.call.span
            if span.path != path or work.tasks.high < 1 or case.in_test(span):
                continue
            key = span, name_of(work)
            known = found.get(key)
            about = [one for one in own if _is_about(one[0], work, case)]
            bad = [finding for finding, is_hidden in about if not is_hidden]
            if bad:
                worst = max(bad, key=lambda one: (one.severity, one.confidence))
                found[key] = Judgement(*key, Status.BAD, worst.message, code=worst.code)
            elif known is None or known.status is Status.GOOD:
                found[key] = _good_or_open(case, work, [one for one, _ in about], openings)
    return tuple(sorted(found.values(), key=lambda one: (one.span, one.work)))


def judgement_of(case: Case, work: WorkPrediction) -> Judgement:
    """How one piece of work is judged by its numbers alone, whatever rules say of it."""
    return _good_or_open(case, work, (), _Openings())


def _good_or_open(
    case: Case, work: WorkPrediction, hidden: Sequence[Finding], openings: _Openings
) -> Judgement:
    somewhere = case.runs_on_ray_if_anything or not case.may_run_on_ray
    natively = None if somewhere else _on_native(case, work)
    if not hidden and _is_fine(work) and (natively is None or _is_fine(natively)):
        return Judgement(work.call.span, name_of(work), Status.GOOD, _in_use(work))
    if somewhere and not hidden and _is_lost(work):
        # No rule says so, or the one that would is off.
        told = f"{_bounds(work)}; daft-lint plan looks for better numbers"
        return Judgement(work.call.span, name_of(work), Status.BAD, told)
    return openings.of(case, work, natively, hidden)


def _is_about(finding: Finding, work: WorkPrediction, case: Case) -> bool:
    """Whether a finding is about some work: its own, or that of others that get the same tasks."""
    call = work.call
    if finding.call is None:
        return finding.code.startswith("DFT1") and finding.span in (call.span, call.udf.span)
    if finding.call == call:
        return True
    if call.span not in finding.spans:
        return False
    of_finding = (one for one in case.prediction.work if one.call == finding.call)
    return any(one.tasks_key == work.tasks_key for one in of_finding)


def _on_native(case: Case, work: WorkPrediction) -> WorkPrediction:
    """The same work on the native runner, which is one worker."""
    if work.unit is Unit.WORKER:
        return on_workers(work, ONE_WORKER.workers or exactly(1))
    return next((one for one in case.on_native.work if one.call == work.call), work)


def _is_fine(work: WorkPrediction) -> bool:
    """Whether nobody idles and little time is lost; one alone has nobody to share with."""
    if work.actors.high <= 1:
        return True
    return work.idle.high < 1 and work.utilisation.low >= WELL_ENOUGH


def _is_lost(work: WorkPrediction) -> bool:
    return work.idle.low >= 1 or work.utilisation.high < WELL_ENOUGH


def _in_use(work: WorkPrediction) -> str:
    """`all 8 actors work, 92% of their time or more`."""
    if work.actors.known and work.actors.low == 1:
        return "nobody idles"
    used = f"{percent(work.utilisation.low)} of their time"
    more = "" if work.utilisation.known else " or more"
    return f"{_all(work)} work, {used}{more}"


def _all(work: WorkPrediction) -> str:
    if work.actors.known and work.actors.low == 2:
        return f"both {work.unit.plural}"
    return f"all {units(work.actors, work.unit)}"


class _Openings:
    """Judgements of open work; conditions of work that the same tasks do are worked out once."""

    def __init__(self) -> None:
        self._known: dict[object, tuple[Threshold, ...]] = {}

    def of(
        self,
        case: Case,
        work: WorkPrediction,
        natively: WorkPrediction | None,
        hidden: Sequence[Finding],
    ) -> Judgement:
        """What is open about some work, and what would decide it."""
        thresholds = self._thresholds(case, work)
        if natively is None and not hidden:
            good = _with_rows_enough(case, work, thresholds)
            if good:
                return Judgement(work.call.span, name_of(work), Status.GOOD, good)
        if natively is not None:
            thresholds = tuple(
                replace(one, given=_joined("on Ray", one.given)) for one in thresholds
            )
            if not _is_fine(natively):
                thresholds = (*self._thresholds(case, natively), *thresholds)
        factors = list(dict.fromkeys(Factor(one.factor) for one in thresholds))
        unknown = (
            (Factor.WORKERS, work.load.workers.known or work.anywhere),
            (Factor.CONCURRENCY, work.unit is Unit.WORKER or work.actors.known),
        )
        factors += [one for one, known in unknown if not known and one not in factors]
        missing = [_missing(factor, work) for factor in factors]
        answers = [_answer(factor, work) for factor in factors]
        if natively is not None:
            missing.insert(0, _NO_RUNNER)
            answers.insert(0, _TELL_RUNNER)
        elif work.anywhere:
            missing.insert(0, f"which workers `ray_options` put `{name_of(work)}` on")
            answers.insert(0, _TELL_PLACES)
        elif not (missing or hidden):
            missing = [_rows_missing(work)]
        return Judgement(
            work.call.span,
            name_of(work),
            Status.OPEN,
            _known_so_far(work, natively, hidden, thresholds),
            tuple(dict.fromkeys(missing)),
            thresholds,
            tuple(dict.fromkeys(filter(None, answers))),
            tuple(_measures(factors, work)),
        )

    def _thresholds(self, case: Case, work: WorkPrediction) -> tuple[Threshold, ...]:
        # Of work without a pool nothing counts but the tasks and the workers.
        same = (work.load, work.source.span) if work.unit is Unit.WORKER else work.call
        key = id(case.pipeline), work.unit, same
        if key not in self._known:
            self._known[key] = tuple(_thresholds(case, work))
        return self._known[key]


def _with_rows_enough(
    case: Case, work: WorkPrediction, thresholds: Sequence[Threshold]
) -> str | None:
    """Why all is well unless there are next to no rows; None where that isn't so.

    Nobody tunes for so few rows. What is lost otherwise is looked at for a million.
    """
    least = next((one.number for one in thresholds if _is_enough(one)), None)
    only_rows = all(one.factor == Factor.ROWS.value and not one.given for one in thresholds)
    if least is None or not only_rows or least > SAMPLE_ROWS * work.actors.high:
        return None
    plan = case.pipeline.plan
    counted = replace(plan, source=replace(plan.source, rows=exactly(_MANY_ROWS)))
    pipeline = replace(case.pipeline, plan=counted)
    many = predict(pipeline, pipeline.cluster, case.prediction.daft_version)
    same = [one for one in many.work if one.call == work.call]
    if not same or not all(map(_is_fine, same)):
        return None
    used = min(one.utilisation.low for one in same)
    shares = f"{percent(used)} of their time with {_MANY_ROWS:,}"
    return f"{_all(work)} work from {least:,} rows on, {shares}"


def _is_enough(threshold: Threshold) -> bool:
    holds, comparison = Property.NO_ACTOR_IDLES.value, Comparison.FROM.value
    return threshold.holds == holds and threshold.comparison == comparison


def _thresholds(case: Case, work: WorkPrediction) -> Iterator[Threshold]:
    """What is sure of some work; for a number of workers or actors too where nobody counts them."""
    pipeline, prediction, given = case.pipeline, case.prediction, ""
    if work.unit is Unit.PROCESS and case.may_run_on_ray:
        pipeline, prediction = replace(pipeline, runner=ON_NATIVE), case.on_native
        given = _ON_NATIVE
    found = list(_found(pipeline, pipeline.cluster, work, prediction, given))
    yield from found
    if _counts_work(found) or (found and work.tasks.known):
        return
    actors, workers = _example_of(work)
    if work.unit is Unit.WORKER:
        example = f"for example on {workers} workers"
        yield from _told(conditions_of_tasks(on_workers(work, exactly(workers))), example)
    elif not work.actors.known:
        example = f"for example with {units(exactly(actors), work.unit)}"
        example += "" if work.load.workers.known else f" on {workers} workers"
        sized = with_actors(work, exactly(actors), exactly(workers))
        yield from _told(conditions_of_tasks(sized), _joined(given, example))
    elif not work.load.workers.known:
        yield from _on_example(case, work, workers)


def _example_of(work: WorkPrediction) -> tuple[int, int]:
    """Actors and workers that are known, or some that people have, with an actor each."""
    actors = work.actors.count if work.actors.known else max(_EXAMPLES[0], int(work.actors.low))
    if work.load.workers.known:
        return actors, work.load.workers.count
    limit = math.inf if work.unit is Unit.WORKER else actors
    return actors, next((one for one in _EXAMPLES if one <= limit), 1)


def _on_example(case: Case, work: WorkPrediction, workers: int) -> Iterator[Threshold]:
    """What is sure of a pool on a cluster of so many workers."""
    pipeline, example = case.pipeline, f"for example on {workers} workers"
    cluster = replace(pipeline.cluster, workers=exactly(workers))
    situated = replace(pipeline, cluster=cluster)
    yield from _found(situated, cluster, work, case.predicted(cluster), example)


def _found(
    pipeline: Pipeline,
    cluster: Cluster,
    work: WorkPrediction,
    prediction: Prediction,
    given: str = "",
) -> Iterator[Threshold]:
    found = conditions(pipeline, cluster, work.call, prediction.daft_version, prediction)
    yield from _told(found, given, work.partitioning.count)


def _told(
    found: Sequence[Condition], given: str, partitions: Quantity | None = None
) -> Iterator[Threshold]:
    for one in _telling(found):
        text = sentence(one).rstrip(".")
        text = f"{text[0].lower()}{text[1:]}{_in_each(one, partitions)}"
        factor, comparison = one.factor.value, one.comparison.value
        yield Threshold(text, factor, comparison, one.threshold, one.holds.value, given)


def _in_each(condition: Condition, partitions: Quantity | None) -> str:
    """How many rows of the source each partition has, where it is known how many there are."""
    of_rows = condition.factor is Factor.ROWS and condition.comparison is Comparison.FROM
    if not of_rows or partitions is None or not partitions.known or partitions.count < 2:
        return ""
    if condition.threshold < partitions.count:
        return ""
    rows = math.ceil(condition.threshold / partitions.count)
    return f", {rows:,} in each of the {partitions.count:,} partitions"


def _counts_work(found: Iterable[Threshold]) -> bool:
    """Whether a condition tells how many partitions or rows it takes."""
    return any(one.factor in (Factor.PARTITIONS.value, Factor.ROWS.value) for one in found)


def _joined(*circumstances: str) -> str:
    return ", ".join(one for one in circumstances if one)


def _telling(found: Sequence[Condition]) -> Iterator[Condition]:
    """The conditions that say most: for each number, from where on all is fine, and what isn't."""
    for factor in _ORDER:
        for wanted in (Property.NO_ACTOR_IDLES, Property.ACTORS_IDLE, Property.WELL_USED):
            same = [one for one in found if one.factor is factor and one.holds is wanted]
            if same and not (wanted is Property.WELL_USED and len(found) > len(same)):
                yield same[0]


def _known_so_far(
    work: WorkPrediction,
    natively: WorkPrediction | None,
    hidden: Sequence[Finding],
    thresholds: Sequence[Threshold],
) -> str:
    """What is known of open work: how it goes natively, a finding that isn't sure, or bounds."""
    if natively is not None and _is_fine(natively):
        return f"{_ON_NATIVE}: {_in_use(natively)}"
    if thresholds:
        return ""
    if hidden:
        unsure = "; ".join(dict.fromkeys(text for one in hidden for text in one.assumptions))
        told = f"possible {hidden[0].code}: {hidden[0].message}"
        return f"{told} (assuming {unsure})" if unsure else told
    return _bounds(natively or work)


def _bounds(work: WorkPrediction) -> str:
    """`2 of 4 actors idle`, or `utilisation 40% to 100%` where nobody does."""
    if work.idle.high >= 1:
        idle = work.idle.at_most(work.actors)
        return f"{idle} of {work.actors} {work.unit.plural} idle"
    used = work.utilisation
    return f"utilisation {percent(used.low, used.high)}"


def _rows_missing(work: WorkPrediction) -> str:
    """What isn't known where no number of the source or the cluster decides."""
    if not work.partitioning.rows.known:
        return f"how many rows reach `{name_of(work)}`"
    return f"how many rows each task of `{name_of(work)}` has"


def _missing(factor: Factor, work: WorkPrediction) -> str:
    """The fact that isn't known, as in `how many rows daft.from_pylist on line 3 has`."""
    match factor:
        case Factor.WORKERS:
            return "how many workers the cluster has"
        case Factor.CPUS:
            return "how many CPUs a worker has"
        case Factor.CONCURRENCY:
            return f"how many {work.unit.plural} `{name_of(work)}` has"
        case Factor.BATCH_SIZE:
            return f"the batch_size of `{name_of(work)}`"
        case Factor.ROWS:
            name, span = _in_code(work.source.name), work.source.span
            return f"how many rows {name} on {span.line_from(work.call.span)} has"
        case Factor.PARTITIONS:
            made_by = work.upstream[0] if work.upstream else None
            if _made_count(work):
                return f"how many of the {work.partitioning.count} partitions have rows"
            span = work.source.span if made_by is None else made_by.span
            name = _in_code(work.source.name if made_by is None else made_by.method)
            return f"how many partitions {name} on {span.line_from(work.call.span)} makes"


def _made_count(work: WorkPrediction) -> bool:
    """Whether it is known how many partitions there are, so that rows are what isn't known."""
    return work.partitioning.count.known


def _in_code(name: str) -> str:
    """A name as code; that of a parameter says so itself."""
    return name if "`" in name else f"`{name}`"


def _answer(factor: Factor, work: WorkPrediction) -> str:
    """How to tell daft-lint a fact."""
    match factor:
        case Factor.WORKERS | Factor.CPUS:
            key = "workers" if factor is Factor.WORKERS else "cpus-per-worker"
            return f"{key} = ... in [tool.daft-lint.cluster]"
        case Factor.CONCURRENCY | Factor.BATCH_SIZE:
            key = "concurrency" if factor is Factor.CONCURRENCY else "batch-size"
            return f"# daft-lint: {key}=..."
        case Factor.ROWS | Factor.PARTITIONS:
            return _answer_in_code(work)


def _answer_in_code(work: WorkPrediction) -> str:
    """A hint at the repartition whose number is missing, or at the source; empty where none can."""
    source, here = work.source.span, work.call.span
    if _made_count(work) or not work.upstream:
        return f"# daft-lint: partitions=..., rows=... on {source.line_from(here)}"
    step = work.upstream[0]
    if step.kind not in REPARTITIONS:
        return ""
    if (source.path, source.line) == (step.span.path, step.span.line):
        return f"# daft-lint: partitions=... with `{step.method}` on a line of its own"
    return f"# daft-lint: partitions=... on {step.span.line_from(here)}"


def _measures(factors: Sequence[Factor], work: WorkPrediction) -> Iterator[str]:
    """The commands that find out how many rows and partitions there are."""
    if Factor.ROWS in factors or Factor.PARTITIONS in factors:
        if work.source.location is not None:
            yield "--read-metadata"
        yield f"daft-lint live {work.source.span.path}"
